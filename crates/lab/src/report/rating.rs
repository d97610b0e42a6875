//! Ratings against levels of known strength, from `vernier-lab rating`.

use super::document::{Block, Section, Table};
use crate::study::rating::Games;

/// A rating from games.
#[derive(Clone, Debug)]
pub struct Search {
    /// Whose rating it is.
    pub name: String,
    /// The games.
    pub games: Games,
}

/// The result of each rating, and its games level by level.
pub fn section(searches: &[Search]) -> Option<Section> {
    if searches.is_empty() {
        return None;
    }
    let mut blocks = Vec::new();
    for search in searches {
        let Search { name, games } = search;
        blocks.push(Block::Words(format!("`{}`: {}.", name.replace('`', "'"), games.summary())));
        let head = ["level", "games", "points", "score", "expected"];
        let rows = games.levels().map(|level| {
            let expected = games.estimate().map(|estimate| estimate.expected(level.level));
            vec![
                level.level.to_string(),
                level.games.to_string(),
                format!("{:.1}", level.points),
                format!("{:.1} %", 100.0 * level.points / f64::from(level.games.max(1))),
                expected.map_or("-".to_owned(), |expected| format!("{:.1} %", 100.0 * expected)),
            ]
        });
        blocks.push(Block::Table(Table::new(&head, rows.collect())));
    }
    Some(Section { title: "Ratings".to_owned(), blocks })
}
