//! Prints the events of a search for a person.

use super::output::Output;
use super::terminal::{BAD, GOOD, IMPORTANT, Terminal};
use vernier_chess::Board;
use vernier_engine::{Answer, Bound, Event, Report};

/// Prints one search, from the threads of that search.
pub(super) struct PlainPrinter {
    pub(super) output: Output,
    pub(super) board: Board,
    /// The terminal it is printed on, if it is.
    pub(super) terminal: Option<Terminal>,
}

impl PlainPrinter {
    /// Prints an event.
    pub(super) fn print(&self, event: &Event) {
        match event {
            // A game that is over has a score but no line.
            Event::Iteration(report) if report.depth == 0 => {}
            Event::Iteration(report) => self.output.print_if_idle(self.line(report)),
            Event::Note(text) => self.output.print_if_idle(text),
            Event::CurrentMove { .. } | Event::Summary(_) => {}
            Event::Done(Answer { best: Some(best), .. }) => {
                let san = self.board.san(*best).to_string();
                let san = self.terminal.map_or(san.clone(), |terminal| terminal.paint(IMPORTANT, &san));
                self.output.print(format_args!("best move: {san}"));
            }
            Event::Done(_) => self.output.print(super::plain::end_without_moves(&self.board)),
        }
    }

    /// Depth, score, time, nodes, and the moves in standard notation.
    fn line(&self, report: &Report) -> String {
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "+",
            Bound::Upper => "-",
        };
        let depth = format!("{:>3}/{:<3}", report.depth, report.selective_depth);
        let score = format!("{:>8}", format!("{}{bound}", report.score.verdict()));
        let (seconds, nodes) = (report.elapsed.as_secs_f64(), report.nodes);
        let pv = super::cecp::moves_in_words(&self.board, &report.pv);
        let line = format!("{depth} {score} {seconds:>8.2}s {nodes:>12} {pv}");
        let Some(terminal) = self.terminal else { return line };
        // Colors have no width, so they come after the cut.
        let style = if report.score.0 < 0 { BAD } else { GOOD };
        terminal.cut(line).replacen(&score, &terminal.paint(style, &score), 1)
    }
}
