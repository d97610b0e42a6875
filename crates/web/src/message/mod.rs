//! The messages between the page and the server. `page/messages.d.ts` is generated from these types; a test compares the two.

mod answer;
mod facts;
mod game;
mod matches;
mod request;
mod search;

pub use answer::Answer;
pub use facts::{BookMove, PieceWorth, TablebaseMove, TermValue};
pub use game::{GameHead, Tree, TreeNode};
pub use matches::{Course, Live, LiveGame, LiveSide, Match, MatchGame, Standing};
pub use request::{Clocks, Position, Request, SearchLimits};
pub use search::{Ending, LegalMove, SearchLine, Stored};

use ts_rs::TS;
use vernier_analysis::chances::Chances;
use vernier_analysis::{Evaluation, GameReport, MoveReport};

/// The TypeScript declarations of all messages.
pub fn declarations() -> String {
    use vernier_analysis::reason::Kind;
    use vernier_analysis::{LineReport, Mark, Phase, PhaseReport, PlayerReport, ProofReport, ReasonReport};
    let mut text = String::from(
        "// Made from crates/web/src/message by `VERNIER_BLESS=1 cargo test -p vernier-web --test schema`.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            $(text.push_str(&format!("\nexport {}\n", <$name>::decl()));)*
        };
    }
    declare!(
        Position,
        SearchLimits,
        Clocks,
        Request,
        LegalMove,
        SearchLine,
        Stored,
        Ending,
        TermValue,
        PieceWorth,
        BookMove,
        TablebaseMove,
        GameHead,
        TreeNode,
        Tree,
        Standing,
        MatchGame,
        Match,
        Live,
        LiveGame,
        LiveSide,
        Course,
        Answer,
        Evaluation,
        Chances,
        GameReport,
        MoveReport,
        LineReport,
        ReasonReport,
        ProofReport,
        PlayerReport,
        PhaseReport,
        Phase,
        Mark,
        Kind,
    );
    text
}
