//! The weights of the evaluation: every number that a term multiplies.
//!
//! A weight is `t(middlegame, endgame)` in hundredths of a pawn; only the danger units have a measure of their own (see
//! `danger.rs`). The declarations below are data: the tuner rewrites them with [`Weights::source`], and a test checks
//! that the unchanged weights give back this file to the letter.

use super::Tapered;
use super::shape::{Picture, Weight, declare_weights, picture};
use vernier_chess::{ByFile, ByRank, ByRole};

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

declare_weights! {
    /// The weights of the evaluation, one field for each idea. Ranks and squares are seen from the owner's side.
    pub struct Weights {
        /// What a piece of each role is worth by itself.
        material: ByRole<Tapered> = ByRole([t(76, 102), t(315, 321), t(334, 339), t(450, 557), t(954, 1046), t(0, 0)]),
        /// Bishops on both colors.
        bishop_pair: Tapered = t(20, 47),
        /// For each knight, each own pawn above five.
        knight_with_pawns: Tapered = t(-1, 5),
        /// For each rook, each own pawn above five.
        rook_with_pawns: Tapered = t(-5, -8),
        /// More than one knight.
        second_knight: Tapered = t(-6, -6),
        /// More than one rook.
        second_rook: Tapered = t(-16, -17),
        /// For each rook beside a queen, which does the same work better.
        queen_with_rooks: Tapered = t(-14, -11),
        /// The square a piece of each role stands on.
        squares: ByRole<Picture> = ByRole([
            picture([
                t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
                t(14, 34), t(16, 33), t(18, 28), t(20, 27), t(20, 27), t(18, 28), t(16, 33), t(14, 34),
                t(6, 22), t(9, 21), t(16, 16), t(18, 15), t(18, 15), t(15, 16), t(9, 21), t(5, 21),
                t(-1, 13), t(2, 12), t(10, 4), t(16, 3), t(13, 4), t(6, 6), t(-2, 11), t(-5, 14),
                t(-5, 6), t(-4, 6), t(7, -1), t(14, -3), t(13, -1), t(6, 0), t(-7, 5), t(-10, 6),
                t(-6, 2), t(-4, 0), t(3, -2), t(1, -2), t(5, -2), t(2, -2), t(-1, 2), t(-7, 1),
                t(-5, 5), t(3, 4), t(-3, -2), t(-8, -3), t(-8, -1), t(2, -1), t(6, 4), t(-4, 3),
                t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
            ]),
            picture([
                t(-63, -38), t(-44, -26), t(-32, -16), t(-28, -11), t(-28, -11), t(-32, -16), t(-44, -26), t(-62, -38),
                t(-24, -26), t(-6, -14), t(6, -4), t(10, 1), t(10, 1), t(6, -4), t(-6, -14), t(-24, -26),
                t(-9, -17), t(9, -5), t(20, 5), t(24, 9), t(25, 10), t(21, 4), t(9, -5), t(-9, -17),
                t(-10, -12), t(6, 1), t(18, 10), t(24, 15), t(21, 15), t(19, 10), t(7, 0), t(-10, -12),
                t(-15, -13), t(0, -2), t(13, 8), t(15, 14), t(14, 13), t(14, 9), t(0, -2), t(-16, -14),
                t(-25, -20), t(-8, -8), t(-2, 1), t(6, 7), t(7, 7), t(2, 1), t(-9, -8), t(-25, -19),
                t(-39, -29), t(-21, -17), t(-11, -7), t(-9, -2), t(-7, -2), t(-11, -8), t(-22, -17), t(-39, -29),
                t(-52, -36), t(-33, -24), t(-22, -14), t(-19, -9), t(-18, -9), t(-22, -14), t(-37, -24), t(-52, -36),
            ]),
            picture([
                t(-15, -12), t(-8, -8), t(-9, -4), t(-7, -2), t(-7, -2), t(-9, -4), t(-8, -8), t(-15, -12),
                t(-8, -9), t(-1, -5), t(-2, -1), t(0, 1), t(0, 1), t(-2, -1), t(-1, -5), t(-8, -9),
                t(-2, -6), t(5, -2), t(3, 2), t(6, 4), t(6, 4), t(4, 2), t(5, -2), t(-2, -6),
                t(0, -4), t(7, 0), t(6, 4), t(8, 7), t(8, 6), t(6, 4), t(8, 0), t(0, -4),
                t(0, -4), t(7, 0), t(7, 5), t(8, 6), t(9, 6), t(5, 4), t(7, 0), t(-1, -4),
                t(0, -5), t(7, -2), t(6, 1), t(7, 4), t(5, 4), t(5, 2), t(6, -2), t(-1, -6),
                t(-1, -10), t(11, -7), t(4, -2), t(3, -1), t(5, 0), t(4, -2), t(12, -7), t(-2, -10),
                t(-13, -13), t(-7, -9), t(-9, -5), t(-6, -3), t(-7, -3), t(-14, -3), t(-7, -9), t(-13, -13),
            ]),
            picture([
                t(-2, 8), t(1, 8), t(5, 6), t(10, 5), t(10, 5), t(5, 6), t(1, 7), t(-2, 8),
                t(4, 9), t(7, 9), t(11, 8), t(15, 6), t(16, 6), t(11, 7), t(7, 9), t(4, 9),
                t(-2, 8), t(1, 8), t(5, 6), t(10, 5), t(10, 5), t(5, 6), t(1, 7), t(-2, 8),
                t(-6, 7), t(-3, 6), t(1, 6), t(6, 4), t(6, 4), t(1, 5), t(-2, 7), t(-6, 7),
                t(-10, 4), t(-7, 3), t(-3, 2), t(2, 1), t(2, 1), t(-3, 2), t(-7, 3), t(-11, 3),
                t(-12, -1), t(-9, -2), t(-5, -3), t(0, -4), t(-1, -5), t(-5, -3), t(-9, -2), t(-12, -2),
                t(-15, -3), t(-9, -3), t(-5, -4), t(0, -5), t(-1, -6), t(-5, -4), t(-9, -4), t(-16, -4),
                t(-12, -2), t(-5, -3), t(0, -4), t(6, -5), t(5, -7), t(1, -4), t(-4, -3), t(-8, -2),
            ]),
            picture([
                t(-7, -22), t(-4, -13), t(-3, -6), t(-2, 0), t(-2, 0), t(-3, -6), t(-4, -13), t(-7, -22),
                t(-9, -14), t(-7, -5), t(-5, 2), t(-4, 8), t(-4, 8), t(-5, 2), t(-6, -5), t(-9, -14),
                t(-5, -8), t(-2, 1), t(-1, 8), t(0, 14), t(-1, 14), t(-1, 8), t(-3, 1), t(-5, -8),
                t(-4, -5), t(-2, 4), t(0, 11), t(0, 17), t(0, 17), t(0, 11), t(-1, 4), t(-4, -5),
                t(-5, -8), t(0, 1), t(1, 8), t(2, 14), t(2, 14), t(1, 8), t(0, 1), t(-3, -8),
                t(-1, -16), t(2, -7), t(3, 0), t(4, 6), t(4, 6), t(3, 0), t(2, -7), t(-1, -16),
                t(0, -24), t(3, -15), t(6, -8), t(6, -2), t(6, -2), t(5, -8), t(3, -15), t(0, -24),
                t(-3, -30), t(-1, -21), t(0, -14), t(4, -9), t(2, -8), t(0, -14), t(-1, -21), t(-5, -30),
            ]),
            picture([
                t(-72, -32), t(-74, -17), t(-80, -7), t(-84, -3), t(-84, -3), t(-80, -7), t(-74, -17), t(-72, -32),
                t(-72, -10), t(-74, 5), t(-80, 15), t(-84, 19), t(-84, 19), t(-80, 15), t(-74, 6), t(-72, -10),
                t(-72, 0), t(-74, 15), t(-80, 25), t(-84, 30), t(-84, 29), t(-80, 26), t(-74, 16), t(-72, 0),
                t(-60, 0), t(-62, 15), t(-68, 25), t(-72, 29), t(-72, 29), t(-68, 26), t(-62, 15), t(-60, 0),
                t(-48, -5), t(-50, 9), t(-56, 19), t(-60, 23), t(-60, 24), t(-56, 20), t(-50, 10), t(-48, -5),
                t(-36, -14), t(-38, 1), t(-44, 10), t(-48, 14), t(-48, 15), t(-43, 12), t(-37, 1), t(-35, -13),
                t(4, -28), t(3, -14), t(-16, -4), t(-32, 0), t(-32, 1), t(-22, -3), t(2, -15), t(7, -28),
                t(12, -44), t(23, -30), t(6, -19), t(-15, -15), t(-6, -17), t(-12, -19), t(20, -31), t(16, -44),
            ]),
        ]),
        /// The squares a knight can go to.
        knight_mobility: [Tapered; 9] = [
            t(-24, -31), t(-15, -20), t(-8, -11), t(-5, -5), t(-2, 2), t(1, 6), t(5, 10), t(9, 13),
            t(13, 16),
        ],
        /// The squares a bishop can go to.
        bishop_mobility: [Tapered; 14] = [
            t(-29, -35), t(-19, -24), t(-12, -17), t(-7, -10), t(-4, -3), t(-1, 1), t(2, 5), t(5, 9),
            t(9, 13), t(11, 15), t(15, 19), t(18, 22), t(21, 26), t(24, 29),
        ],
        /// The squares a rook can go to.
        rook_mobility: [Tapered; 15] = [
            t(-22, -45), t(-14, -32), t(-9, -23), t(-6, -16), t(-5, -9), t(-3, -4), t(-2, 1), t(1, 6),
            t(4, 10), t(6, 14), t(7, 17), t(9, 21), t(10, 23), t(12, 26), t(15, 31),
        ],
        /// The squares a queen can go to.
        queen_mobility: [Tapered; 28] = [
            t(-21, -48), t(-17, -39), t(-14, -33), t(-12, -27), t(-10, -23), t(-8, -19), t(-7, -15), t(-5, -12),
            t(-5, -9), t(-3, -6), t(-1, -3), t(-1, 0), t(1, 3), t(2, 5), t(3, 9), t(4, 11),
            t(5, 13), t(6, 14), t(7, 16), t(8, 18), t(9, 20), t(10, 22), t(11, 24), t(12, 26),
            t(12, 28), t(13, 30), t(14, 32), t(15, 33),
        ],
        /// A pawn without own pawns on the files beside it.
        isolated: Tapered = t(-3, -5),
        /// The same on a file without an enemy pawn ahead.
        isolated_exposed: Tapered = t(-7, -8),
        /// A pawn that neither has support nor can go and get it.
        backward: Tapered = t(-2, -6),
        /// The same on a file without an enemy pawn ahead.
        backward_exposed: Tapered = t(-8, -6),
        /// A pawn behind another of its own.
        doubled: Tapered = t(-4, -15),
        /// Each group of neighboring files with pawns.
        island: Tapered = t(-4, -3),
        /// A defended pawn that attacks a pawn.
        pawn_tension: Tapered = t(0, 0),
        /// A pawn beside another, by its rank.
        phalanx: ByRank<Tapered> = ByRank([t(0, 0), t(3, 0), t(5, 2), t(7, 6), t(17, 19), t(38, 40), t(60, 60), t(0, 0)]),
        /// A pawn defended by another, by its rank.
        defended: ByRank<Tapered> = ByRank([t(0, 0), t(0, 0), t(8, 8), t(8, 5), t(12, 10), t(26, 24), t(50, 40), t(0, 0)]),
        /// A supported pawn that only pawns beside its way can stop, by its rank.
        candidate: ByRank<Tapered> = ByRank([t(0, 0), t(-2, 1), t(0, 3), t(3, 8), t(7, 19), t(20, 34), t(0, 0), t(0, 0)]),
        /// A passed pawn, by its rank.
        passed: ByRank<Tapered> = ByRank([t(0, 0), t(2, 12), t(0, 14), t(2, 24), t(12, 39), t(36, 66), t(80, 109), t(0, 0)]),
        /// Each step of the own king from the square ahead of a passed pawn.
        passed_own_king: ByRank<Tapered> = ByRank([t(0, 0), t(0, -1), t(0, -2), t(0, -6), t(0, -10), t(-3, -14), t(-4, -14), t(0, 0)]),
        /// Each step of the enemy king from the square ahead of a passed pawn.
        passed_enemy_king: ByRank<Tapered> = ByRank([t(0, 0), t(-1, 0), t(-1, 1), t(-1, 8), t(-1, 17), t(1, 27), t(2, 33), t(0, 0)]),
        /// A passed pawn with nothing on the square ahead.
        passed_free: ByRank<Tapered> = ByRank([t(0, 0), t(0, 0), t(-1, 1), t(2, 5), t(5, 9), t(10, 18), t(18, 28), t(0, 0)]),
        /// A passed pawn free to move whose whole way is clear of enemies and their attacks.
        passed_safe_path: ByRank<Tapered> = ByRank([t(0, 0), t(0, 3), t(1, 4), t(3, 9), t(10, 18), t(23, 35), t(35, 50), t(0, 0)]),
        /// A passed pawn free to move to a square that is not attacked.
        passed_safe_stop: ByRank<Tapered> = ByRank([t(0, 0), t(0, 2), t(1, 2), t(1, 4), t(4, 10), t(9, 18), t(11, 22), t(0, 0)]),
        /// A passed pawn free to move to a square that is defended.
        passed_defended_stop: ByRank<Tapered> = ByRank([t(0, 0), t(0, 0), t(1, 3), t(4, 6), t(6, 10), t(13, 16), t(18, 24), t(0, 0)]),
        /// A passed pawn free to move whose whole way is defended.
        passed_defended_path: ByRank<Tapered> = ByRank([t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)]),
        /// An own rook behind a passed pawn.
        rook_behind_passed: Tapered = t(7, 15),
        /// An enemy rook behind a passed pawn.
        enemy_rook_behind_passed: Tapered = t(-7, -20),
        /// A passed pawn that a king alone can no longer catch.
        unstoppable: Tapered = t(150, 420),
        /// The nearest own pawn in front of the king, by files from the edge and by its rank; the first rank: none.
        shelter: [ByRank<Tapered>; 4] = [
            ByRank([t(-3, 2), t(20, -3), t(22, -1), t(10, 0), t(7, 0), t(8, 0), t(-4, 1), t(0, 0)]),
            ByRank([t(-16, 2), t(26, 0), t(17, -2), t(-3, 0), t(-3, 1), t(-4, 0), t(-10, 1), t(0, 0)]),
            ByRank([t(-8, 0), t(21, 1), t(4, 1), t(-3, 0), t(-3, -1), t(-5, 0), t(-8, 1), t(0, 0)]),
            ByRank([t(-13, 0), t(9, 1), t(1, 1), t(-3, -1), t(-6, -2), t(-8, 0), t(-10, 0), t(0, 0)]),
        ],
        /// The nearest enemy pawn coming at the king, by files from the edge and by its rank; the first rank: none.
        storm: [ByRank<Tapered>; 4] = [
            ByRank([t(-3, -2), t(30, 1), t(-40, 1), t(-29, 1), t(-13, 0), t(-7, 0), t(-5, 0), t(0, 0)]),
            ByRank([t(-4, -2), t(10, 0), t(-35, 1), t(-21, 1), t(-9, 1), t(-4, 0), t(-2, 0), t(0, 0)]),
            ByRank([t(-3, -2), t(-8, 1), t(-34, 1), t(-20, 1), t(-8, 2), t(-5, -1), t(0, 0), t(0, 0)]),
            ByRank([t(-4, -1), t(-10, 0), t(-23, 1), t(-15, 1), t(-9, 0), t(-4, -1), t(-2, -1), t(0, 0)]),
        ],
        /// The same when an own pawn blocks it.
        blocked_storm: ByRank<Tapered> = ByRank([t(0, 0), t(0, 0), t(-21, -16), t(-3, -5), t(-3, -5), t(-1, -4), t(-1, -1), t(0, 0)]),
        /// Each rook that may still castle.
        may_castle: Tapered = t(10, 0),
        /// A king on its first rank, by file, with an own rook between it and the nearer edge.
        uncastled_king: ByFile<Tapered> = ByFile([t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)]),
        /// Danger units of any attack on a king.
        danger_base: Tapered = t(-59, -20),
        /// Danger units of each attack on a square of the ring.
        danger_hit: Tapered = t(10, 9),
        /// Danger units of each attacked square of the ring that only king or queen guard.
        danger_weak: Tapered = t(37, 30),
        /// Danger units of an attack without a queen.
        danger_no_queen: Tapered = t(-209, -180),
        /// Danger units of each pinned piece.
        danger_pinned: Tapered = t(24, 20),
        /// Danger units if a knight guards squares beside the king.
        danger_knight_guard: Tapered = t(-26, -10),
        /// Danger units of each attacker of the ring.
        danger_attacker: ByRole<Tapered> = ByRole([t(0, 0), t(46, 38), t(28, 30), t(37, 12), t(32, 10), t(0, 0)]),
        /// Danger units of each square from which a piece can check without being taken.
        danger_safe_check: ByRole<Tapered> = ByRole([t(0, 0), t(106, 100), t(59, 56), t(94, 90), t(83, 80), t(0, 0)]),
        /// Danger units of each other square from which a piece can check.
        danger_check: Tapered = t(13, 8),
        /// Danger units of each attacked square on the king's flank.
        danger_flank: Tapered = t(4, 3),
        /// Danger units of each such square attacked twice.
        danger_flank_twice: Tapered = t(6, 3),
        /// Danger units of each guarded square there.
        danger_flank_guard: Tapered = t(-2, 1),
        /// A piece attacked by a knight or bishop, by the victim's role.
        threat_by_minor: ByRole<Tapered> = ByRole([t(4, 17), t(21, 23), t(28, 27), t(40, 53), t(39, 61), t(0, 0)]),
        /// A weak piece attacked by a rook, by the victim's role.
        threat_by_rook: ByRole<Tapered> = ByRole([t(2, 22), t(18, 31), t(19, 28), t(0, 16), t(26, 21), t(0, 0)]),
        /// A piece attacked by a safe pawn.
        threat_by_pawn: Tapered = t(70, 45),
        /// A piece that a safe pawn push will attack.
        threat_by_push: Tapered = t(19, 16),
        /// A weak piece attacked by the king.
        threat_by_king: Tapered = t(12, 38),
        /// An attacked piece without any guard.
        hanging: Tapered = t(26, 23),
        /// A weak piece attacked twice and guarded once.
        outnumbered: Tapered = t(18, 15),
        /// A square the enemy attacks but does not control.
        restricted: Tapered = t(3, -1),
        /// A knight on a square no pawn can drive it from.
        knight_outpost: Tapered = t(25, 16),
        /// A bishop on such a square.
        bishop_outpost: Tapered = t(17, 12),
        /// A knight that can go to such a square.
        knight_near_outpost: Tapered = t(13, 9),
        /// A knight or bishop behind a pawn.
        shielded_minor: Tapered = t(4, 7),
        /// Each step of a knight from its king.
        knight_from_king: Tapered = t(-4, -1),
        /// Each step of a bishop from its king.
        bishop_from_king: Tapered = t(-3, -1),
        /// For each bishop, each own pawn on its color, times one more than the blocked center pawns.
        bishop_behind_pawns: Tapered = t(-1, -2),
        /// For each bishop, each enemy pawn on its color.
        bishop_sees_enemy_pawns: Tapered = t(-4, 0),
        /// A bishop that sees two center squares.
        bishop_on_long_diagonal: Tapered = t(14, 3),
        /// A bishop shut in on a rook file.
        trapped_bishop: Tapered = t(-80, -60),
        /// A rook on a file without pawns.
        rook_on_open_file: Tapered = t(24, 7),
        /// A rook on a file with enemy pawns only.
        rook_on_half_open_file: Tapered = t(9, 8),
        /// A rook on the file of a queen.
        rook_on_queen_file: Tapered = t(5, 3),
        /// A rook on the seventh rank with pawns there or the king behind.
        rook_on_seventh: Tapered = t(4, 15),
        /// A rook shut in by its own king.
        trapped_rook: Tapered = t(-14, -5),
        /// More for that if the king can no longer castle.
        trapped_rook_for_good: Tapered = t(-23, -6),
        /// Each safe square in the own camp, by the number of own pieces.
        space: [Tapered; 17] = [
            t(0, 0), t(0, -8), t(5, -8), t(-1, -3), t(-1, -1), t(-1, 0), t(0, 0), t(0, 0),
            t(-1, 1), t(-1, 0), t(-1, 1), t(-1, 1), t(-1, 1), t(0, 2), t(0, 2), t(0, 1),
            t(1, 0),
        ],
        /// The right to move.
        tempo: Tapered = t(28, 18),
        /// A bare king against enough to mate it.
        known_win: Tapered = t(800, 800),
        /// Each step of a bare king from the center.
        drive_to_edge: Tapered = t(30, 30),
        /// Each step of a bare king towards a corner where bishop and knight mate.
        drive_to_corner: Tapered = t(40, 40),
        /// Each step the kings are nearer to each other than seven.
        drive_kings_close: Tapered = t(12, 12),
        /// King and pawn against king, won.
        won_pawn_ending: Tapered = t(500, 500),
    }
}

// Each weight is found again by where it lies, so there must be nothing else between them.
const _: () = assert!(size_of::<Weights>() == Weights::COUNT * size_of::<Tapered>());

impl Weights {
    /// All weights with their names, in the order of their numbers.
    pub fn list(&self) -> Vec<Weight> {
        let mut list = Vec::with_capacity(Self::COUNT);
        self.each(&mut |name, value| list.push(Weight { name: name.to_owned(), value: *value }));
        list
    }

    /// The text of this file with these values in it.
    pub fn source(&self) -> String {
        let file = include_str!("weights.rs");
        let (start, end) = (concat!("pub struct Weights", " {\n"), concat!("    }", "\n}\n\n// Each"));
        let head = file.find(start).map_or(0, |at| at + start.len());
        let tail = file.find(end).unwrap_or(file.len());
        format!("{}{}{}", &file[..head], self.declarations(), &file[tail..])
    }

    /// The number of a weight of this very struct, found by its address.
    pub(crate) fn index_of(&self, weight: &Tapered) -> usize {
        let offset = core::ptr::from_ref(weight).addr().wrapping_sub(core::ptr::from_ref(self).addr());
        assert!(offset < size_of::<Self>(), "a term must count the weights it was given, not copies of them");
        offset / size_of::<Tapered>()
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
    }
}
