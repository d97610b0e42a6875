//! A report as a page of its own: no script, no other file.

use crate::Mark;
use crate::report::{GameReport, MoveReport, PhaseReport, ReasonReport};
use std::fmt::Write;
use vernier_chess::Board;
use vernier_chess::picture::{Shade, Svg};

/// How every page ends.
pub const FOOT: &str = "</main></body></html>\n";

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#23201c;--soft:#6d665d;--paper:#faf8f4;--card:#fff;--rule:#e4ded4;--win:#f4f1ea;--draw:#b9b1a5;--loss:#3d3935}\
@media(prefers-color-scheme:dark){:root{--ink:#ece7df;--soft:#a39b90;--paper:#1c1a18;--card:#262320;--rule:#3a3632}}\
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\
main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem}h1{font-size:1.5rem}h2{font-size:1.25rem;margin:2.5rem 0 .25rem}\
.sub{color:var(--soft);margin:0 0 1rem}table{border-collapse:collapse;width:100%}td,th{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--rule)}\
td:first-child,th:first-child{text-align:left}svg.graph{width:100%;height:auto;border-radius:6px;margin:1rem 0}\
article{display:flex;gap:1rem;flex-wrap:wrap;background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:1rem;margin:.75rem 0}\
article svg{flex:none;width:200px;height:200px;border-radius:4px}article div{flex:1;min-width:15rem}h3{margin:0 0 .25rem;font-size:1.05rem}\
p{margin:.25rem 0}.line{color:var(--soft);font-size:.92rem}.blunder{color:#c0392b}.mistake{color:#c7761a}.inaccuracy,.missed{color:#a08300}.brilliant{color:#1f8a8a}";

/// How a page begins.
pub fn head(title: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}: analysed by Vernier</title><style>{STYLE}</style></head><body>\
         <svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">{}</svg><main><h1>{title}</h1>\n",
        split_drawings(&Svg::of(&Board::start()).to_string()).1
    )
}

/// A picture without the drawings of its pieces, and the drawings. A page holds them once for all its boards.
fn split_drawings(svg: &str) -> (String, &str) {
    const END: &str = "</defs>";
    let Some((start, end)) = svg.rfind("<defs>").zip(svg.rfind(END)) else { return (svg.to_owned(), "") };
    let end = end + END.len();
    (format!("{}{}", &svg[..start], &svg[end..]), &svg[start..end])
}

/// One game.
pub fn game(report: &GameReport) -> String {
    let tag = |name: &str| {
        report
            .tags
            .iter()
            .find(|(other, _)| other == name)
            .map_or_else(|| "?".to_owned(), |(_, value)| escape(value))
    };
    let mut text =
        format!("<section><h2>{} – {} &nbsp;{}</h2>", tag("White"), tag("Black"), escape(&report.result));
    let opening =
        report.opening.as_ref().map_or_else(String::new, |(eco, name)| format!("{eco} {} · ", escape(name)));
    let _ = writeln!(text, "<p class=\"sub\">{opening}{} · {}</p>", tag("Event"), tag("Date"));
    text.push_str(&graph(report));
    text.push_str("<table><tr><th>player</th><th>accuracy</th><th>opening</th><th>middlegame</th><th>endgame</th><th>average loss</th><th>inaccuracies</th><th>mistakes</th><th>blunders</th></tr>");
    for (name, player) in ["White", "Black"].iter().zip(&report.players) {
        let [opening, middle, endgame] = player.phases.map(PhaseReport::text);
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{:.1}</td><td>{opening}</td><td>{middle}</td><td>{endgame}</td><td>{:.1}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            tag(name),
            player.accuracy,
            player.loss,
            player.inaccuracies,
            player.mistakes,
            player.blunders
        );
    }
    text.push_str("</table>\n");
    for mv in report.moves.iter().filter(|mv| !mv.reasons.is_empty()) {
        text.push_str(&moment(mv));
    }
    text.push_str("</section>\n");
    text
}

/// A marked move: the board, the reasons and the lines.
fn moment(mv: &MoveReport) -> String {
    let mark = mv.mark.unwrap_or(Mark::Inaccuracy);
    let class = mark.word();
    let dots = if mv.color == 'w' { "." } else { "..." };
    let mut text = format!(
        "<article>{}<div><h3 class=\"{class}\">{}{dots}{}{} <small>{class}, {}</small></h3>",
        picture(mv),
        mv.number,
        escape(&mv.san),
        mark.glyph(),
        mv.evaluation.text()
    );
    for ReasonReport { text: sentence, proof, .. } in &mv.reasons {
        let _ = write!(text, "<p>{}</p><p class=\"line\">{}</p>", escape(sentence), escape(&proof.text));
    }
    if let Some(best) = &mv.best {
        let _ =
            write!(text, "<p class=\"line\">Better: {} ({})</p>", escape(&best.text), best.evaluation.text());
    }
    text.push_str("</div></article>\n");
    text
}

/// The position after a move, with the first move of the proof.
fn picture(mv: &MoveReport) -> String {
    let Ok(board) = mv.fen.parse::<Board>() else { return String::new() };
    let mut svg = Svg::of(&board).size(200).coordinates(false);
    let proof = mv.reasons.first().map(|reason| &reason.proof).filter(|proof| proof.fen == mv.fen);
    if let Some(first) = proof.and_then(|proof| proof.uci.first())
        && let Ok(reply) = board.parse_uci(first)
        && !reply.is_castle()
    {
        svg = svg.arrow(reply.from(), reply.to(), Shade::Red);
    }
    split_drawings(&svg.to_string()).0
}

/// Chances over the game: White's wins from below, Black's from above, draws between. The line of the expected score is
/// theirs too, so that it halves the draws; what a mark says a move loses is on another scale.
fn graph(report: &GameReport) -> String {
    const WIDTH: f64 = 880.0;
    const HEIGHT: f64 = 160.0;
    let chances: Vec<_> =
        std::iter::once(report.chances).chain(report.moves.iter().map(|mv| mv.chances)).collect();
    if chances.len() < 2 {
        return String::new();
    }
    let x = |index: usize| WIDTH * index as f64 / (chances.len() - 1) as f64;
    let y = |share: f64| HEIGHT * (1.0 - share);
    let path = |share: &dyn Fn(usize) -> f64| {
        (0..chances.len())
            .map(|index| format!("{:.1} {:.1}", x(index), y(share(index))))
            .collect::<Vec<_>>()
            .join("L")
    };
    let win = path(&|index| f64::from(chances[index].win) / 1000.0);
    let loss = path(&|index| 1.0 - f64::from(chances[index].loss) / 1000.0);
    let expected = path(&|index| chances[index].expected() / 100.0);
    let mut text = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Chances over the game\"><path fill=\"#b9b1a5\" d=\"M0 0H{WIDTH}V{HEIGHT}H0Z\"/>\
         <path fill=\"#f4f1ea\" d=\"M0 {HEIGHT}L{win}V{HEIGHT}Z\"/><path fill=\"#3d3935\" d=\"M0 0L{loss}V0Z\"/>\
         <path d=\"M0 {0}H{WIDTH}\" stroke=\"#8883\"/><path fill=\"none\" stroke=\"#b5542d\" stroke-width=\"2\" d=\"M{expected}\"/>",
        HEIGHT / 2.0
    );
    for mv in &report.moves {
        let color = match mv.mark {
            Some(Mark::Blunder) => "#c0392b",
            Some(Mark::Mistake) => "#e08a1e",
            Some(Mark::Brilliant) => "#1f8a8a",
            _ => continue,
        };
        let _ = write!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"{color}\"/>",
            x(mv.ply + 1),
            y(mv.chances.expected() / 100.0)
        );
    }
    text.push_str("</svg>\n");
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
