//! Draws inside the tree.

use super::walk::Walk;
use super::window::Window;
use crate::{Ply, Score};
use std::sync::LazyLock;
use vernier_chess::{Bitboard, Color, Key, Piece, Role, Square, attacks, repetition};

impl Walk<'_> {
    /// True if the position on the board is a draw: by repetition, by the fifty-move rule, or because neither side can mate.
    #[inline]
    pub(super) fn is_draw(&self, ply: Ply) -> bool {
        let clock = self.board.halfmove_clock();
        (clock >= 100 && self.is_claimable(ply))
            || (clock >= 4 && self.is_repetition(ply))
            || self.board.has_insufficient_material()
    }

    /// Mate on the hundredth move counts as mate.
    #[cold]
    fn is_claimable(&self, ply: Ply) -> bool {
        !self.stack[ply].in_check || self.board.has_legal_moves()
    }

    /// True if the position has occurred before. Once is enough inside the tree, since what was best then will be best
    /// again; a position of the game must have occurred twice.
    fn is_repetition(&self, ply: Ply) -> bool {
        let (key, clock) = (self.board.key(), self.board.halfmove_clock());
        let inside = ply.min(self.keys.len()).min(usize::from(clock));
        repetition::has_repeated(&self.keys[self.keys.len() - inside..], key, inside as u16)
            || (usize::from(clock) > ply && repetition::earlier_occurrences(&self.keys, key, clock) >= 2)
    }

    /// If one reversible move leads back to a position of this line, its mover can have a draw: the node is worth no
    /// less. (The idea is from M. N. J. van Kervinck's talk on cycles in game trees.)
    #[inline]
    pub(super) fn upcoming_repetition(&self, window: &mut Window, ply: Ply) -> bool {
        let clock = usize::from(self.board.halfmove_clock());
        if window.alpha < Score::DRAW && clock >= 3 && self.can_return(ply.min(clock)) {
            window.alpha = Score::DRAW;
        }
        window.alpha >= window.beta
    }

    /// True if one move leads back to one of the last `reach` positions.
    fn can_return(&self, reach: usize) -> bool {
        let steps = &*STEPS;
        let earlier = self.keys.iter().rev().take(reach).skip(2).step_by(2);
        earlier.filter_map(|key| steps.find(*key ^ self.board.key())).any(|(from, to)| {
            let blocked = attacks::between(from, to).meets(self.board.occupied());
            let own = self.board.color(self.board.turn());
            !blocked && (own.has(from) || own.has(to))
        })
    }
}

/// Every step a piece other than a pawn can take on an empty board, found by what it does to the key.
struct Steps {
    places: Vec<Option<(Key, Square, Square)>>,
    /// One bit for each beginning that a key may have: nearly all keys that are looked up are none of a step, and few of these
    /// begin like one.
    beginnings: [u64; 1024],
}

static STEPS: LazyLock<Steps> = LazyLock::new(Steps::new);

impl Steps {
    /// More than twice as many places as there are steps (3668).
    const SIZE: usize = 8192;

    fn new() -> Self {
        let mut steps = Self { places: vec![None; Self::SIZE], beginnings: [0; 1024] };
        for (color, role) in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role))) {
            if role == Role::Pawn {
                continue;
            }
            for from in Square::ALL {
                for to in attacks::of(role, color, from, Bitboard::EMPTY).into_iter().filter(|to| from < *to)
                {
                    steps.insert(Key::step(Piece::new(color, role), from, to), from, to);
                }
            }
        }
        steps
    }

    fn insert(&mut self, key: Key, from: Square, to: Square) {
        let mut place = key.0 as usize % Self::SIZE;
        while self.places[place].is_some() {
            place = (place + 1) % Self::SIZE;
        }
        self.places[place] = Some((key, from, to));
        let (word, bit) = Self::beginning(key);
        self.beginnings[word] |= bit;
    }

    /// Where the bit of a key's beginning lies.
    #[inline]
    const fn beginning(key: Key) -> (usize, u64) {
        let beginning = (key.0 >> 48) as usize;
        (beginning / 64, 1 << (beginning % 64))
    }

    #[inline]
    fn find(&self, key: Key) -> Option<(Square, Square)> {
        let (word, bit) = Self::beginning(key);
        if self.beginnings[word] & bit == 0 {
            return None;
        }
        let mut place = key.0 as usize % Self::SIZE;
        while let Some((other, from, to)) = self.places[place] {
            if other == key {
                return Some((from, to));
            }
            place = (place + 1) % Self::SIZE;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_found_by_its_key() {
        assert_eq!(STEPS.places.iter().flatten().count(), 3668);
        for (key, from, to) in STEPS.places.iter().flatten() {
            assert_eq!(STEPS.find(*key), Some((*from, *to)));
        }
        let key = Key::step(Piece::BlackRook, Square::A8, Square::A1);
        assert_eq!(STEPS.find(key), Some((Square::A1, Square::A8)));
        assert_eq!(STEPS.find(Key(0)), None);
    }
}
