//! Between Python's numbers and the library's types. Squares are 0 to 63, piece types 1 to 6, White is `True`.

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::Path;
use vernier_chess::{Color, Role, Square};

/// Any error of the library as a `ValueError`.
pub fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An error of the system as the `OSError` that Python's own `open` raises: with the file's name.
pub fn file_error(path: &Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let reason = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, reason, path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// A square by its number.
pub fn square(number: i64) -> PyResult<Square> {
    let index = usize::try_from(number).ok().filter(|index| *index < 64);
    index
        .map(|index| Square::ALL[index])
        .ok_or_else(|| value_error(format!("{number} is not a square: 0 to 63")))
}

/// A role by its number.
pub fn role(number: i64) -> PyResult<Role> {
    let index = usize::try_from(number - 1).ok().filter(|index| *index < 6);
    index
        .map(|index| Role::ALL[index])
        .ok_or_else(|| value_error(format!("{number} is not a piece type: 1 to 6")))
}

/// The number of a role.
pub const fn role_number(role: Role) -> u8 {
    role as u8 + 1
}

/// A color by its truth: White is `True`.
pub const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// The truth of a color.
pub fn is_white(color: Color) -> bool {
    color == Color::White
}
