//! Games packed together: the unit that is written, checked and, at worst, lost.

use crate::bytes::{Bytes, put_signed, put_varint};
use crate::{Game, MAX_SCORE, crc32};
use core::fmt;
use vernier_chess::{Board, CastlingMode, Color, GameResult, Move, MoveList, Outcome};

/// The first bytes of every block.
pub(crate) const MAGIC: [u8; 4] = *b"VBLK";
/// The first bytes of a block with visits.
pub(crate) const MAGIC_VISITS: [u8; 4] = *b"VBLV";
/// Magic, length of what follows the checksum, checksum.
pub(crate) const FRAME: usize = 12;
/// Games, length of the first stream, length of the second stream.
const COUNTS: usize = 12;
/// A block that claims to be longer is damaged.
pub(crate) const MAX_LENGTH: usize = 1 << 26;

/// How the start position is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Standard = 0,
    Chess960 = 1,
    Fen = 2,
}

/// The number of an outcome's reason. Losses on time, by resignation and the like came later than the first nine.
const fn reason_number(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Checkmate { .. } => 0,
        Outcome::Stalemate => 1,
        Outcome::ThreefoldRepetition => 2,
        Outcome::FiftyMoves => 3,
        Outcome::InsufficientMaterial => 4,
        Outcome::Adjudication(GameResult::WhiteWins | GameResult::BlackWins) => 5,
        Outcome::Adjudication(GameResult::Draw) => 6,
        Outcome::MoveLimit => 7,
        Outcome::Tablebase(_) => 8,
        Outcome::FivefoldRepetition => 9,
        Outcome::SeventyFiveMoves => 10,
        Outcome::Agreement => 11,
        Outcome::Resignation { .. } => 12,
        Outcome::TimeForfeit(_) => 13,
        Outcome::IllegalMove { .. } => 14,
        // The library may learn more outcomes than a file has numbers for.
        _ => 15,
    }
}

/// An outcome in one byte, with room for the kind of start in bits 5 and 6. The ninth reason came later than the start,
/// hence its bit above.
fn end_byte(outcome: Outcome) -> u8 {
    let reason = reason_number(outcome);
    outcome.result().half_points(Color::White) | (reason & 7) << 2 | (reason >> 3) << 7
}

/// The outcome and kind of start in such a byte.
fn read_end_byte(byte: u8) -> Option<(Outcome, u8)> {
    let reason = byte >> 2 & 7 | byte >> 7 << 3;
    let result = GameResult::from_half_points(Color::White, byte & 3)?;
    let fits = |outcome: &Outcome| reason_number(*outcome) == reason && outcome.result() == result;
    Some((Outcome::ALL.into_iter().find(fits)?, byte >> 5 & 3))
}

/// Games that are being packed.
///
/// ```
/// use vernier_chess::{Board, Color, Outcome};
/// use vernier_records::{Block, Game};
/// let start: Board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
/// let moves = vec![start.parse_san("Ra8#")?];
/// let outcome = Outcome::Checkmate { winner: Color::White };
/// let mut block = Block::new();
/// block.push(&Game { number: 1, start, moves, scores: vec![32_000], outcome, visits: Vec::new() });
/// assert_eq!(block.games(), 1);
/// assert_eq!(block.bytes().len(), block.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What belongs to games as wholes, moves and scores lie in three streams, since like bytes compress best.
#[derive(Clone, Default, Debug)]
pub struct Block {
    games: u32,
    last_number: u64,
    facts: Vec<u8>,
    moves: Vec<u8>,
    scores: Vec<u8>,
    /// What a tree search visited: for each game whether it has visits, then these. Not written if no game has any.
    visits: Vec<u8>,
    has_visits: bool,
}

impl Block {
    /// A block without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many games it holds.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// How many bytes it would be on disk.
    pub fn len(&self) -> usize {
        let visits = if self.has_visits { size_of::<u32>() + self.visits.len() } else { 0 };
        FRAME + COUNTS + self.facts.len() + self.moves.len() + self.scores.len() + visits
    }

    /// True if it holds no games.
    pub const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If a move is not legal, or there are more scores than moves: such a game has not been played.
    pub fn push(&mut self, game: &Game) {
        let random = game.moves.len().checked_sub(game.scores.len()).expect("no more scores than moves");
        put_signed(&mut self.facts, game.number.wrapping_sub(self.last_number) as i64);
        self.last_number = game.number;
        self.put_start(&game.start, end_byte(game.outcome));
        put_varint(&mut self.facts, random as u64);
        put_varint(&mut self.facts, game.scores.len() as u64);
        // Visits are for all moves that were thought about, or for none.
        let visited = !game.visits.is_empty() && game.visits.len() == game.scores.len();
        self.visits.push(u8::from(visited));
        self.has_visits |= visited;
        let mut previous = 0;
        game.replay(|moment| {
            self.moves.push(index_of(moment.board, moment.mv));
            if let Some(score) = moment.score {
                put_signed(&mut self.scores, i64::from(score) - previous);
                previous = i64::from(score);
            }
            if let Some(visits) = moment.visits.filter(|_| visited) {
                let count = moment.board.legal_moves().len();
                assert_eq!(visits.len(), count, "a number of visits for each legal move of {}", moment.board);
                visits.iter().for_each(|visits| put_varint(&mut self.visits, u64::from(*visits)));
            }
        });
        self.games += 1;
    }

    fn put_start(&mut self, start: &Board, ending: u8) {
        let mut put_kind = |kind: Start| self.facts.push(ending | (kind as u8) << 5);
        if *start == Board::start() {
            put_kind(Start::Standard);
        } else if let Some(numbers) = start.chess960_numbers() {
            put_kind(Start::Chess960);
            put_varint(
                &mut self.facts,
                u64::from(numbers[Color::White]) * 960 + u64::from(numbers[Color::Black]),
            );
        } else {
            put_kind(Start::Fen);
            let fen = start.fen(CastlingMode::Chess960);
            put_varint(&mut self.facts, fen.len() as u64);
            self.facts.extend(fen.bytes());
        }
    }

    /// As it stands in a file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut content = Vec::with_capacity(self.len() - FRAME);
        content.extend(self.games.to_le_bytes());
        content.extend((self.facts.len() as u32).to_le_bytes());
        content.extend((self.moves.len() as u32).to_le_bytes());
        if self.has_visits {
            content.extend((self.scores.len() as u32).to_le_bytes());
        }
        content.extend([&self.facts[..], &self.moves, &self.scores].concat());
        if self.has_visits {
            content.extend(&self.visits);
        }
        let mut bytes = Vec::from(if self.has_visits { MAGIC_VISITS } else { MAGIC });
        bytes.extend((content.len() as u32).to_le_bytes());
        bytes.extend(crc32(&content).to_le_bytes());
        bytes.extend(content);
        bytes
    }
}

/// Adds games one after the other, as [`Block::push`] does.
impl<'a> Extend<&'a Game> for Block {
    fn extend<I: IntoIterator<Item = &'a Game>>(&mut self, games: I) {
        games.into_iter().for_each(|game| self.push(game));
    }
}

/// The place of a move among all legal moves when these are put in order of their bits.
fn index_of(board: &Board, mv: Move) -> u8 {
    let (mut smaller, mut found) = (0, false);
    for other in board.legal_moves() {
        smaller += u8::from(other.bits() < mv.bits());
        found |= other == mv;
    }
    assert!(found, "{mv} is not legal in {board}");
    smaller
}

/// The move at that place.
fn move_at(moves: &mut MoveList, index: u8) -> Option<Move> {
    let index = usize::from(index);
    (index < moves.len()).then(|| *moves.select_nth_unstable_by_key(index, |mv| mv.bits()).1)
}

/// The games of a block whose checksum was right.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    left: u32,
    index: u32,
    number: u64,
    facts: Bytes<'a>,
    moves: Bytes<'a>,
    scores: Bytes<'a>,
    /// None in a block without visits.
    visits: Option<Bytes<'a>>,
}

/// What a block says of a game before its moves are looked at.
struct Facts {
    number: u64,
    start: Board,
    random: usize,
    scored: usize,
    outcome: Outcome,
}

impl<'a> Games<'a> {
    /// The games in what follows the checksum of a block.
    pub(crate) fn new(content: &'a [u8], has_visits: bool) -> Result<Self, BlockError> {
        let mut bytes = Bytes(content);
        let mut word = || bytes.take(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let counts = word().zip(word()).zip(word());
        let ((games, facts), moves) = counts.ok_or(BlockError::Streams)?;
        let scores = if has_visits { Some(word().ok_or(BlockError::Streams)?) } else { None };
        let mut stream = |length: u32| bytes.take(length as usize).map(Bytes).ok_or(BlockError::Streams);
        let (facts, moves) = (stream(facts)?, stream(moves)?);
        // No writer makes a block without games; zeros with their checksum would look like one.
        if games == 0 {
            return Err(BlockError::Streams);
        }
        let (scores, visits) = match scores {
            Some(length) => (stream(length)?, Some(bytes)),
            None => (bytes, None),
        };
        Ok(Self { left: games, index: 0, number: 0, facts, moves, scores, visits })
    }

    /// How many games are left.
    pub const fn len(&self) -> usize {
        self.left as usize
    }

    /// True if no games are left.
    pub const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The numbers of the games that are left, which takes no replaying.
    pub fn numbers(mut self) -> Result<Vec<u64>, BlockError> {
        let mut numbers = Vec::with_capacity(self.len().min(self.facts.0.len()));
        while self.left > 0 {
            numbers.push(self.facts().ok_or(BlockError::Game(self.index))?.number);
            self.left -= 1;
            self.index += 1;
        }
        Ok(numbers)
    }

    fn facts(&mut self) -> Option<Facts> {
        let number = self.number.wrapping_add(self.facts.signed()? as u64);
        self.number = number;
        let (outcome, kind) = read_end_byte(self.facts.byte()?)?;
        let start = self.start(kind)?;
        let random = usize::try_from(self.facts.varint()?).ok()?;
        let scored = usize::try_from(self.facts.varint()?).ok()?;
        Some(Facts { number, start, random, scored, outcome })
    }

    fn start(&mut self, kind: u8) -> Option<Board> {
        if kind == Start::Standard as u8 {
            Some(Board::start())
        } else if kind == Start::Chess960 as u8 {
            let numbers = self.facts.varint()?;
            let (white, black) = (u16::try_from(numbers / 960).ok()?, (numbers % 960) as u16);
            Board::double_chess960(white, black)
        } else if kind == Start::Fen as u8 {
            let length = usize::try_from(self.facts.varint()?).ok()?;
            core::str::from_utf8(self.facts.take(length)?).ok()?.parse().ok()
        } else {
            None
        }
    }

    fn game(&mut self) -> Option<Game> {
        let Facts { number, start, random, scored, outcome } = self.facts()?;
        let indices = self.moves.take(random.checked_add(scored)?)?;
        let has_visits = self.visits.as_mut().map_or(Some(0), Bytes::byte)? == 1;
        let (mut board, mut moves, mut visits) = (start, Vec::with_capacity(indices.len()), Vec::new());
        for (place, index) in indices.iter().enumerate() {
            let mut legal = board.legal_moves();
            if let Some(stream) = self.visits.as_mut().filter(|_| has_visits && place >= random) {
                let count = |_| stream.varint().and_then(|count| u32::try_from(count).ok());
                visits.push((0..legal.len()).map(count).collect::<Option<Vec<u32>>>()?);
            }
            let mv = move_at(&mut legal, *index)?;
            let _ = board.make(mv);
            moves.push(mv);
        }
        let (mut score, mut scores) = (0, Vec::with_capacity(scored));
        for _ in 0..scored {
            score = self
                .scores
                .signed()?
                .checked_add(i64::from(score))
                .and_then(|sum| i16::try_from(sum).ok())?;
            if score.unsigned_abs() > MAX_SCORE.unsigned_abs() {
                return None;
            }
            scores.push(score);
        }
        let streams = [&self.facts, &self.moves, &self.scores].into_iter().chain(&self.visits);
        let used_up = streams.into_iter().all(|stream| stream.0.is_empty());
        if self.left == 0 && !used_up {
            return None;
        }
        Some(Game { number, start, moves, scores, outcome, visits })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, BlockError>;

    /// The next game. After a game that makes no sense there are no more: where the next begins cannot be known.
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let game = self.game().ok_or(BlockError::Game(self.index));
        self.index += 1;
        if game.is_err() {
            self.left = 0;
        }
        Some(game)
    }
}

/// What can be wrong with a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BlockError {
    /// The file ends within it: the writer was interrupted.
    Torn,
    /// No block begins here.
    Magic,
    /// It claims to be that long, which no block is.
    Length(u32),
    /// The checksum is wrong.
    Checksum,
    /// Its streams do not fit into it.
    Streams,
    /// The game with that number in the block, counted from zero, makes no sense.
    Game(u32),
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn => f.write_str("the file ends within the block"),
            Self::Magic => f.write_str("no block begins here"),
            Self::Length(length) => write!(f, "a length of {length} is not plausible"),
            Self::Checksum => f.write_str("the checksum is wrong"),
            Self::Streams => f.write_str("the streams do not fit"),
            Self::Game(index) => write!(f, "game {index} of the block makes no sense"),
        }
    }
}

impl core::error::Error for BlockError {}
