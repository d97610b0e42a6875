//! King and pawn against king, solved: won or drawn for every position.
//!
//! Found once, at first use, from the seventh rank backwards. A whole set of squares for the bare king is handled at a
//! time, so that solving takes well under a millisecond and the answers fill 24 KB.

use std::sync::LazyLock;
use vernier_chess::{Bitboard, BySquare, Color, File, Rank, Square};

/// For one pawn and each square of its king: the squares on which the bare king is lost.
#[derive(Clone, Copy)]
struct Lost {
    pawn_to_move: BySquare<Bitboard>,
    bare_to_move: BySquare<Bitboard>,
}

/// The pawn is White's and on the a to d files; the rest is mirrored.
static TABLE: LazyLock<Box<BySquare<Lost>>> = LazyLock::new(solve);

/// Solves the ending if that has not been done yet, so that no search has to wait for it.
pub(crate) fn prepare() {
    LazyLock::force(&TABLE);
}

/// True if the side with the pawn wins.
pub(crate) fn is_won(strong: Color, king: Square, pawn: Square, bare: Square, turn: Color) -> bool {
    let mirror = |square: Square| {
        let square = strong.square(square);
        if pawn.file() > File::D { square.flip_file() } else { square }
    };
    let (king, pawn, bare) = (mirror(king), mirror(pawn), mirror(bare));
    let lost = &TABLE[pawn];
    let set = if turn == strong { &lost.pawn_to_move } else { &lost.bare_to_move };
    set[king].has(bare)
}

/// The squares next to the set, and those of the set that are next to others of it.
fn around(set: Bitboard) -> Bitboard {
    let sides = set.east() | set.west();
    let rows = set | sides;
    sides | rows.north() | rows.south()
}

fn solve() -> Box<BySquare<Lost>> {
    let none =
        Lost { pawn_to_move: BySquare([Bitboard::EMPTY; 64]), bare_to_move: BySquare([Bitboard::EMPTY; 64]) };
    let mut table = Box::new(BySquare([none; 64]));
    for rank in Rank::ALL.into_iter().rev().skip(1).take(6) {
        for file in [File::A, File::B, File::C, File::D] {
            let pawn = Square::new(file, rank);
            table[pawn] = solve_pawn(pawn, &table);
        }
    }
    table
}

/// Solves for one pawn, when those farther ahead are solved.
fn solve_pawn(pawn: Square, table: &BySquare<Lost>) -> Lost {
    let hits = pawn.bitboard().north().east() | pawn.bitboard().north().west();
    let legal = |king: Square| !(around(king.bitboard()) | king | pawn);
    let mut lost = Lost {
        pawn_to_move: BySquare::from_fn(|king| {
            if king == pawn { Bitboard::EMPTY } else { push(pawn, king, table) & legal(king) & !hits }
        }),
        bare_to_move: BySquare([Bitboard::EMPTY; 64]),
    };
    // King moves are repeated until nothing new is found.
    loop {
        let before = lost;
        for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
            lost.bare_to_move[king] = surrendered(hits, king, lost.pawn_to_move[king]) & legal(king);
        }
        for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
            for to in around(king.bitboard()).without(pawn) {
                lost.pawn_to_move[king] |= lost.bare_to_move[to] & legal(king) & !hits;
            }
        }
        if before.pawn_to_move == lost.pawn_to_move && before.bare_to_move == lost.bare_to_move {
            return lost;
        }
    }
}

/// Where the bare king is lost if the pawn moves.
fn push(pawn: Square, king: Square, table: &BySquare<Lost>) -> Bitboard {
    let Some(to) = pawn.forward(Color::White).filter(|to| *to != king) else { return Bitboard::EMPTY };
    if to.rank() == Rank::Eighth {
        // The new piece stays unless the bare king is beside it and the own king is not.
        let guarded = around(king.bitboard()).has(to);
        return if guarded { !to.bitboard() } else { !around(to.bitboard()).with(to) };
    }
    let once = table[to].bare_to_move[king];
    match to.forward(Color::White).filter(|twice| pawn.rank() == Rank::Second && *twice != king) {
        Some(twice) => once | table[twice].bare_to_move[king].without(to),
        None => once,
    }
}

/// Where the bare king, to move, has no move that saves it.
fn surrendered(hits: Bitboard, king: Square, lost_after: Bitboard) -> Bitboard {
    let guarded = around(king.bitboard());
    let steps = !(guarded | king | hits);
    let saving = steps & !lost_after;
    // Without any move it is mate or stalemate.
    !around(saving) & (around(steps) | hits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// King square, pawn, bare king, and whether the pawn's side is to move.
    type State = (Square, Square, Square, bool);

    fn neighbors(square: Square) -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(move |other| square.distance(*other) == 1)
    }

    fn pawn_hits(pawn: Square, square: Square) -> bool {
        [-1, 1].iter().any(|side| pawn.offset(*side, 1) == Some(square))
    }

    fn is_legal((king, pawn, bare, strong_to_move): State) -> bool {
        king != pawn
            && bare != pawn
            && king.distance(bare) > 1
            && !(strong_to_move && pawn_hits(pawn, bare))
            && !matches!(pawn.rank(), Rank::First | Rank::Eighth)
    }

    /// One position by the rules, square by square: does the pawn win, as far as is known?
    fn wins((king, pawn, bare, strong_to_move): State, known: &HashMap<State, bool>) -> bool {
        let is_won = |state: State| known.get(&state).copied().unwrap_or(false);
        if !strong_to_move {
            let moves: Vec<Square> =
                neighbors(bare).filter(|to| king.distance(*to) > 1 && !pawn_hits(pawn, *to)).collect();
            let stalemate = moves.is_empty() && !pawn_hits(pawn, bare);
            return !stalemate && moves.iter().all(|to| *to != pawn && is_won((king, pawn, *to, true)));
        }
        let king_wins = neighbors(king)
            .filter(|to| *to != pawn && to.distance(bare) > 1)
            .any(|to| is_won((to, pawn, bare, false)));
        let free = |square: Option<Square>| square.filter(|square| *square != king && *square != bare);
        let Some(to) = free(pawn.offset(0, 1)) else { return king_wins };
        if to.rank() == Rank::Eighth {
            return king_wins || to.distance(bare) > 1 || to.distance(king) == 1;
        }
        let twice = free(to.offset(0, 1)).filter(|_| pawn.rank() == Rank::Second);
        king_wins
            || is_won((king, to, bare, false))
            || twice.is_some_and(|twice| is_won((king, twice, bare, false)))
    }

    #[test]
    fn agrees_with_an_exhaustive_search() {
        let mut known: HashMap<State, bool> = HashMap::new();
        for pawn in Square::ALL.into_iter().filter(|pawn| pawn.file() <= File::D) {
            for king in Square::ALL {
                for bare in Square::ALL {
                    for state in [(king, pawn, bare, true), (king, pawn, bare, false)] {
                        if is_legal(state) {
                            known.insert(state, false);
                        }
                    }
                }
            }
        }
        loop {
            let news: Vec<State> = known
                .iter()
                .filter(|(state, won)| !**won && wins(**state, &known))
                .map(|(state, _)| *state)
                .collect();
            if news.is_empty() {
                break;
            }
            known.extend(news.into_iter().map(|state| (state, true)));
        }
        assert_eq!(known.len(), 165_676);
        for ((king, pawn, bare, strong_to_move), won) in known {
            let turn = if strong_to_move { Color::White } else { Color::Black };
            assert_eq!(is_won(Color::White, king, pawn, bare, turn), won, "{king} {pawn} {bare} {turn}");
            let [flipped_king, flipped_pawn, flipped_bare] =
                [king, pawn, bare].map(|square| square.flip_rank().flip_file());
            assert_eq!(is_won(Color::Black, flipped_king, flipped_pawn, flipped_bare, !turn), won);
        }
    }
}
