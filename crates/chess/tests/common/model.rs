//! A slow model of the rules of chess: one square at a time, no bitboards, no tables, every move tried out. It shares
//! nothing with the library but its vocabulary, so where the two agree, both are likely right.

use vernier_chess::{Board, Color, Move, MoveKind, Piece, Rank, Role, Square, Wing};

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    pub squares: [Option<Piece>; 64],
    pub turn: Color,
    /// The rooks that may castle, in order.
    pub rooks: Vec<Square>,
    /// The square a pawn has just jumped over, whoever could take there.
    pub jumped: Option<Square>,
    pub halfmove_clock: u16,
    pub fullmove_number: u32,
}

impl Model {
    pub fn of(board: &Board) -> Self {
        Self {
            squares: Square::ALL.map(|square| board.piece_at(square)),
            turn: board.turn(),
            rooks: board.castling().rooks().into_iter().collect(),
            jumped: board.en_passant(),
            halfmove_clock: board.halfmove_clock(),
            fullmove_number: board.fullmove_number(),
        }
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    pub fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, Role::King));
        Square::ALL.into_iter().find(|square| self.at(*square) == king).expect("there is a king")
    }

    /// What a piece on a square looks at: own pieces count as seen too.
    pub fn seen(&self, from: Square, piece: Piece) -> Vec<Square> {
        let forward = if piece.color() == Color::White { 1 } else { -1 };
        let steps = |steps: &[(i8, i8)]| -> Vec<Square> {
            steps.iter().filter_map(|(files, ranks)| from.offset(*files, *ranks)).collect()
        };
        match piece.role() {
            Role::Pawn => steps(&[(-1, forward), (1, forward)]),
            Role::Knight => steps(&JUMPS),
            Role::King => steps(&[ORTHOGONAL, DIAGONAL].concat()),
            Role::Bishop => self.slide(from, &DIAGONAL),
            Role::Rook => self.slide(from, &ORTHOGONAL),
            Role::Queen => self.slide(from, &[ORTHOGONAL, DIAGONAL].concat()),
        }
    }

    fn slide(&self, from: Square, directions: &[(i8, i8)]) -> Vec<Square> {
        let mut seen = Vec::new();
        for (files, ranks) in directions {
            let mut square = from;
            while let Some(next) = square.offset(*files, *ranks) {
                seen.push(next);
                if self.at(next).is_some() {
                    break;
                }
                square = next;
            }
        }
        seen
    }

    /// The squares from which a color attacks a square.
    pub fn attackers(&self, target: Square, by: Color) -> Vec<Square> {
        let attacks = |from: &Square| {
            let piece = self.at(*from).filter(|piece| piece.color() == by);
            piece.is_some_and(|piece| self.seen(*from, piece).contains(&target))
        };
        Square::ALL.into_iter().filter(attacks).collect()
    }

    pub fn in_check(&self, color: Color) -> bool {
        !self.attackers(self.king(color), !color).is_empty()
    }

    pub fn checkers(&self) -> Vec<Square> {
        self.attackers(self.king(self.turn), !self.turn)
    }

    /// The pieces of a color whose leaving the board would let something new attack their king.
    pub fn pinned(&self, color: Color) -> Vec<Square> {
        let king = self.king(color);
        let before = self.attackers(king, !color);
        let own = |square: &Square| self.at(*square).is_some_and(|piece| piece.color() == color);
        let shields = |square: &Square| {
            let mut without = self.clone();
            without.put(*square, None);
            *square != king && without.attackers(king, !color) != before
        };
        Square::ALL.into_iter().filter(own).filter(shields).collect()
    }

    /// Every legal move, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            match self.at(from) {
                Some(piece) if piece.color() == self.turn && piece.role() == Role::Pawn => {
                    self.pawn_moves(from, &mut moves);
                }
                Some(piece) if piece.color() == self.turn => self.piece_moves(from, piece, &mut moves),
                _ => {}
            }
        }
        moves.retain(|mv| !self.play(*mv).in_check(self.turn));
        moves.extend(self.rooks.iter().filter(|rook| self.may_castle(**rook)).map(|rook| {
            let king = self.king(self.turn);
            Move::new(king, *rook, MoveKind::Castle)
        }));
        moves.sort();
        moves
    }

    fn piece_moves(&self, from: Square, piece: Piece, moves: &mut Vec<Move>) {
        for to in self.seen(from, piece) {
            match self.at(to) {
                None => moves.push(Move::new(from, to, MoveKind::Quiet)),
                Some(other) if other.color() != self.turn && other.role() != Role::King => {
                    moves.push(Move::new(from, to, MoveKind::Capture));
                }
                Some(_) => {}
            }
        }
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let mut add = |to: Square, kind: MoveKind, takes: bool| {
            if to.rank() == self.turn.rank(Rank::Eighth) {
                let kinds = Role::PROMOTIONS.map(|role| MoveKind::promotion(role, takes));
                moves.extend(kinds.iter().flatten().map(|kind| Move::new(from, to, *kind)));
            } else {
                moves.push(Move::new(from, to, kind));
            }
        };
        let free = |square: Square| self.at(square).is_none();
        if let Some(step) = from.forward(self.turn).filter(|step| free(*step)) {
            add(step, MoveKind::Quiet, false);
            if from.rank() == self.turn.rank(Rank::Second)
                && let Some(jump) = step.forward(self.turn).filter(|jump| free(*jump))
            {
                add(jump, MoveKind::DoublePush, false);
            }
        }
        for to in self.seen(from, Piece::new(self.turn, Role::Pawn)) {
            match self.at(to) {
                Some(other) if other.color() != self.turn && other.role() != Role::King => {
                    add(to, MoveKind::Capture, true);
                }
                None if self.jumped == Some(to) => add(to, MoveKind::EnPassant, true),
                _ => {}
            }
        }
    }

    /// The rule as FIDE writes it for Chess960: all squares between where king and rook stand and where they go are
    /// free of others, and the king neither leaves, crosses nor enters a square that is attacked.
    fn may_castle(&self, rook: Square) -> bool {
        if self.at(rook) != Some(Piece::new(self.turn, Role::Rook)) || self.in_check(self.turn) {
            return false;
        }
        let king = self.king(self.turn);
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_target(self.turn), wing.rook_target(self.turn));
        let path = |a: Square, b: Square| a.index().min(b.index())..=a.index().max(b.index());
        let blocked = path(king, king_to)
            .chain(path(rook, rook_to))
            .any(|index| self.squares[index].is_some() && index != king.index() && index != rook.index());
        let mut lifted = self.clone();
        lifted.put(king, None);
        let crosses_attack = path(king, king_to)
            .filter(|index| *index != king_to.index())
            .any(|index| !lifted.attackers(Square::ALL[index], !self.turn).is_empty());
        let after = self.play(Move::new(king, rook, MoveKind::Castle));
        !blocked && !crosses_attack && !after.in_check(self.turn)
    }

    /// The position after a move, which may leave the king in check.
    pub fn play(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let mover = self.at(from).expect("something moves");
        next.put(from, None);
        match mv.kind() {
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                next.put(to, None);
                next.put(wing.king_target(us), Some(mover));
                next.put(wing.rook_target(us), Some(Piece::new(us, Role::Rook)));
            }
            kind => {
                next.put(to, Some(mv.promotion().map_or(mover, |role| Piece::new(us, role))));
                if kind == MoveKind::EnPassant {
                    next.put(Square::new(to.file(), from.rank()), None);
                }
            }
        }
        next.rooks.retain(|rook| {
            let own = rook.rank() == us.rank(Rank::First);
            *rook != from && *rook != to && !(own && mover.role() == Role::King)
        });
        next.jumped = if mv.kind() == MoveKind::DoublePush { from.forward(us) } else { None };
        let resets = mover.role() == Role::Pawn || mv.is_capture();
        next.halfmove_clock = if resets { 0 } else { self.halfmove_clock + 1 };
        next.fullmove_number += u32::from(us == Color::Black);
        next.turn = !us;
        next
    }
}
