//! The game itself: a person, the engine, the board and the clocks between them.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use vernier_chess::pgn::{self, GameTree, Tags, result_text};
use vernier_chess::{Board, ByColor, Color, Game, GameResult, Outcome, ParseMoveError, SanError, Square};
use vernier_engine::{Answer, BookOptions, Clock, Engine, Limits, Request, Score, Strength, TimeControl};

/// Megabytes of transposition table.
const HASH: usize = 64;
/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_millis(500);
/// The engine resigns when it has been that far behind for this many of its moves.
const HOPELESS: Score = Score(-900);
const PATIENCE: u32 = 4;
/// The engine agrees to a draw within this of even, after this many half-moves.
const EVEN: i32 = 30;
const EARLIEST_DRAW: usize = 40;

/// The timing of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    /// The time control of both players, if they play by one.
    pub(super) control: Option<TimeControl>,
    /// How long the engine thinks about a move without a clock; the person takes any time.
    pub(super) movetime: Duration,
}

pub(super) struct Table {
    engine: Engine,
    game: Game,
    person: Color,
    level: Option<u32>,
    /// The level of the games after this one.
    next_level: Option<u32>,
    timing: Timing,
    clocks: Option<ByColor<Clock>>,
    /// When the side to move began to think.
    since: Instant,
    /// An end that does not follow from the moves.
    ended: Option<Outcome>,
    /// The engine's score when it last moved.
    judgement: Option<Score>,
    hopeless: u32,
    /// The length of the game at which a hint was given last.
    hinted: Option<usize>,
    flipped: bool,
    /// The day on which the game began, as PGN writes it.
    date: String,
}

impl Table {
    pub(super) fn new(start: Board, person: Color, level: Option<u32>, timing: Timing) -> Self {
        let mut engine = Engine::new();
        // The engine also plays with less memory.
        let _ = engine.set_hash(HASH);
        Self {
            engine,
            game: Game::from_board(start),
            person,
            level,
            next_level: level,
            timing,
            clocks: timing.clocks(),
            since: Instant::now(),
            ended: None,
            judgement: None,
            hopeless: 0,
            hinted: None,
            flipped: false,
            date: today(),
        }
    }

    /// Another game from the same position with the colors changed.
    pub(super) fn restart(&mut self) {
        self.game = Game::from_board(*self.game.start());
        self.person = !self.person;
        self.level = self.next_level;
        self.clocks = self.timing.clocks();
        self.since = Instant::now();
        self.date = today();
        (self.ended, self.judgement, self.hopeless, self.hinted) = (None, None, 0, None);
        self.engine.new_game();
    }

    pub(super) const fn person(&self) -> Color {
        self.person
    }

    pub(super) const fn board(&self) -> &Board {
        self.game.board()
    }

    /// Which side is at the bottom.
    pub(super) fn below(&self) -> Color {
        if self.flipped { !self.person } else { self.person }
    }

    pub(super) const fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    pub(super) fn opponent(&self) -> String {
        opponent(self.level)
    }

    /// How the game has ended. The engine claims every draw that can be claimed.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let claimed = || self.game.draw_claim().filter(|_| !self.game.moves().is_empty());
        self.ended.or_else(|| self.game.outcome()).or_else(claimed)
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        self.outcome().is_none() && self.game.turn() != self.person
    }

    /// From and to of the last move.
    pub(super) fn last_squares(&self) -> [Option<Square>; 2] {
        let last = self.game.moves().last();
        [last.map(|mv| mv.from()), last.map(|mv| mv.to())]
    }

    pub(super) fn prompt(&self) -> String {
        let board = self.board();
        let dots = if board.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} ", board.fullmove_number())
    }

    /// What the clocks show.
    pub(super) fn clocks(&self) -> Option<String> {
        let clocks = self.clocks.as_ref()?;
        let shown = |color: Color| {
            let seconds = clocks[color].remaining.as_secs();
            format!("{color} {}:{:02}", seconds / 60, seconds % 60)
        };
        Some(format!("{}, {}", shown(Color::White), shown(Color::Black)))
    }

    /// The person's move.
    pub(super) fn play(&mut self, word: &str) -> Result<(), String> {
        self.check_open()?;
        let mv = self.board().parse_move(word).map_err(|error| match error {
            ParseMoveError::San(SanError::Malformed) => {
                format!("'{word}' is neither a command nor a move; type help")
            }
            error => format!("{word}: {error}"),
        })?;
        if self.press_clock() {
            self.game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The engine's move, in words.
    pub(super) fn reply(&mut self) -> String {
        let answer = self.think(self.limits(), self.strength(), true);
        let number = self.prompt();
        if !self.press_clock() {
            return "Vernier's time is up.".to_owned();
        }
        self.judgement = answer.score();
        self.hopeless =
            if self.judgement.is_some_and(|score| score <= HOPELESS) { self.hopeless + 1 } else { 0 };
        let resigns = self.hopeless >= PATIENCE;
        match answer.best.filter(|_| !resigns) {
            Some(mv) => {
                let san = self.board().san(mv).to_string();
                // The engine's moves are legal.
                let _ = self.game.play(mv);
                format!("{number}{san}")
            }
            None => {
                self.ended = Some(Outcome::Resignation { winner: self.person });
                "Vernier resigns.".to_owned()
            }
        }
    }

    /// First the piece, then the move.
    pub(super) fn hint(&mut self) -> Result<String, String> {
        self.check_open()?;
        let answer = self.think(Limits::movetime(HINT_TIME), Strength::FULL, false);
        let mv = answer.best.ok_or("there is no move")?;
        let length = self.game.moves().len();
        if self.hinted.replace(length) == Some(length) {
            return Ok(format!("Try {}.", self.board().san(mv)));
        }
        let role = self.board().role_at(mv.from()).ok_or("there is no move")?;
        let piece = format!("{role:?}").to_lowercase();
        Ok(format!("Look at the {piece} on {}. Ask again for the move.", mv.from()))
    }

    /// Takes back the person's last move and whatever came after it.
    pub(super) fn take_back(&mut self) -> Result<(), String> {
        let moves = self.game.moves().len();
        let own_last = (1..=moves.min(2)).find(|back| {
            let mover = if back % 2 == 1 { !self.game.turn() } else { self.game.turn() };
            mover == self.person
        });
        let count = own_last.ok_or("there is nothing to take back")?;
        for _ in 0..count {
            self.game.undo();
        }
        (self.ended, self.hopeless, self.since) = (None, 0, Instant::now());
        Ok(())
    }

    pub(super) fn resign(&mut self) -> Result<(), String> {
        self.check_open()?;
        self.ended = Some(Outcome::Resignation { winner: !self.person });
        Ok(())
    }

    /// True if the engine agrees.
    pub(super) fn offer_draw(&mut self) -> Result<bool, String> {
        self.check_open()?;
        let even = self.judgement.is_some_and(|score| score.0.abs() <= EVEN);
        let agreed = even && self.game.moves().len() >= EARLIEST_DRAW;
        if agreed {
            self.ended = Some(Outcome::Agreement);
        }
        Ok(agreed)
    }

    /// Changes the level of this game and of those after it; only of those, if this one is over. Says what changes.
    pub(super) fn set_level(&mut self, level: Option<u32>) -> String {
        self.next_level = level;
        let from = if self.outcome().is_none() {
            self.level = level;
            "from now on"
        } else {
            "in the next game"
        };
        format!("You play against {} {from}.", opponent(level))
    }

    pub(super) fn legal_moves(&self) -> String {
        let board = self.board();
        let mut moves: Vec<String> =
            board.legal_moves().iter().map(|mv| board.san(*mv).to_string()).collect();
        moves.sort();
        moves.join(" ")
    }

    pub(super) fn fen(&self) -> String {
        self.board().to_string()
    }

    /// The game as PGN.
    pub(super) fn pgn(&self) -> String {
        let mut tree = GameTree::new(*self.game.start());
        let opponent = self.level.map_or_else(|| "Vernier".to_owned(), |level| format!("Vernier ({level})"));
        let (white, black) = match self.person {
            Color::White => ("You", opponent.as_str()),
            Color::Black => (opponent.as_str(), "You"),
        };
        let outcome = self.outcome();
        let result = result_text(outcome.map(Outcome::result));
        let start = std::mem::replace(&mut tree.tags, Tags::roster());
        let known = [
            ("Event", "Game against Vernier"),
            ("Date", self.date.as_str()),
            ("White", white),
            ("Black", black),
            ("Result", result),
        ];
        for (name, value) in known.into_iter().chain(start.iter()) {
            // All of these tag names are valid.
            let _ = tree.tags.set(name, value);
        }
        if let Some(outcome) = outcome {
            let _ = tree.tags.set("Termination", outcome.termination());
        }
        tree.result = outcome.map(Outcome::result);
        let mut at = None;
        for mv in self.game.moves() {
            at = tree.add(at, *mv).ok();
        }
        tree.to_string()
    }

    /// The game as PGN, if a move was made.
    pub(super) fn score(&self) -> Option<String> {
        (!self.game.moves().is_empty()).then(|| self.pgn())
    }

    fn check_open(&self) -> Result<(), String> {
        match self.outcome() {
            Some(outcome) => Err(format!("the game is over: {outcome}")),
            None => Ok(()),
        }
    }

    fn strength(&self) -> Strength {
        self.level.map_or(Strength::FULL, Strength::rating)
    }

    fn limits(&self) -> Limits {
        match &self.clocks {
            Some(ByColor(clocks)) => Limits { clocks: ByColor(clocks.map(Some)), ..Limits::default() },
            None => Limits::movetime(self.timing.movetime),
        }
    }

    fn think(&mut self, limits: Limits, strength: Strength, book: bool) -> Answer {
        self.engine.set_strength(strength);
        self.engine.set_book(BookOptions { own_book: book, ..BookOptions::default() });
        self.engine.search(Request::new(&self.game).limits(limits), |_| {})
    }

    /// Ends a turn. False if the mover's time is up, which ends the game. The clocks start with the second move of the
    /// game, so that reading the rules costs no time.
    fn press_clock(&mut self) -> bool {
        let spent = self.since.elapsed();
        self.since = Instant::now();
        let mover = self.game.turn();
        let Some((clocks, control)) = self.clocks.as_mut().zip(self.timing.control) else { return true };
        if self.game.moves().is_empty() {
            return true;
        }
        if spent <= clocks[mover].remaining {
            clocks[mover].press(spent, control);
            return true;
        }
        clocks[mover].remaining = Duration::ZERO;
        let result = match self.game.board().has_insufficient_material_for(!mover) {
            true => GameResult::Draw,
            false => GameResult::won_by(!mover),
        };
        self.ended = Some(Outcome::TimeForfeit(result));
        false
    }
}

/// The engine at a level.
fn opponent(level: Option<u32>) -> String {
    level.map_or_else(|| "Vernier at full strength".to_owned(), |level| format!("Vernier at {level}"))
}

/// Today in Greenwich: the standard library knows no other place.
fn today() -> String {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or_else(|_| "????.??.??".to_owned(), pgn::date)
}

impl Timing {
    fn clocks(self) -> Option<ByColor<Clock>> {
        self.control.map(|control| ByColor([Clock::new(control); 2]))
    }
}
