//! Where games begin: files, books, our own starting positions and random moves.

pub mod book_lines;
pub mod opening;
pub mod start_suite;
