//! Small values and their names: whatever is written reads back, and nothing else does.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use vernier_chess::pgn::Nag;
use vernier_chess::{Bitboard, ByFile, Color, File, Key, NameError, Piece, Rank, Role, Square};

fn round_trip<T: Copy + PartialEq + Debug + Display + FromStr<Err: Debug>>(values: &[T]) {
    for value in values {
        assert_eq!(value.to_string().parse::<T>().unwrap(), *value);
    }
}

#[test]
fn names_round_trip() {
    round_trip(&Color::ALL);
    round_trip(&File::ALL);
    round_trip(&Rank::ALL);
    round_trip(&Role::ALL);
    round_trip(&Piece::ALL);
    round_trip(&Square::ALL);
    round_trip(&[Key(0), Key(1), Key(u64::MAX)]);
    round_trip(&[Nag(0), Nag(7), Nag(255)]);
}

#[test]
fn invalid_names_are_rejected_with_the_valid_ones() {
    for text in ["", "i", "9", "ab", "é", " a", "grey", "0"] {
        assert!(text.parse::<Color>().is_err(), "{text}");
        assert!(text.parse::<File>().is_err(), "{text}");
        assert!(text.parse::<Rank>().is_err(), "{text}");
        assert!(text.parse::<Role>().is_err(), "{text}");
        assert!(text.parse::<Piece>().is_err(), "{text}");
    }
    for text in ["", "$", "7", "$256", "$+7", "$-1", "!?"] {
        assert!(text.parse::<Nag>().is_err(), "{text}");
    }
    for text in ["", "0", "+000000000000000", "00000000000000000", "000000000000000g"] {
        assert!(text.parse::<Key>().is_err(), "{text}");
    }
    let error: NameError = "x".parse::<Rank>().unwrap_err();
    assert_eq!(error.to_string(), "a rank is a digit from 1 to 8");
}

#[test]
fn square_sets_iterate_both_ways_and_extend() {
    let mut set = Bitboard::CENTER;
    let forward: Vec<Square> = set.into_iter().collect();
    assert_eq!(forward, [Square::D4, Square::E4, Square::D5, Square::E5]);
    assert!(set.into_iter().rev().eq(forward.iter().rev().copied()));
    let mut ends = set.into_iter();
    assert_eq!((ends.next(), ends.next_back(), ends.len()), (Some(Square::D4), Some(Square::E5), 2));
    set.extend([Square::A1, Square::D4]);
    assert_eq!(set.len(), 5);
}

#[test]
fn tables_iterate_by_reference_and_by_value() {
    let table = ByFile::from_fn(|file| file.index() * 2);
    let by_reference: Vec<_> = (&table).into_iter().map(|(file, entry)| (file, *entry)).collect();
    assert!(table.iter().map(|(file, entry)| (file, *entry)).eq(by_reference.iter().copied()));
    assert!(table.into_iter().eq(by_reference.iter().copied()));
    assert_eq!(by_reference[7], (File::H, 14));
}
