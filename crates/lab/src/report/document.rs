//! A report as a page, and as Markdown.

use super::svg::{Canvas, STYLE, escape};

/// A report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What stands before the sections.
    pub opening: Vec<Block>,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A smaller title.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A drawing.
    Figure(Canvas),
}

/// A table; columns after the first hold numbers by default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The titles of the columns.
    pub head: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
    /// How many columns hold words; they come first.
    pub words: usize,
}

const PAGE: &str = "\
:root{color-scheme:light dark;--ink:#1d2229;--paper:#fff;--dim:#5b6570;--rule:#d9dee4;--stripe:#f5f7f9}\
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ed;--paper:#14181d;--dim:#98a2ae;--rule:#38414b;--stripe:#1b2027}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:54rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.7rem}h2{font-size:1.25rem;margin-top:2.5rem;border-bottom:1px solid var(--rule);padding-bottom:.25rem}\
h3{font-size:1.05rem;margin-top:1.6rem}.wide{overflow-x:auto;margin:1rem 0}\
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}\
th,td{padding:.28rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}\
th{color:var(--dim);font-weight:600}tr:nth-child(even) td{background:var(--stripe)}.left{text-align:left}\
svg{max-width:100%;height:auto}code{font-size:.9em}";

/// Paragraphs, `- ` lists and `## ` headings of a text, as blocks.
///
/// ```
/// use vernier_lab::report::{Block, blocks};
/// assert_eq!(blocks("One\ntwo.\n\n- a\n- b"), [
///     Block::Words("One two.".into()),
///     Block::List(vec!["a".into(), "b".into()]),
/// ]);
/// ```
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let joined = |lines: &[&str]| lines.join(" ");
    let text = text.replace("\r\n", "\n");
    for part in text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
        let lines: Vec<&str> = part.lines().map(str::trim).collect();
        if let Some(title) = lines[0].strip_prefix('#') {
            blocks.push(Block::Heading(title.trim_start_matches('#').trim().to_owned()));
            blocks.extend((lines.len() > 1).then(|| Block::Words(joined(&lines[1..]))));
        } else if lines[0].starts_with("- ") {
            let mut items: Vec<String> = Vec::new();
            for line in lines {
                match (line.strip_prefix("- "), items.last_mut()) {
                    (None, Some(last)) => *last += &format!(" {line}"),
                    (item, _) => items.push(item.unwrap_or(line).to_owned()),
                }
            }
            blocks.push(Block::List(items));
        } else {
            blocks.push(Block::Words(joined(&lines)));
        }
    }
    blocks
}

impl Document {
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.opening.iter().chain(self.sections.iter().flat_map(|section| &section.blocks))
    }

    /// One page that needs nothing else.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut text = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width\">\n<title>{title}</title>\n<style>{PAGE}{STYLE}</style>\n<h1>{title}</h1>\n"
        );
        self.opening.iter().for_each(|block| text += &block.html());
        for section in &self.sections {
            text += &format!("<h2>{}</h2>\n", escape(&section.title));
            section.blocks.iter().for_each(|block| text += &block.html());
        }
        text + "</html>\n"
    }

    /// As Markdown. Drawings are in files beside it, whose names begin with `stem`.
    pub fn markdown(&self, stem: &str) -> String {
        let mut text = format!("# {}\n\n", plain(&self.title));
        let mut figures = 0;
        let mut add = |text: &mut String, block: &Block| {
            figures += usize::from(matches!(block, Block::Figure(_)));
            *text += &block.markdown(stem, figures);
        };
        self.opening.iter().for_each(|block| add(&mut text, block));
        for section in &self.sections {
            text += &format!("## {}\n\n", plain(&section.title));
            section.blocks.iter().for_each(|block| add(&mut text, block));
        }
        text.trim_end().to_owned() + "\n"
    }

    /// The drawings, as files whose names begin with `stem`.
    pub fn figures(&self, stem: &str) -> Vec<(String, String)> {
        let drawings = self.blocks().filter_map(|block| match block {
            Block::Figure(canvas) => Some(canvas.file()),
            _ => None,
        });
        drawings.enumerate().map(|(index, svg)| (figure_name(stem, index + 1), svg)).collect()
    }
}

fn figure_name(stem: &str, number: usize) -> String {
    format!("{stem}-{number}.svg")
}

impl Block {
    fn html(&self) -> String {
        match self {
            Self::Heading(text) => format!("<h3>{}</h3>\n", escape(text)),
            Self::Words(text) => format!("<p>{}</p>\n", spans(text)),
            Self::List(items) => {
                let items: Vec<String> =
                    items.iter().map(|item| format!("<li>{}</li>\n", spans(item))).collect();
                format!("<ul>\n{}</ul>\n", items.concat())
            }
            Self::Table(table) => table.html(),
            Self::Figure(canvas) => canvas.inline(),
        }
    }

    fn markdown(&self, stem: &str, figure: usize) -> String {
        match self {
            Self::Heading(text) => format!("### {}\n\n", plain(text)),
            Self::Words(text) => format!("{text}\n\n"),
            Self::List(items) => format!("- {}\n\n", items.join("\n- ")),
            Self::Table(table) => table.markdown(),
            Self::Figure(canvas) => format!("![{}]({})\n\n", canvas.title(), figure_name(stem, figure)),
        }
    }
}

/// Escaped, with what is between backquotes as code.
fn spans(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escape).collect();
    // An odd backquote at the end opens nothing.
    let closed = parts.len() - (parts.len() + 1) % 2;
    let mut html = String::new();
    for (index, part) in parts.iter().enumerate() {
        match index % 2 == 1 && index < closed {
            true => html += &format!("<code>{part}</code>"),
            false if index > 0 && index >= closed => html += &format!("`{part}"),
            false => html += part,
        }
    }
    html
}

/// A text from anywhere, harmless in Markdown.
fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '`' | '*' | '[' | ']' | '\\' => escaped.extend(['\\', letter]),
            '<' => escaped += "&lt;",
            '&' => escaped += "&amp;",
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

impl Table {
    /// A table whose first column has words.
    pub fn new(head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self { head: head.iter().map(|&title| title.to_owned()).collect(), rows, words: 1 }
    }

    fn html(&self) -> String {
        let class = |index: usize| if index < self.words { " class=\"left\"" } else { "" };
        let row = |cells: &[String], tag: &str| {
            let cells = cells.iter().enumerate();
            let cells: Vec<String> = cells
                .map(|(index, cell)| format!("<{tag}{}>{}</{tag}>", class(index), escape(cell)))
                .collect();
            format!("<tr>{}</tr>\n", cells.concat())
        };
        let rows: Vec<String> = self.rows.iter().map(|cells| row(cells, "td")).collect();
        format!(
            "<div class=\"wide\"><table>\n<thead>{}</thead>\n<tbody>\n{}</tbody></table></div>\n",
            row(&self.head, "th"),
            rows.concat()
        )
    }

    fn markdown(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule: Vec<&str> =
            (0..self.head.len()).map(|index| if index < self.words { "---" } else { "--:" }).collect();
        let rows: Vec<String> = self.rows.iter().map(|cells| row(cells)).collect();
        format!("{}|{}|\n{}\n", row(&self.head), rule.join("|"), rows.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_escaped() {
        let evil = "<script>alert(1)</script>|`x";
        let document = Document {
            title: evil.into(),
            opening: vec![Block::Words(evil.into())],
            sections: vec![Section {
                title: evil.into(),
                blocks: vec![
                    Block::Table(Table::new(&[evil, "n"], vec![vec![evil.into(), "1".into()]])),
                    Block::Figure(Canvas::new(evil, 10.0, 10.0)),
                ],
            }],
        };
        let html = document.html();
        assert!(!html.contains("<script") && !html.contains("src="), "{html}");
        let markdown = document.markdown("r");
        let table: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(table.len(), 3);
        assert!(table[2].contains("&lt;script>alert(1)&lt;/script>\\|\\`x | 1 |"), "{markdown}");
        assert!(markdown.contains("(r-1.svg)"));
        let figures = document.figures("r");
        assert_eq!(figures.len(), 1);
        assert!(figures[0].0 == "r-1.svg" && figures[0].1.contains("<style>"));
    }

    #[test]
    fn notes_keep_their_layout() {
        assert_eq!(spans("a `b` c"), "a <code>b</code> c");
        assert_eq!(spans("a `b` c `d"), "a <code>b</code> c `d");
        assert_eq!(spans("`<`"), "<code>&lt;</code>");
        let read = blocks("## Title\n\nOne.\r\n\r\n- a\n  more\n- b\n");
        assert_eq!(
            read,
            [
                Block::Heading("Title".into()),
                Block::Words("One.".into()),
                Block::List(vec!["a more".into(), "b".into()])
            ]
        );
    }
}
