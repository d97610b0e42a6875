//! A page with an engine of its own: a browser without a server.

use crate::facts::Facts;
use crate::message::{Answer, Request};
use crate::report::Work;
use crate::thinking::{self, Search};
use crate::{Refusal, position};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use vernier_analysis::{Evaluation, Question};
use vernier_engine::evaluation::Weights;
use vernier_engine::{Engine, Event, Limits};

/// A session on the caller's own thread: each call handles one request, and its answers are written before the call returns.
/// A search lasts until its limits end it or somebody stops the engine.
pub struct SoloSession {
    engine: Engine,
    facts: Facts,
    output: Output,
}

/// Where answers go, one a line.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    fn send(&self, answer: &Answer) {
        let Ok(mut text) = serde_json::to_string(answer) else { return };
        text.push('\n');
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody is left to be told of a page that has gone.
        let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    }
}

impl SoloSession {
    /// A session with that engine, which greets at once. Each answer is a line of JSON, written in one call.
    pub fn new(engine: Engine, output: impl Write + Send + 'static) -> Self {
        let output = Output(Arc::new(Mutex::new(Box::new(output))));
        let facts = Facts::new(Weights::default(), None);
        output.send(&facts.hello(false, 1));
        Self { engine, facts, output }
    }

    /// Handles a request. The session never ends by itself, so the result is always true.
    pub fn handle_line(&mut self, line: &str) -> bool {
        match Request::read(line) {
            Ok(request) => {
                let id = Some(request.id());
                if let Err((message, field)) = self.answer(request) {
                    self.output.send(&Answer::Error { id, message, field: Some(field.to_owned()) });
                }
            }
            Err(refusal) => self.output.send(&refusal),
        }
        true
    }

    fn answer(&mut self, request: Request) -> Result<(), Refusal> {
        let output = self.output.clone();
        let send = move |answer| output.send(&answer);
        let Some(request) = self.facts.answer(request, |_| None, &send)? else { return Ok(()) };
        if let Some(search) = Search::wanted(&request)? {
            self.search(request.id(), &search);
            return Ok(());
        }
        match request {
            Request::Report { id, pgn, limits } => {
                let work = Work::new(id, &pgn, limits, None)?;
                work.run(&mut |question| Some(think(&mut self.engine, question)), send);
            }
            Request::Watch { .. } => {
                return Err(("there are no matches to watch without a server".to_owned(), "type"));
            }
            // A search is over before the next request is read.
            _ => {}
        }
        Ok(())
    }

    fn search(&mut self, id: u32, search: &Search) {
        let (output, board) = (self.output.clone(), search.board);
        let request = search.prepare(&mut self.engine);
        let sink = move |event| match event {
            Event::Iteration(report) => {
                output.send(&Answer::Line { id, line: thinking::line(&board, &report) });
            }
            Event::Done(answer) => output.send(&Answer::Done {
                id,
                best: answer.best.map(|mv| position::uci(&board, mv)),
                evaluation: answer.score().map(|score| Evaluation::for_white(score, board.turn())),
            }),
            Event::CurrentMove { .. } | Event::Note(_) | Event::Summary(_) => {}
        };
        self.engine.start(request, Box::new(sink)).wait();
    }
}

fn think(engine: &mut Engine, question: &Question) -> Vec<vernier_engine::Report> {
    let limits = Limits { infinite: false, ..question.limits.clone() };
    let search = Search::new(question.board, question.history.clone(), limits, question.lines);
    let request = search.prepare(engine);
    engine.search(request, |_| {}).lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// The answers to one line after the greeting.
    fn answers(line: &str) -> Vec<Value> {
        let kept = Kept::default();
        let mut session = SoloSession::new(Engine::new(), kept.clone());
        assert!(session.handle_line(line));
        let bytes = kept.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        assert_eq!(lines.next().unwrap()["type"], "hello");
        lines.collect()
    }

    #[test]
    fn a_position_has_its_moves() {
        let line = json!({ "type": "position", "id": 7, "position": { "fen": null, "moves": ["e2e4"] } });
        let answers = answers(&line.to_string());
        assert_eq!(answers.len(), 1);
        assert_eq!(answers[0]["id"], 7);
        assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 20);
    }

    #[test]
    fn a_search_ends_with_its_answer() {
        let position = json!({ "fen": "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "moves": [] });
        let limits = json!({ "depth": 4, "nodes": null, "movetime": null });
        let line = json!({ "type": "analyse", "id": 3, "position": position, "limits": limits, "lines": 1 });
        let answers = answers(&line.to_string());
        let (done, lines) = answers.split_last().unwrap();
        assert!(!lines.is_empty() && lines.iter().all(|line| line["type"] == "line"), "{answers:?}");
        assert_eq!(*done, json!({ "type": "done", "id": 3, "best": "a1a8", "evaluation": { "mate": 1 } }));
    }

    #[test]
    fn a_report_names_the_blunder() {
        let limits = json!({ "depth": null, "nodes": 2000, "movetime": null });
        let line = json!({ "type": "report", "id": 5, "pgn": "1. f3 e5 2. g4 Qh4# 0-1", "limits": limits });
        let answers = answers(&line.to_string());
        let report = answers.last().unwrap();
        assert_eq!(report["type"], "report");
        assert_eq!(report["report"]["moves"][2]["mark"], "blunder");
        assert!(answers.iter().any(|answer| answer["type"] == "progress"));
    }

    #[test]
    fn bad_requests_are_refused_and_lose_nothing() {
        let kept = Kept::default();
        let mut session = SoloSession::new(Engine::new(), kept.clone());
        let bad = [
            "",
            "junk",
            r#"{"id":9}"#,
            r#"{"type":"position","id":1,"position":{"fen":"junk","moves":[]}}"#,
            r#"{"type":"play","id":2,"position":{"fen":null,"moves":["e2e5"]},"level":null,"clocks":null}"#,
            r#"{"type":"threat","id":3,"position":{"fen":"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1","moves":[]}}"#,
            r#"{"type":"game","id":4,"index":3}"#,
            r#"{"type":"report","id":5,"pgn":"","limits":{"depth":null,"nodes":null,"movetime":null}}"#,
            r#"{"type":"chess960","id":6,"number":960}"#,
            r#"{"type":"watch","id":8}"#,
        ];
        for line in bad {
            kept.0.lock().unwrap().clear();
            assert!(session.handle_line(line));
            let answer: Value = serde_json::from_slice(&kept.0.lock().unwrap()).unwrap();
            assert_eq!(answer["type"], "error", "{line}");
        }
        kept.0.lock().unwrap().clear();
        session.handle_line(r#"{"type":"chess960","id":6,"number":518}"#);
        let answer: Value = serde_json::from_slice(&kept.0.lock().unwrap()).unwrap();
        assert_eq!(answer["type"], "start");
    }
}
