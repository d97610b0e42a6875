//! Makes `data/openings.txt` from the list of lichess-org/chess-openings (CC0):
//! `cargo run -p vernier-analysis --example make_openings -- FOLDER > crates/analysis/data/openings.txt`,
//! where the folder holds `a.tsv` to `e.tsv`.

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder with a.tsv to e.tsv")?;
    let mut openings = Vec::new();
    for volume in ["a", "b", "c", "d", "e"] {
        let text = fs::read_to_string(Path::new(&folder).join(format!("{volume}.tsv")))?;
        for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
            let [eco, name, pgn] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(line.into()) };
            let is_move = |word: &&str| !word.ends_with('.');
            let moves: Vec<String> = pgn.split(' ').filter(is_move).map(str::to_owned).collect();
            openings.push((moves, eco.to_owned(), name.to_owned()));
        }
    }
    openings.sort();
    println!(
        "# Openings: plies shared with the line above, moves, code, bytes of the name shared, rest of the name."
    );
    println!("# Codes, names and moves: lichess-org/chess-openings, public domain (CC0 1.0).");
    let (mut last_moves, mut last_name) = (Vec::new(), String::new());
    for (moves, eco, name) in openings {
        // One move at least is always written.
        let shared = moves.iter().zip(&last_moves).take_while(|(a, b)| a == b).count().min(moves.len() - 1);
        let mut common = name.bytes().zip(last_name.bytes()).take_while(|(a, b)| a == b).count();
        while !name.is_char_boundary(common) {
            common -= 1;
        }
        println!("{shared}\t{}\t{eco}\t{common}\t{}", moves[shared..].join(" "), &name[common..]);
        (last_moves, last_name) = (moves, name);
    }
    Ok(())
}
