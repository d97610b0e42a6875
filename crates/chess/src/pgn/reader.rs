//! Reads games one at a time.

use super::lexer::{Lexer, Plain, Token, decode};
use super::track::Track;
use super::{Error, ErrorKind, GameTree, Location, Part, TreeBuilder, Visitor, Walk};
use crate::{Board, SanError};
use std::io::Read;
use std::str::FromStr;

/// How much of a game is taken before it is refused, so that no file can exhaust the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of one game.
    pub game: u64,
    /// Bytes of one comment or tag.
    pub text: usize,
    /// Tags of one game.
    pub tags: usize,
    /// How deeply variations nest.
    pub depth: usize,
}

impl Default for Limits {
    /// Far beyond what people write: 16 MiB a game, 1 MiB a comment, 1024 tags, 4096 levels of variations.
    fn default() -> Self {
        Self { game: 16 << 20, text: 1 << 20, tags: 1024, depth: 4096 }
    }
}

/// Reads games from a file, a slice of bytes or anything else that can be read. It has a buffer of its own.
///
/// As an iterator it yields each game as a [`GameTree`]. Move numbers are not looked at, a `[FEN]` counts with or
/// without `[SetUp]`, results inside variations and extra closing parentheses are skipped. Text that is not
/// UTF-8 is taken for Latin-1.
pub struct Reader<R> {
    lexer: Lexer<R>,
    limits: Limits,
    /// The start position, made once for all games.
    start: Board,
    games: u64,
    /// A token that turned out to belong to the next game.
    held: Option<Token>,
    ended: bool,
}

/// What is known of the game being read.
struct Progress {
    number: u64,
    first_byte: u64,
    in_moves: bool,
    tags: usize,
    has_event: bool,
    fen: Option<(String, Location)>,
    variant: Option<(String, Location)>,
    track: Track,
    /// Parentheses open, entered or not, and where the outermost stands.
    depth: usize,
    opened_at: Location,
    /// From this depth on nothing is passed to the visitor.
    skipped_from: Option<usize>,
    error: Option<Error>,
}

impl Progress {
    fn new(number: u64, first: Location, start: Board) -> Self {
        Self {
            number,
            first_byte: first.offset,
            in_moves: false,
            tags: 0,
            has_event: false,
            fen: None,
            variant: None,
            track: Track::new(start),
            depth: 0,
            opened_at: first,
            skipped_from: None,
            error: None,
        }
    }

    /// Notes the first error. From then on the rest of the game is skipped.
    fn fail(&mut self, location: Location, kind: ErrorKind) {
        self.error.get_or_insert(Error { game: self.number, location, kind });
    }

    /// True while the visitor gets what is read.
    fn listens(&self) -> bool {
        self.error.is_none() && self.skipped_from.is_none()
    }

    /// Leaves the tags behind and sets up the board.
    #[inline]
    fn start_moves(&mut self, visitor: &mut impl Visitor) {
        if !self.in_moves {
            self.in_moves = true;
            self.set_up(visitor);
        }
    }

    #[inline(never)]
    fn set_up(&mut self, visitor: &mut impl Visitor) {
        if let Some((name, location)) = self.variant.take_if(|(name, _)| !is_chess(name)) {
            self.fail(location, ErrorKind::Variant(name));
        }
        if let Some((fen, location)) = self.fen.take() {
            match Board::mend_fen(&fen) {
                Ok(mended) => self.track = Track::new(mended.board),
                Err(reason) => self.fail(location, ErrorKind::Fen(reason)),
            }
        }
        if self.error.is_none() && visitor.start(self.track.board()) == Walk::Skip {
            self.skipped_from = Some(0);
        }
    }

    fn open(
        &mut self,
        location: Location,
        limits: &Limits,
        visitor: &mut impl Visitor,
    ) -> Result<(), ErrorKind> {
        if self.depth == 0 {
            self.opened_at = location;
        }
        self.depth += 1;
        if !self.listens() {
            return Ok(());
        }
        if visitor.open_variation() == Walk::Skip {
            self.skipped_from = Some(self.depth);
            return Ok(());
        }
        if self.depth > limits.depth {
            return Err(ErrorKind::TooDeep);
        }
        if self.track.open() { Ok(()) } else { Err(ErrorKind::NothingToVary) }
    }

    fn close(&mut self, visitor: &mut impl Visitor) {
        if self.depth == 0 {
            return;
        }
        if self.skipped_from == Some(self.depth) {
            self.skipped_from = None;
        } else if self.listens() {
            self.track.close();
            visitor.close_variation();
        }
        self.depth -= 1;
    }

    #[inline]
    fn play(&mut self, word: Option<&[u8]>, visitor: &mut impl Visitor) -> Result<(), ErrorKind> {
        if !self.listens() {
            return Ok(());
        }
        let board = self.track.board();
        let mv = match word {
            Some(word) => Some(board.san_move(word).map_err(|reason| not_a_move(word, reason))?),
            None if board.in_check() => return Err(ErrorKind::NullMoveInCheck),
            None => None,
        };
        visitor.played(board, mv);
        self.track.play(mv);
        Ok(())
    }
}

impl<R: Read> Reader<R> {
    /// Reads games from there, within the default limits.
    pub fn new(source: R) -> Self {
        Self::with_limits(source, Limits::default())
    }

    /// Reads games from there within limits.
    pub fn with_limits(source: R, limits: Limits) -> Self {
        Self {
            lexer: Lexer::new(source, limits),
            limits,
            start: Board::start(),
            games: 0,
            held: None,
            ended: false,
        }
    }

    /// How many games were read so far, damaged ones included.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many lines were ended so far.
    pub(super) fn lines(&self) -> u64 {
        self.lexer.location_before(0).line - 1
    }

    /// Reads one game into the visitor; none if there are no more. After an error the next call continues with
    /// the next game; the visitor has seen everything before the error.
    pub fn read(&mut self, visitor: &mut impl Visitor) -> Option<Result<(), Error>> {
        if self.ended {
            return None;
        }
        let mut token = self.held.take().map_or_else(|| self.lexer.token(), Ok);
        let mut game = Progress::new(self.games + 1, self.lexer.start(), self.start);
        if token == Ok(Token::End) {
            self.ended = true;
            return self.source_error(game).map(Err);
        }
        self.games += 1;
        visitor.begin();
        loop {
            match token {
                Err(error) => {
                    game.in_moves = true;
                    game.fail(self.lexer.start(), error.into());
                }
                Ok(token) if self.take(token, &mut game, visitor) => {}
                Ok(_) => break,
            }
            if self.lexer.start().offset - game.first_byte > self.limits.game {
                game.fail(self.lexer.start(), ErrorKind::TooLong(Part::Game));
            }
            if game.in_moves {
                self.take_plain(&mut game, visitor);
            }
            if game.skipped_from == Some(0) {
                self.lexer.pass_plain();
            }
            token = self.lexer.token();
        }
        game.start_moves(visitor);
        Some(match self.source_error(game) {
            Some(error) => Err(error),
            None => Ok(()),
        })
    }

    /// Takes moves and comments as long as they are written in the usual way and are wanted.
    #[inline]
    fn take_plain(&mut self, game: &mut Progress, visitor: &mut impl Visitor) {
        while game.listens() && self.lexer.location_before(0).offset - game.first_byte <= self.limits.game {
            match self.lexer.plain() {
                Some(Plain::Move(word)) => {
                    if let Err(kind) = game.play(Some(word), visitor) {
                        let len = word.len();
                        game.fail(self.lexer.location_before(len), kind);
                    }
                }
                Some(Plain::Comment(comment)) if !comment.as_bytes().is_empty() => visitor.comment(comment),
                Some(Plain::Comment(_)) => {}
                None => return,
            }
        }
    }

    /// Takes one token of a game; false if the game is over.
    fn take(&mut self, token: Token, game: &mut Progress, visitor: &mut impl Visitor) -> bool {
        let location = self.lexer.start();
        let taken = match token {
            Token::TagOpen if !game.in_moves => match self.lexer.tag() {
                // A second event is a second game, though nothing ended the first.
                Ok(()) if self.lexer.tag_text().0 == "Event" && (game.has_event || game.error.is_some()) => {
                    self.held = Some(Token::Tag);
                    return false;
                }
                Ok(()) => self.tag(game, visitor),
                Err(error) => Err(error.into()),
            },
            Token::Tag => self.tag(game, visitor),
            Token::TagOpen | Token::End => {
                if game.depth > 0 {
                    game.fail(game.opened_at, ErrorKind::Unterminated(Part::Variation));
                }
                self.held = (token == Token::TagOpen).then_some(token);
                self.ended = token == Token::End;
                return false;
            }
            Token::Comment => {
                // Before the first tag a comment belongs to no moves yet.
                if game.tags > 0 {
                    game.start_moves(visitor);
                }
                if game.listens() {
                    visitor.comment(self.lexer.comment_text());
                }
                Ok(())
            }
            _ => {
                game.start_moves(visitor);
                match token {
                    Token::Move => game.play(Some(self.lexer.word_bytes()), visitor),
                    Token::NullMove => game.play(None, visitor),
                    Token::Open => game.open(location, &self.limits, visitor),
                    Token::Nag(nag) if game.listens() => {
                        visitor.nag(nag);
                        Ok(())
                    }
                    Token::Close => {
                        game.close(visitor);
                        Ok(())
                    }
                    Token::Result(result) if game.depth == 0 => {
                        if game.error.is_none() {
                            visitor.result(result);
                        }
                        self.after_result(game, visitor);
                        return false;
                    }
                    _ => Ok(()),
                }
            }
        };
        if let Err(kind) = taken {
            game.fail(location, kind);
        }
        true
    }

    fn tag(&mut self, game: &mut Progress, visitor: &mut impl Visitor) -> Result<(), ErrorKind> {
        game.tags += 1;
        if game.tags > self.limits.tags {
            return Err(ErrorKind::TooManyTags);
        }
        let (name, value) = self.lexer.tag_text();
        match name {
            "Event" => game.has_event = true,
            "FEN" => game.fen = Some((value.to_string(), self.lexer.start())),
            "Variant" => game.variant = Some((value.to_string(), self.lexer.start())),
            _ => {}
        }
        if game.error.is_none() {
            visitor.tag(name, value);
        }
        Ok(())
    }

    /// Comments, and results said twice, that follow on the same line still belong to the game.
    fn after_result(&mut self, game: &mut Progress, visitor: &mut impl Visitor) {
        while self.lexer.line_goes_on() {
            match self.lexer.token() {
                Ok(Token::Comment) if game.listens() => visitor.comment(self.lexer.comment_text()),
                Ok(Token::Comment | Token::Result(_) | Token::Nag(_)) => {}
                Ok(token) => {
                    self.held = Some(token);
                    return;
                }
                Err(error) => game.fail(self.lexer.start(), error.into()),
            }
        }
    }

    /// The error of a game, a failed source being the worst.
    fn source_error(&mut self, game: Progress) -> Option<Error> {
        match self.lexer.take_failure() {
            Some(failure) => {
                self.ended = true;
                let kind = ErrorKind::Source(failure.kind());
                Some(Error { game: game.number, location: self.lexer.start(), kind })
            }
            None => game.error,
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<GameTree, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut builder = TreeBuilder::new();
        self.read(&mut builder).map(|read| read.map(|()| builder.finish()))
    }
}

/// Reads the only game of a text; [`Reader`] is for texts with several.
///
/// ```
/// use vernier_chess::pgn::GameTree;
/// let game: GameTree = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
/// assert_eq!((game.len(), game.mainline().count()), (4, 3));
/// assert_eq!(game.to_string().parse::<GameTree>()?, game);
/// # Ok::<(), vernier_chess::pgn::Error>(())
/// ```
impl FromStr for GameTree {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text.as_bytes());
        let first = reader.next();
        let second = reader.held.take().map_or_else(|| reader.lexer.token(), Ok) != Ok(Token::End);
        let error = |kind| Error { game: 1 + u64::from(second), location: reader.lexer.start(), kind };
        match first {
            None => Err(error(ErrorKind::NoGame)),
            Some(Ok(_)) if second => Err(error(ErrorKind::SecondGame)),
            Some(game) => game,
        }
    }
}

#[cold]
fn not_a_move(word: &[u8], reason: SanError) -> ErrorKind {
    let mut text = String::new();
    decode(word, &mut text);
    ErrorKind::Move { text, reason }
}

/// True if a `[Variant]` names chess, from whatever start position.
fn is_chess(variant: &str) -> bool {
    let letters: String = variant.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect();
    let names = [
        "",
        "chess",
        "standard",
        "normal",
        "orthodox",
        "chess960",
        "960",
        "fischerandom",
        "fischerrandom",
        "fischerrandomchess",
        "chess960position",
        "fromposition",
        "frc",
        "dfrc",
    ];
    names.contains(&letters.to_ascii_lowercase().as_str())
}
