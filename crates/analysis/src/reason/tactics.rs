//! Forks, skewers, pins, discovered attacks and trapped pieces. In each, the reply makes the attack and the line wins what
//! was attacked.

use super::material::wins_on;
use super::{Case, Kind, Reason};
use crate::line::{Capture, passed};
use crate::words;
use vernier_chess::{Bitboard, Board, EXCHANGE_VALUES, Move, Role, Square, attacks};

/// What a tactic must win at least, compared with the best move.
const LEAST: i32 = 100;

/// The reply, the position after it, and what the opponent takes later in the line.
struct Blow {
    answer: Move,
    role: Role,
    at: Square,
    board: Board,
    later: Vec<Capture>,
}

impl Blow {
    fn of(case: &Case) -> Option<Self> {
        let answer = case.answer().filter(|mv| !mv.is_castle())?;
        if case.cost() < LEAST || case.loss() < LEAST {
            return None;
        }
        let board = case.after.play(answer);
        let mut later = case.losses();
        later.retain(|capture| capture.ply >= 2);
        Some(Self { answer, role: board.role_at(answer.to())?, at: answer.to(), board, later })
    }

    /// The squares the piece attacks from where it now stands.
    fn reach(&self) -> Bitboard {
        attacks::of(self.role, !self.board.turn(), self.at, self.board.occupied())
    }

    /// A later capture of what stands on a square now, wherever it has gone.
    fn falls(&self, square: Square) -> Option<&Capture> {
        self.later.iter().find(|capture| capture.origin == square)
    }

    /// True if the piece would win a piece on a square if the one before it left the line.
    fn would_take(&self, square: Square, before: Square) -> bool {
        let Some(role) = self.board.role_at(square) else { return false };
        let others = self.board.occupied().without(before);
        let defenders = self.board.attackers(square, others) & self.board.color(self.board.turn());
        defenders.without(before).is_empty() || EXCHANGE_VALUES[role] > EXCHANGE_VALUES[self.role]
    }

    fn slides(&self) -> bool {
        matches!(self.role, Role::Bishop | Role::Rook | Role::Queen)
    }
}

/// The piece attacks two that it may take, and takes one of them.
pub(super) fn fork(case: &Case) -> Option<Reason> {
    let blow = Blow::of(case)?;
    let worth_taking = |square: &Square| match blow.board.role_at(*square) {
        Some(Role::King) => true,
        Some(role) => {
            let value = EXCHANGE_VALUES[role];
            let undefended =
                (blow.board.attackers(*square, blow.board.occupied()) & blow.board.color(case.us)).is_empty();
            role != Role::Pawn
                && (undefended || blow.role != Role::King && value > EXCHANGE_VALUES[blow.role])
        }
        None => false,
    };
    let targets: Vec<Square> =
        (blow.reach() & blow.board.color(case.us)).into_iter().filter(worth_taking).collect();
    if targets.len() < 2 {
        return None;
    }
    let taken = targets.iter().copied().find(|square| {
        blow.later.iter().any(|capture| capture.square == *square && capture.mv.from() == blow.at)
    })?;
    let named: Vec<String> = targets.iter().map(|square| words::piece_on(&blow.board, *square)).collect();
    let text = format!(
        "{} allows a fork: {} attacks {}, and the {} falls.",
        case.name(),
        case.answer_name(),
        words::list(&named),
        words::role(blow.board.role_at(taken)?)
    );
    Some(case.by_reply(Kind::Fork, text, [vec![blow.at], targets].concat()))
}

/// The piece attacks one that is worth more than the one behind it, and that falls where it stands; or the first falls, because the
/// second would.
pub(super) fn skewer(case: &Case) -> Option<Reason> {
    let blow = Blow::of(case)?;
    let skewered = rays(&blow, case).into_iter().find_map(|(front, back)| {
        let [first, second] = [front, back].map(|square| worth(&blow.board, square));
        if first <= second || second < EXCHANGE_VALUES[Role::Knight] {
            return None;
        }
        let back_falls = |capture: &Capture| capture.square == back && capture.origin == back;
        let front_falls = |capture: &Capture| capture.origin == front && capture.mv.from() == blow.at;
        if blow.later.iter().any(back_falls) {
            Some((front, back, back))
        } else {
            let stays = blow.later.iter().any(front_falls) && blow.would_take(back, front);
            stays.then_some((front, back, front))
        }
    });
    let (front, back, fallen) = skewered?;
    let [first, second] = [front, back].map(|square| words::piece_on(&blow.board, square));
    let end = if fallen == back {
        format!("and {second} behind it falls")
    } else {
        format!("with {second} behind it, and the {} falls", words::role(blow.board.role_at(front)?))
    };
    let text = format!("{} allows a skewer: {} attacks {first}, {end}.", case.name(), case.answer_name());
    Some(case.by_reply(Kind::Skewer, text, vec![blow.at, front, back]))
}

/// The piece attacks one that may not move for what stands behind it, and it falls where it stands or where it takes the attacker.
pub(super) fn pin(case: &Case) -> Option<Reason> {
    let blow = Blow::of(case)?;
    let (front, back) = rays(&blow, case).into_iter().find(|(front, back)| {
        let [first, second] = [*front, *back].map(|square| worth(&blow.board, square));
        let falls = |capture: &Capture| {
            capture.origin == *front && (capture.square == *front || capture.square == blow.at)
        };
        first < second && first >= EXCHANGE_VALUES[Role::Knight] && blow.later.iter().any(falls)
    })?;
    let text = format!(
        "{} allows a pin: after {} {} cannot leave the line to {}, and it falls.",
        case.name(),
        case.answer_name(),
        words::piece_on(&blow.board, front),
        words::piece_on(&blow.board, back)
    );
    Some(case.by_reply(Kind::Pin, text, vec![blow.at, front, back]))
}

/// The reply opens the line of another piece, which takes what it now attacks; or, while that is brought to safety, something that is
/// worth less falls.
pub(super) fn discovered_attack(case: &Case) -> Option<Reason> {
    let blow = Blow::of(case)?;
    let them = !case.us;
    let sliders = blow.board.color(them)
        & (blow.board.role(Role::Bishop) | blow.board.role(Role::Rook) | blow.board.role(Role::Queen));
    let seen = |board: &Board, slider: Square| {
        let role = board.role_at(slider).unwrap_or(Role::Queen);
        attacks::of(role, them, slider, board.occupied()) & board.color(case.us)
    };
    let found = sliders.without(blow.at).into_iter().find_map(|slider| {
        let opened = seen(&blow.board, slider) - seen(&case.after, slider);
        opened.into_iter().find_map(|target| {
            let takes_target = |capture: &Capture| capture.mv.from() == slider && capture.square == target;
            // A check, or an attack on something dearer, gives the others a free hand for a move.
            let free_hand = |capture: &Capture| {
                capture.ply == 2 && EXCHANGE_VALUES[capture.role] < worth(&blow.board, target)
            };
            let wins = blow.later.iter().any(|capture| takes_target(capture) || free_hand(capture));
            wins.then_some((slider, target))
        })
    });
    let (slider, target) = found?;
    let text = format!(
        "{} allows a discovered attack: {} opens the line of {} to {}.",
        case.name(),
        case.answer_name(),
        words::piece_on(&blow.board, slider),
        words::piece_on(&blow.board, target)
    );
    Some(case.by_reply(Kind::DiscoveredAttack, text, vec![blow.answer.from(), slider, target]))
}

/// After the reply a piece is attacked and every move of it loses it, and it falls in the line.
pub(super) fn traps_piece(case: &Case) -> Option<Reason> {
    let blow = Blow::of(case)?;
    let pieces = blow.board.color(case.us) - blow.board.role(Role::Pawn) - blow.board.role(Role::King);
    let square = pieces
        .into_iter()
        .find(|square| is_trapped(&blow.board, *square) && blow.falls(*square).is_some())?;
    let text = format!(
        "{} lets {} be trapped: after {} it has no safe square.",
        case.name(),
        words::piece_on(&blow.board, square),
        case.answer_name()
    );
    let exits = blow.board.legal_moves().into_iter().filter(|mv| mv.from() == square).map(|mv| mv.to());
    Some(case.by_reply(Kind::TrapsPiece, text, std::iter::once(square).chain(exits).collect()))
}

/// The side to move loses a piece wherever it stands or goes.
fn is_trapped(board: &Board, square: Square) -> bool {
    let Some(role) = board.role_at(square) else { return false };
    let price = EXCHANGE_VALUES[role] - 100;
    let Some(other) = passed(board) else { return false };
    let moves = board.legal_moves();
    let mut exits = moves.iter().filter(|mv| mv.from() == square).peekable();
    exits.peek().is_some() && wins_on(&other, square, price) && exits.all(|mv| board.see(*mv) <= -price)
}

/// Own pieces of the player, one behind the other, that the slider attacks.
fn rays(blow: &Blow, case: &Case) -> Vec<(Square, Square)> {
    if !blow.slides() {
        return Vec::new();
    }
    let own = blow.board.color(case.us);
    let first = blow.reach() & own;
    let mut found = Vec::new();
    for front in first {
        let beyond =
            attacks::of(blow.role, !case.us, blow.at, blow.board.occupied().without(front)) - blow.reach();
        found.extend((beyond & own & attacks::line(blow.at, front)).into_iter().map(|back| (front, back)));
    }
    found
}

/// What it would hurt to lose; a king more than all.
fn worth(board: &Board, square: Square) -> i32 {
    match board.role_at(square) {
        Some(Role::King) => 10_000,
        Some(role) => EXCHANGE_VALUES[role],
        None => 0,
    }
}
