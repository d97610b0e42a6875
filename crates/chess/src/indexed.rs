//! Small closed sets of values, and tables indexed by them.

/// Declares an enum whose variants are numbered from zero, with the table type that it indexes.
///
/// Conversions from numbers are plain `match`es, which the optimiser turns into nothing, so no `unsafe` is
/// needed and no table lookup checks its bounds.
macro_rules! indexed_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident, $(#[$table_meta:meta])* $table:ident, $count:literal {
            $($(#[$variant_meta:meta])* $variant:ident = $index:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_meta])* $variant = $index),* }

        impl $name {
            /// How many values there are.
            pub const COUNT: usize = $count;
            /// Every value, in order.
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            /// The number of this value, counted from zero.
            #[inline(always)]
            pub const fn index(self) -> usize { self as usize }

            /// The value with that number, if there is one.
            #[inline(always)]
            pub const fn from_index(index: usize) -> Option<Self> {
                match index { $($index => Some(Self::$variant),)* _ => None }
            }
        }

        $(#[$table_meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $table<T>(pub [T; $count]);

        impl<T> $table<T> {
            /// A table filled by asking for the entry of each value.
            pub fn from_fn(mut entry: impl FnMut($name) -> T) -> Self {
                Self(core::array::from_fn(|index| entry($name::ALL[index])))
            }

            /// The entry of a value, as indexing gives it, for constants.
            #[inline(always)]
            pub const fn get(&self, key: $name) -> &T { &self.0[key as usize] }

            /// The entries with what they belong to.
            pub fn iter(&self) -> core::iter::Zip<core::array::IntoIter<$name, $count>, core::slice::Iter<'_, T>> {
                $name::ALL.into_iter().zip(&self.0)
            }
        }

        impl<'a, T> IntoIterator for &'a $table<T> {
            type Item = ($name, &'a T);
            type IntoIter = core::iter::Zip<core::array::IntoIter<$name, $count>, core::slice::Iter<'a, T>>;
            fn into_iter(self) -> Self::IntoIter { self.iter() }
        }

        impl<T> IntoIterator for $table<T> {
            type Item = ($name, T);
            type IntoIter = core::iter::Zip<core::array::IntoIter<$name, $count>, core::array::IntoIter<T, $count>>;
            fn into_iter(self) -> Self::IntoIter { $name::ALL.into_iter().zip(self.0) }
        }

        impl<T: Default> Default for $table<T> {
            fn default() -> Self { Self::from_fn(|_| T::default()) }
        }

        impl<T> core::ops::Index<$name> for $table<T> {
            type Output = T;
            #[inline(always)]
            fn index(&self, key: $name) -> &T { &self.0[key as usize] }
        }

        impl<T> core::ops::IndexMut<$name> for $table<T> {
            #[inline(always)]
            fn index_mut(&mut self, key: $name) -> &mut T { &mut self.0[key as usize] }
        }
    };
}

pub(crate) use indexed_enum;
