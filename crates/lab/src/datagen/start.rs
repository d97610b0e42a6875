//! Where games begin.

use super::Rules;
use crate::openings::opening::Opening;
use std::ops::RangeInclusive;
use vernier_chess::{Board, Color, Game, Piece, Role, Setup, Square};
use vernier_engine::Rng;

/// Pieces of an endgame to begin from, kings included.
const PIECES: RangeInclusive<usize> = 5..=12;
/// What they are, but for the kings: as many pawns as pieces.
const ROLES: [Role; 8] =
    [Role::Pawn, Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// The number of the first move of an endgame: late enough for no filter to take it for an opening.
const LATE: u32 = 41;

/// The kinds of starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// The usual position or an opening, and some random moves.
    Standard,
    /// Any two back ranks and some random moves.
    Chess960,
    /// Few pieces anywhere.
    Endgame,
}

impl Start {
    /// The start of a game, by the shares of the rules. Chosen once for each game: kinds whose positions are often rejected
    /// must not become rarer.
    pub(super) fn choose(rules: &Rules, random: &mut Rng) -> Self {
        let mut falls = |percent: u32| percent > 0 && random.below(100) < percent as usize;
        if falls(rules.endgame_percent) {
            Self::Endgame
        } else if falls(rules.chess960_percent) {
            Self::Chess960
        } else {
            Self::Standard
        }
    }

    /// A game from such a start; `None` if it is already over, or the position is illegal.
    pub(super) fn begin(
        self,
        rules: &Rules,
        openings: &[Opening],
        number: u64,
        random: &mut Rng,
    ) -> Option<Game> {
        let start = match self {
            Self::Standard if openings.is_empty() => Board::start(),
            Self::Standard => openings[random.below(openings.len())].end(),
            Self::Chess960 => Board::double_chess960(random.below(960) as u16, random.below(960) as u16)?,
            Self::Endgame => endgame(random)?,
        };
        let plies =
            if self == Self::Endgame { 0 } else { rules.random_plies as usize + (number % 2) as usize };
        let mut game = Game::from_board(start);
        for mv in random.walk(&start, plies)?.0 {
            game.play(mv).ok()?;
        }
        game.outcome().is_none().then_some(game)
    }
}

/// Random pieces, as many of one side as of the other or one more; `None` if the position is illegal. All legal positions of as
/// many pieces are equally likely.
fn endgame(random: &mut Rng) -> Option<Board> {
    let mut setup = Setup { fullmove_number: LATE, ..Setup::EMPTY };
    let mut color = || if random.below(2) == 0 { Color::White } else { Color::Black };
    setup.turn = color();
    let mut owner = color();
    let pieces = PIECES.start() + random.below(PIECES.count());
    for index in 0..pieces {
        let role = if index < 2 { Role::King } else { ROLES[random.below(ROLES.len())] };
        let square = Square::from_index(random.below(64))?;
        if setup.pieces[square].replace(Piece::new(owner, role)).is_some() {
            return None;
        }
        owner = !owner;
    }
    setup.mend().ok().map(|mended| mended.board)
}
