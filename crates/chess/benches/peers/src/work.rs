//! The jobs, and the positions and texts they work on.

use crate::{Job, Task, cozy, jordan, shak, vernier};
use vernier_chess::{Board, CastlingMode, Game, pgn::GameTree};

/// Positions with a depth for the perft.
const POSITIONS: [(&str, &str, u32); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("rook endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// Random games of a fixed seed, and every eighth position of them with its moves.
pub struct Corpus {
    pub fens: Vec<String>,
    /// For each position, all legal moves as UCI and as SAN write them.
    pub uci: Vec<Vec<String>>,
    pub san: Vec<Vec<String>>,
    /// The games as PGN, with clocks in comments.
    pub pgn: String,
    pub games: Vec<GameTree>,
}

impl Corpus {
    pub fn new() -> Self {
        let mut state = 2026u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let (mut fens, mut uci, mut san) = (Vec::new(), Vec::new(), Vec::new());
        let (mut pgn, mut games) = (String::new(), Vec::new());
        for _ in 0..60 {
            let mut game = Game::new();
            while game.outcome().is_none() && game.moves().len() < 120 {
                let moves = game.board().legal_moves();
                if game.moves().len() % 8 == 7 {
                    let board = game.board();
                    fens.push(board.to_string());
                    uci.push(moves.iter().map(|mv| board.uci(*mv, CastlingMode::Standard)).collect());
                    san.push(moves.iter().map(|mv| board.san(*mv).to_string()).collect());
                }
                game.play(moves[random(moves.len())]).expect("a legal move");
            }
            let mut tree = GameTree::from(&game);
            let line: Vec<_> = tree.mainline().collect();
            for id in line {
                tree[id].comments.push("[%clk 0:05:00]".into());
            }
            pgn += &format!("{tree}\n").replace("\n1", " 1");
            games.push(tree);
        }

        Self { fens, uci, san, pgn, games }
    }

    pub fn boards(&self) -> Vec<Board> {
        self.fens.iter().map(|fen| fen.parse().expect("a position")).collect()
    }
}

fn job<'a>(name: &str, unit: &'static str, tasks: [Option<Task<'a>>; 4]) -> Job<'a> {
    Job { name: name.to_string(), unit, tasks }
}

/// Every job of the table.
pub fn jobs(corpus: &Corpus) -> Vec<Job<'_>> {
    let mut jobs = Vec::new();
    for (name, fen, depth) in POSITIONS {
        let tasks: [Option<Task>; 4] = [
            Some(vernier::bulk(fen, depth)),
            Some(cozy::bulk(fen, depth)),
            Some(shak::bulk(fen, depth)),
            Some(jordan::bulk(fen, depth)),
        ];
        jobs.push(job(&format!("bulk perft, {name}, depth {depth}"), "M leaves/s", tasks));
    }
    let kiwipete = POSITIONS[1].1;
    jobs.push(job("hashed perft, kiwipete, depth 5", "M leaves/s", [Some(vernier::hashed(kiwipete, 5)), None, None, None]));
    jobs.push(job(
        "every leaf played, kiwipete, depth 4",
        "M leaves/s",
        [
            Some(vernier::played(kiwipete, 4)),
            Some(cozy::played(kiwipete, 4)),
            Some(shak::played(kiwipete, 4)),
            Some(jordan::played(kiwipete, 4)),
        ],
    ));
    jobs.push(job("perft by pseudo-legal moves, kiwipete, depth 4", "M leaves/s", [Some(vernier::pseudo_legal(kiwipete, 4)), None, None, None]));
    let all = |name, unit, tasks| job(name, unit, tasks);
    jobs.extend([
        all("move lists", "M moves/s", [Some(vernier::lists(corpus)), Some(cozy::lists(corpus)), Some(shak::lists(corpus)), Some(jordan::lists(corpus))]),
        all("pseudo-legal move lists", "M moves/s", [Some(vernier::pseudo_legal_lists(corpus)), None, None, None]),
        all("make and take back", "M moves/s", [Some(vernier::cycles(corpus)), Some(cozy::cycles(corpus)), Some(shak::cycles(corpus)), Some(jordan::cycles(corpus))]),
        all("FEN read", "M/s", [Some(vernier::fen_read(corpus)), Some(cozy::fen_read(corpus)), Some(shak::fen_read(corpus)), Some(jordan::fen_read(corpus))]),
        all("FEN written", "M/s", [Some(vernier::fen_written(corpus)), Some(cozy::fen_written(corpus)), Some(shak::fen_written(corpus)), Some(jordan::fen_written(corpus))]),
        all("SAN read", "M moves/s", [Some(vernier::san_read(corpus)), Some(cozy::san_read(corpus)), Some(shak::san_read(corpus)), Some(jordan::san_read(corpus))]),
        all("SAN written", "M moves/s", [Some(vernier::san_written(corpus)), Some(cozy::san_written(corpus)), Some(shak::san_written(corpus)), None]),
        all("UCI moves read", "M moves/s", [Some(vernier::uci_read(corpus)), Some(cozy::uci_read(corpus)), Some(shak::uci_read(corpus)), None]),
        all("PGN read, moves checked", "MB/s", [Some(vernier::pgn_read(corpus)), None, Some(shak::pgn_read(corpus)), None]),
        all("PGN read, headers alone", "MB/s", [Some(vernier::pgn_headers(corpus)), None, Some(shak::pgn_headers(corpus)), None]),
        all("PGN written", "M moves/s", [Some(vernier::pgn_written(corpus)), None, None, None]),
        all("is_legal", "M moves/s", [Some(vernier::is_legal(corpus)), Some(cozy::is_legal(corpus)), Some(shak::is_legal(corpus)), Some(jordan::is_legal(corpus))]),
        all("is_legal, many of one position", "M moves/s", [Some(vernier::are_legal(corpus)), Some(cozy::is_legal(corpus)), Some(shak::is_legal(corpus)), Some(jordan::is_legal(corpus))]),
        all("gives check", "M moves/s", [Some(vernier::gives_check(corpus)), Some(cozy::gives_check(corpus)), Some(shak::gives_check(corpus)), Some(jordan::gives_check(corpus))]),
        all("static exchange", "M moves/s", [Some(vernier::see(corpus)), None, None, None]),
        all("key of a new position", "M/s", [Some(vernier::keys(corpus)), Some(cozy::keys(corpus)), Some(shak::keys(corpus)), Some(jordan::keys(corpus))]),
    ]);
    jobs
}
