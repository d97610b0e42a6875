//! How much of an endgame advantage can be turned into a win.
//!
//! Called once an evaluation, with the sum of the terms; recognises endings that are drawn or drawish.

use super::{Scale, Spine, Tapered, kpk, spine::Side};
use vernier_chess::{Bitboard, Color, File, Rank, Role, Square};

/// How much of the endgame value counts when the terms sum up to that.
pub(crate) fn scale(spine: &Spine, sum: Tapered) -> Scale {
    // Where the endgame is level the middlegame decides who presses; a mirrored position must agree.
    let strong = if (sum.endgame(), sum.middlegame()) >= (0, 0) { Color::White } else { Color::Black };
    let (us, them) = (&spine[strong], &spine[!strong]);
    let pawns = us.pieces[Role::Pawn];
    if pawns.is_empty() {
        return without_pawns(us, them);
    }
    if is_fortress(us, them, strong) || is_drawn_pawn_ending(spine, strong) {
        return Scale::DRAWN;
    }
    if them.is_bare() {
        return Scale::FULL;
    }
    let pawn_count = pawns.len() as i32;
    match opposite_bishops(us, them) {
        Some(Company::Alone) => Scale(20 + 4 * us.passed.len() as i32),
        Some(Company::Others) => Scale((36 + 4 * pawn_count).min(Scale::FULL.0)),
        None => Scale((36 + 7 * pawn_count).min(Scale::FULL.0)),
    }
}

/// What the pieces are worth in the old count: three, three, five and nine.
fn points(side: &Side) -> i32 {
    [(Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
        .map(|(role, points)| points * side.pieces[role].len() as i32)
        .iter()
        .sum()
}

/// Without pawns it takes more than a minor piece to win.
fn without_pawns(us: &Side, them: &Side) -> Scale {
    let (own, enemy) = (points(us), points(them));
    let two_knights = us.non_pawn_material() == us.pieces[Role::Knight] && own == 6;
    let one_shade = us.non_pawn_material() == us.pieces[Role::Bishop]
        && (us.non_pawn_material().is_subset(Bitboard::DARK)
            || us.non_pawn_material().is_subset(Bitboard::LIGHT));
    if own <= 3 || one_shade || two_knights && them.is_bare() {
        return Scale::DRAWN;
    }
    if own - enemy > 3 {
        return Scale::FULL;
    }
    if enemy <= 3 { Scale(6) } else { Scale(14) }
}

/// All pawns on one rook file, no piece but bishops that cannot attack the corner where they promote, and the enemy
/// king there.
fn is_fortress(us: &Side, them: &Side, strong: Color) -> bool {
    let pawns = us.pieces[Role::Pawn];
    if us.non_pawn_material() != us.pieces[Role::Bishop] {
        return false;
    }
    let Some(file) = [File::A, File::H].into_iter().find(|file| pawns.is_subset(file.bitboard())) else {
        return false;
    };
    let corner = Square::new(file, strong.rank(Rank::Eighth));
    let shade = if corner.is_dark() { Bitboard::DARK } else { Bitboard::LIGHT };
    !us.pieces[Role::Bishop].meets(shade) && them.king.distance(corner) <= 1
}

/// King and pawn against king, where the pawn does not win.
fn is_drawn_pawn_ending(spine: &Spine, strong: Color) -> bool {
    let (us, them) = (&spine[strong], &spine[!strong]);
    match us.pieces[Role::Pawn].single() {
        Some(pawn) if spine.occupied.len() == 3 => !kpk::is_won(strong, us.king, pawn, them.king, spine.turn),
        _ => false,
    }
}

/// What else is there beside bishops of opposite colors.
enum Company {
    /// Nothing but pawns.
    Alone,
    /// Other pieces.
    Others,
}

/// True if each side has one bishop and these never meet.
fn opposite_bishops(us: &Side, them: &Side) -> Option<Company> {
    let (own, enemy) = (us.pieces[Role::Bishop].single()?, them.pieces[Role::Bishop].single()?);
    if own.is_dark() == enemy.is_dark() {
        return None;
    }
    let alone = us.non_pawn_material() == own.bitboard() && them.non_pawn_material() == enemy.bitboard();
    Some(if alone { Company::Alone } else { Company::Others })
}
