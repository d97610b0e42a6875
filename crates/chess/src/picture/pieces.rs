//! The shapes of the pieces, drawn for Vernier in a box of 100 by 100.

use crate::{Color, Role};
use core::fmt;

/// A shape: what is filled and outlined, and the finer lines over it.
struct Shape {
    body: &'static str,
    /// Balls: center and radius.
    balls: &'static [(f32, f32, f32)],
    lines: &'static str,
}

const fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape {
            body: "M26 88V81Q26 76 33 74C41 68 43 60 44 51H40Q36 47 40 43H43A14.5 14.5 0 1 1 57 43H60Q64 47 60 51H56\
                   C57 60 59 68 67 74Q74 76 74 81V88Z",
            balls: &[],
            lines: "",
        },
        Role::Knight => Shape {
            body: "M27 88V82Q27 77 34 76C34 65 50 60 51 47C46 53 39 52 35 56C31 62 25 63 20 58C17 54 18 50 21 46\
                   C26 38 28 33 31 28C32 24 35 21 38 19L38 9L48 16C66 19 78 36 78 58C78 65 77 71 75 76Q80 77 80 82V88Z",
            balls: &[],
            lines: "M39 31.5V33M24.5 53L24.6 53.6M56 25C65 31 70 43 70 59M34 76H75",
        },
        Role::Bishop => Shape {
            body: "M24 88V82Q24 77 31 76C39 74 43 70 44 64H38Q34 60 38 56C33 50 33 43 36 36C39 29 45 23 50 18\
                   C55 23 61 29 64 36C67 43 67 50 62 56Q66 60 62 64H56C57 70 61 74 69 76Q76 77 76 82V88Z",
            balls: &[(50.0, 14.0, 5.5)],
            lines: "M50 31V47M43 38H57M39 56H61",
        },
        Role::Rook => Shape {
            body: "M22 88V81Q22 77 27 76L31 73L34 45L26 38V16H37V23H44.5V16H55.5V23H63V16H74V38L66 45L69 73L73 76\
                   Q78 77 78 81V88Z",
            balls: &[],
            lines: "M27 38H73M34 45H66M31 73H69",
        },
        Role::Queen => Shape {
            body: "M22 88V82Q22 78 28 77L31 74C30 64 22 54 16 32L33 51L31 24L44 49L50 20L56 49L69 24L67 51L84 32\
                   C78 54 70 64 69 74L72 77Q78 78 78 82V88Z",
            balls: &[
                (15.0, 29.0, 5.0),
                (31.0, 20.0, 5.0),
                (50.0, 15.0, 5.0),
                (69.0, 20.0, 5.0),
                (85.0, 29.0, 5.0),
            ],
            lines: "M29 64Q50 57 71 64M31 74Q50 68 69 74",
        },
        Role::King => Shape {
            body: "M22 88V82Q22 78 28 77L32 74C30 67 13 60 13 46C13 32 31 28 44 41C41 32 44 27 50 23C56 27 59 32 56 41\
                   C69 28 87 32 87 46C87 60 70 67 68 74L72 77Q78 78 78 82V88ZM47 8H53V12H58V17H53V23H47V17H42V12H47Z",
            balls: &[],
            lines: "M50 66V47M32 74Q50 66 68 74M31 66C24 61 20 54 20 47C20 38 33 37 41 47M69 66C76 61 80 54 80 47C80 38 67 37 59 47",
        },
    }
}

/// Writes a piece, in a box of 100 by 100.
pub(super) fn write_piece(f: &mut fmt::Formatter<'_>, color: Color, role: Role) -> fmt::Result {
    let (fill, outline, line) = match color {
        Color::White => ("#fdfcf8", "#26231f", "#26231f"),
        Color::Black => ("#3b3733", "#171513", "#efe9dd"),
    };
    let Shape { body, balls, lines } = shape(role);
    write!(f, r#"<g fill="{fill}" stroke="{outline}" stroke-width="3.5" stroke-linejoin="round">"#)?;
    write!(f, r#"<path d="{body}"/>"#)?;
    for (x, y, radius) in balls {
        write!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)?;
    }
    if !lines.is_empty() {
        write!(
            f,
            r#"<path d="{lines}" fill="none" stroke="{line}" stroke-width="3" stroke-linecap="round"/>"#
        )?;
    }
    f.write_str("</g>")
}
