//! The machinery behind `weights.rs`: one declaration gives the struct, the default values, the list of names for
//! the tuner and the text of the file itself, so that a program can write it anew.

use super::Tapered;
use core::fmt::Write;
use vernier_chess::{ByColor, ByFile, ByRank, ByRole, BySquare, Rank, Square};

/// One weight of the evaluation, as the tuner sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// The name of the field and the place in its table: `phalanx[3]`.
    pub name: String,
    /// Its value.
    pub value: Tapered,
}

/// Something made of nothing but weights: a weight, or a table of them.
pub(crate) trait Shape {
    /// How many weights it holds.
    const LEN: usize;

    /// Goes over the weights in the order in which they lie in memory, with their places.
    fn each(&self, place: &str, visit: &mut impl FnMut(&str, &Tapered));

    /// Replaces every weight, in the same order.
    fn replace(&mut self, next: &mut impl FnMut() -> Tapered);

    /// The Rust expression that makes it, each line after the first indented.
    fn source(&self, indent: usize) -> String;
}

impl Shape for Tapered {
    const LEN: usize = 1;

    fn each(&self, place: &str, visit: &mut impl FnMut(&str, &Tapered)) {
        visit(place, self);
    }

    fn replace(&mut self, next: &mut impl FnMut() -> Tapered) {
        *self = next();
    }

    fn source(&self, _indent: usize) -> String {
        format!("{self:?}")
    }
}

impl<T: Shape, const N: usize> Shape for [T; N] {
    const LEN: usize = N * T::LEN;

    fn each(&self, place: &str, visit: &mut impl FnMut(&str, &Tapered)) {
        for (index, entry) in self.iter().enumerate() {
            entry.each(&format!("{place}[{index}]"), visit);
        }
    }

    fn replace(&mut self, next: &mut impl FnMut() -> Tapered) {
        self.iter_mut().for_each(|entry| entry.replace(next));
    }

    fn source(&self, indent: usize) -> String {
        let entries: Vec<String> = self.iter().map(|entry| entry.source(indent + 4)).collect();
        let margin = " ".repeat(indent + 4);
        // Plain weights fill lines; tables inside tables get a line each.
        let rows = if T::LEN == 1 { entries.chunks(8).map(|row| row.join(", ")).collect() } else { entries };
        if rows.len() == 1 {
            return format!("[{}]", rows[0]);
        }
        let mut text = String::from("[\n");
        for row in rows {
            let _ = writeln!(text, "{margin}{row},");
        }
        text + &" ".repeat(indent) + "]"
    }
}

macro_rules! table_shape {
    ($($table:ident $count:literal),*) => {$(
        impl<T: Shape> Shape for $table<T> {
            const LEN: usize = $count * T::LEN;

            fn each(&self, place: &str, visit: &mut impl FnMut(&str, &Tapered)) {
                self.0.each(place, visit);
            }

            fn replace(&mut self, next: &mut impl FnMut() -> Tapered) {
                self.0.replace(next);
            }

            fn source(&self, indent: usize) -> String {
                format!(concat!(stringify!($table), "({})"), self.0.source(indent))
            }
        }
    )*};
}
table_shape!(ByColor 2, ByRole 6, ByRank 8, ByFile 8);

/// One weight for each square of White's, mirrored for Black. Written as a picture, the eighth rank first.
pub type Picture = BySquare<Tapered>;

impl Shape for Picture {
    const LEN: usize = 64;

    fn each(&self, place: &str, visit: &mut impl FnMut(&str, &Tapered)) {
        for (square, weight) in self.iter() {
            visit(&format!("{place}[{square}]"), weight);
        }
    }

    fn replace(&mut self, next: &mut impl FnMut() -> Tapered) {
        self.0.iter_mut().for_each(|weight| *weight = next());
    }

    fn source(&self, indent: usize) -> String {
        let margin = " ".repeat(indent + 4);
        let mut text = String::from("picture([\n");
        for rank in Rank::ALL.into_iter().rev() {
            let row: Vec<String> = vernier_chess::File::ALL
                .map(|file| format!("{:?}", self[Square::new(file, rank)]))
                .into_iter()
                .collect();
            let _ = writeln!(text, "{margin}{},", row.join(", "));
        }
        text + &" ".repeat(indent) + "])"
    }
}

/// Turns a picture, the eighth rank first, into a table that starts at a1.
pub(crate) const fn picture(rows: [Tapered; 64]) -> Picture {
    let mut table = [Tapered::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = rows[square ^ 56];
        square += 1;
    }
    BySquare(table)
}

/// Declares the struct of all weights with their default values.
macro_rules! declare_weights {
    (
        $(#[$meta:meta])*
        pub struct $weights:ident {
            $($(#[doc = $doc:literal])+ $name:ident: $shape:ty = $value:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[repr(C)]
        pub struct $weights { $($(#[doc = $doc])+ pub $name: $shape,)* }

        impl $weights {
            /// The values of this file.
            pub const DEFAULT: Self = Self { $($name: $value,)* };

            /// How many weights there are.
            pub const COUNT: usize = 0 $(+ <$shape as $crate::evaluation::shape::Shape>::LEN)*;

            /// Goes over all weights, in the order in which they lie in memory.
            fn each(&self, visit: &mut impl FnMut(&str, &Tapered)) {
                $($crate::evaluation::shape::Shape::each(&self.$name, stringify!($name), visit);)*
            }

            /// Replaces all weights, in the same order.
            pub fn replace(&mut self, mut next: impl FnMut() -> Tapered) {
                $($crate::evaluation::shape::Shape::replace(&mut self.$name, &mut next);)*
            }

            /// The declarations of the file with these values in place of the defaults.
            fn declarations(&self) -> String {
                let mut text = String::new();
                $(
                    $(text += concat!("        ///", $doc, "\n");)+
                    let value = $crate::evaluation::shape::Shape::source(&self.$name, 8);
                    text += &format!("        {}: {} = {value},\n", stringify!($name), stringify!($shape));
                )*
                text
            }
        }
    };
}
pub(crate) use declare_weights;
