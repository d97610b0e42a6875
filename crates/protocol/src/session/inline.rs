//! A session on the caller's thread, for programs without others, such as a page in a browser.

use super::context::Context;
use super::output::Output;
use super::uci::UciHandler;
use super::work::StopSignal;
use super::{Flow, Message, ProtocolHandler};
use std::io::Write;
use std::sync::mpsc::{Receiver, channel};
use vernier_engine::Engine;

/// A UCI session that reads no stream: each call handles one line, and its output is written before
/// the call returns. Where the engine has threads a search continues after the call, as UCI wants it; where it has none
/// the call lasts as long as the search.
///
/// ```
/// use vernier_engine::Engine;
/// use vernier_protocol::InlineSession;
/// let mut session = InlineSession::new(Engine::new(), std::io::sink());
/// assert!(session.handle_line("isready"));
/// assert!(!session.handle_line("quit"));
/// ```
pub struct InlineSession {
    context: Context,
    handler: UciHandler,
    inbox: Receiver<Message>,
}

impl InlineSession {
    /// A session with that engine. Each line is written at once, with its end, in one call.
    pub fn new(engine: Engine, output: impl Write + Send + 'static) -> Self {
        let (sender, inbox) = channel();
        let mut context = Context::new(engine, Output::direct(output), sender, false);
        let mut handler = UciHandler::default();
        handler.greet(&mut context);
        Self { context, handler, inbox }
    }

    /// Handles a line; false if that ends the session.
    pub fn handle_line(&mut self, line: &str) -> bool {
        let flow = self.handler.handle_line(&mut self.context, line);
        for message in self.inbox.try_iter() {
            if let Message::Search(search, event) = message {
                self.handler.handle_event(&mut self.context, search, event);
            }
        }
        match flow {
            Flow::Quit => return false,
            Flow::Work(work) => work(&self.context.output, &StopSignal::default()),
            // Only UCI is spoken here, and the caller brings one line at a time.
            Flow::Continue | Flow::Switch(_) | Flow::Wait => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<String>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_answered_before_the_call_returns() {
        let kept = Kept::default();
        let mut session = InlineSession::new(Engine::new(), kept.clone());
        for line in ["uci", "position startpos moves e2e4", "go perft 2", "position fen junk", "nonsense", ""]
        {
            assert!(session.handle_line(line), "{line}");
        }
        let text = kept.0.lock().unwrap().clone();
        for expected in ["id name", "uciok\n", "Nodes searched: 600\n", "info string error: "] {
            assert!(text.contains(expected), "{expected} in {text}");
        }
        assert!(!session.handle_line("quit"));
    }
}
