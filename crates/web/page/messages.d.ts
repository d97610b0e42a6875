// Made from crates/web/src/message by `VERNIER_BLESS=1 cargo test -p vernier-web --test schema`.

export type Position = { 
/**
 * A FEN; the start position if there is none.
 */
fen: string | null, 
/**
 * Moves in UCI notation.
 */
moves: Array<string>, };

export type SearchLimits = { 
/**
 * Iterations.
 */
depth: number | null, 
/**
 * Positions.
 */
nodes: number | null, 
/**
 * Milliseconds.
 */
movetime: number | null, };

export type Clocks = { 
/**
 * Time left to White.
 */
white: number, 
/**
 * Time left to Black.
 */
black: number, 
/**
 * Added after each move.
 */
increment: number, };

export type Request = { "type": "position", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
position: Position, } | { "type": "analyse", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
position: Position, 
/**
 * When to stop.
 */
limits: SearchLimits, 
/**
 * Best lines wanted.
 */
lines: number, } | { "type": "threat", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
position: Position, } | { "type": "stop", 
/**
 * The number.
 */
id: number, } | { "type": "evaluate", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
position: Position, } | { "type": "explore", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
position: Position, } | { "type": "play", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
position: Position, 
/**
 * A rating; full strength if there is none.
 */
level: number | null, 
/**
 * The clocks; half a second a move if there are none.
 */
clocks: Clocks | null, } | { "type": "open", 
/**
 * The number.
 */
id: number, 
/**
 * The text of the games.
 */
pgn: string, } | { "type": "game", 
/**
 * The number.
 */
id: number, 
/**
 * Its place in the list, from zero.
 */
index: number, } | { "type": "report", 
/**
 * The number.
 */
id: number, 
/**
 * The game.
 */
pgn: string, 
/**
 * For each position.
 */
limits: SearchLimits, } | { "type": "chess960", 
/**
 * The number.
 */
id: number, 
/**
 * From 0 to 959.
 */
number: number, } | { "type": "watch", 
/**
 * The number.
 */
id: number, };

export type LegalMove = { 
/**
 * In UCI notation.
 */
uci: string, 
/**
 * In algebraic notation.
 */
san: string, 
/**
 * Where the piece stands.
 */
from: string, 
/**
 * Where it may be dropped; castling has two such squares.
 */
to: Array<string>, 
/**
 * What the pawn becomes: `q`, `r`, `b`, `n`.
 */
promotion: string | null, 
/**
 * The position after it.
 */
fen: string, };

export type SearchLine = { 
/**
 * Its place, from one.
 */
line: number, 
/**
 * Iterations.
 */
depth: number, 
/**
 * The longest line looked at.
 */
seldepth: number, 
/**
 * From White's view.
 */
evaluation: Evaluation, 
/**
 * From White's view.
 */
chances: Chances, 
/**
 * In UCI notation.
 */
uci: Array<string>, 
/**
 * In algebraic notation.
 */
san: Array<string>, 
/**
 * The position after each move.
 */
fens: Array<string>, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Positions a second.
 */
nps: number, 
/**
 * Answers of tablebases.
 */
tablebase_hits: number, };

export type Stored = { 
/**
 * Iterations.
 */
depth: number, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Seconds since 1970.
 */
date: number, 
/**
 * Its lines.
 */
lines: Array<SearchLine>, };

export type Ending = { 
/**
 * `1-0`, `0-1` or `1/2-1/2`.
 */
result: string, 
/**
 * In words.
 */
text: string, };

export type TermValue = { 
/**
 * Its name.
 */
name: string, 
/**
 * White's worth.
 */
white: [number, number], 
/**
 * Black's worth.
 */
black: [number, number], 
/**
 * White's less Black's, blended by the phase.
 */
total: number, };

export type PieceWorth = { 
/**
 * Where it stands.
 */
square: string, 
/**
 * The piece, as in a FEN.
 */
piece: string, 
/**
 * Centipawns the position loses for White without it; none for a king.
 */
value: number | null, };

export type BookMove = { 
/**
 * In UCI notation.
 */
uci: string, 
/**
 * In algebraic notation.
 */
san: string, 
/**
 * Its weight.
 */
weight: number, 
/**
 * Its share of all weights, in per cent.
 */
share: number, };

export type TablebaseMove = { 
/**
 * In UCI notation.
 */
uci: string, 
/**
 * In algebraic notation.
 */
san: string, 
/**
 * `win`, `cursed win`, `draw`, `blessed loss` or `loss`, for its mover.
 */
result: string, 
/**
 * Plies to the next capture or pawn move, as far as known.
 */
dtz: number | null, };

export type GameHead = { 
/**
 * A player.
 */
white: string, 
/**
 * A player.
 */
black: string, 
/**
 * The result.
 */
result: string, 
/**
 * The event and the date.
 */
event: string, 
/**
 * Half-moves.
 */
moves: number, 
/**
 * Why it could not be read.
 */
error: string | null, };

export type TreeNode = { 
/**
 * The move before it, by its place in the list; none for a first move.
 */
parent: number | null, 
/**
 * In UCI notation; a null move is `0000`.
 */
uci: string, 
/**
 * In algebraic notation.
 */
san: string, 
/**
 * The position after it.
 */
fen: string, 
/**
 * Annotations.
 */
nags: Array<number>, 
/**
 * Comments after it.
 */
comments: Array<string>, };

export type Tree = { 
/**
 * Names and values.
 */
tags: Array<[string, string]>, 
/**
 * Where it starts.
 */
fen: string, 
/**
 * Comments before the first move.
 */
comments: Array<string>, 
/**
 * The result.
 */
result: string, 
/**
 * Every move.
 */
nodes: Array<TreeNode>, };

export type Standing = { 
/**
 * Its name.
 */
name: string, 
/**
 * Games.
 */
games: number, 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, 
/**
 * Games lost by a fault of the engine.
 */
faults: number, 
/**
 * What went wrong in its games, and how often: `time_loss`, `illegal_move`, ...
 */
fault_kinds: Record<string, number>, 
/**
 * Positions a second, in the mean of its moves; zero if unknown.
 */
nps: number, 
/**
 * Iterations, in the mean of its moves.
 */
depth: number, 
/**
 * Points against each engine of the list, and the number of games.
 */
against: Array<[number, number]>, };

export type MatchGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * White's name.
 */
white: string, 
/**
 * Black's name.
 */
black: string, 
/**
 * The result.
 */
result: string, 
/**
 * How it ended.
 */
reason: string, 
/**
 * The position it ended in, if the game is known.
 */
fen: string | null, 
/**
 * True if an engine did something wrong.
 */
faulty: boolean, 
/**
 * The game.
 */
pgn: string, };

export type Match = { 
/**
 * The name of its journal.
 */
name: string, 
/**
 * Its engines, best first.
 */
standings: Array<Standing>, 
/**
 * Games finished.
 */
games: number, 
/**
 * The counts of pairs with 0, 1/2, 1, 3/2 and 2 points for the first engine.
 */
pairs: [number, number, number, number, number], 
/**
 * The first engine's score in per cent over the games, at most 200 points of the curve.
 */
curve: Array<number>, 
/**
 * The last games, and the last in which an engine did something wrong.
 */
latest: Array<MatchGame>, 
/**
 * The games in play and the test, if known.
 */
live: Live | null, 
/**
 * True if the match has written something in the last minute.
 */
running: boolean, };

export type Live = { 
/**
 * The games in play.
 */
games: Array<LiveGame>, 
/**
 * The sequential test, if there is one.
 */
test: Course | null, };

export type LiveGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * White.
 */
white: LiveSide, 
/**
 * Black.
 */
black: LiveSide, 
/**
 * The position.
 */
fen: string, 
/**
 * The last move, in UCI notation.
 */
last: string | null, };

export type LiveSide = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it thinks of its position: hundredths of a pawn, or `#3` for a mate.
 */
score: string | null, 
/**
 * Iterations of its last move.
 */
depth: number, 
/**
 * Positions a second in its last move.
 */
nps: number, };

export type Course = { 
/**
 * What it tests, in words.
 */
name: string, 
/**
 * The ratio at which the first hypothesis is accepted.
 */
lower: number, 
/**
 * The ratio at which the second is.
 */
upper: number, 
/**
 * Games, and the log-likelihood ratio after them; the last point is where the test stands.
 */
curve: Array<[number, number]>, };

export type Answer = { "type": "hello", 
/**
 * The version of the program.
 */
version: string, 
/**
 * The network that judges.
 */
network: string | null, 
/**
 * The most pieces of a tablebase.
 */
tablebase_pieces: number, 
/**
 * The lowest and the highest rating to play against.
 */
levels: [number, number], 
/**
 * True if there is a results folder to watch.
 */
watch: boolean, 
/**
 * Threads that all sessions share.
 */
threads: number, } | { "type": "position", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
fen: string, 
/**
 * `w` or `b`.
 */
turn: string, 
/**
 * The square of a king in check.
 */
check: string | null, 
/**
 * Legal moves.
 */
moves: Array<LegalMove>, 
/**
 * How the game has ended.
 */
ending: Ending | null, 
/**
 * The draw that may be claimed.
 */
claim: string | null, 
/**
 * The code and name of the opening.
 */
opening: [string, string] | null, 
/**
 * What was found earlier.
 */
stored: Stored | null, 
/**
 * The position in words, for screen readers.
 */
words: string, } | { "type": "line", 
/**
 * The number.
 */
id: number, 
/**
 * The line.
 */
line: SearchLine, } | { "type": "waiting", 
/**
 * The number.
 */
id: number, } | { "type": "done", 
/**
 * The number.
 */
id: number, 
/**
 * The best move, in UCI notation.
 */
best: string | null, 
/**
 * What the engine thinks of its position, from White's view.
 */
evaluation: Evaluation | null, } | { "type": "evaluation", 
/**
 * The number.
 */
id: number, 
/**
 * By the terms, from White's view.
 */
hand: number, 
/**
 * By the network, from White's view.
 */
network: number | null, 
/**
 * The terms.
 */
terms: Array<TermValue>, 
/**
 * The pieces, as the network sees them.
 */
pieces: Array<PieceWorth>, } | { "type": "explorer", 
/**
 * The number.
 */
id: number, 
/**
 * Book moves.
 */
book: Array<BookMove>, 
/**
 * Every move, if the tablebases know the position.
 */
tablebase: Array<TablebaseMove> | null, } | { "type": "games", 
/**
 * The number.
 */
id: number, 
/**
 * The games.
 */
games: Array<GameHead>, } | { "type": "game", 
/**
 * The number.
 */
id: number, 
/**
 * Its place in the list.
 */
index: number, 
/**
 * The game.
 */
tree: Tree, } | { "type": "progress", 
/**
 * The number.
 */
id: number, 
/**
 * Positions searched.
 */
done: number, 
/**
 * All positions.
 */
all: number, } | { "type": "report_move", 
/**
 * The number.
 */
id: number, 
/**
 * The move.
 */
move: MoveReport, } | { "type": "report", 
/**
 * The number.
 */
id: number, 
/**
 * The report.
 */
report: GameReport, 
/**
 * The annotated game.
 */
pgn: string, } | { "type": "start", 
/**
 * The number.
 */
id: number, 
/**
 * The position.
 */
fen: string, } | { "type": "matches", 
/**
 * The number.
 */
id: number, 
/**
 * The matches, the latest first.
 */
matches: Array<Match>, } | { "type": "error", 
/**
 * The number, if it could be read.
 */
id: number | null, 
/**
 * What is wrong.
 */
message: string, 
/**
 * Where.
 */
field: string | null, };

export type Evaluation = { "mate": number } | { "tablebase": number } | { "centipawns": number };

export type Chances = { 
/**
 * Wins.
 */
win: number, 
/**
 * Draws.
 */
draw: number, 
/**
 * Losses.
 */
loss: number, };

export type GameReport = { 
/**
 * The tags of the game.
 */
tags: Array<[string, string]>, 
/**
 * Where it starts.
 */
start: string, 
/**
 * Its result.
 */
result: string, 
/**
 * The code and name of the opening.
 */
opening: [string, string] | null, 
/**
 * The evaluation of the start position, from White's view.
 */
evaluation: Evaluation, 
/**
 * Its chances, from White's view.
 */
chances: Chances, 
/**
 * Every move.
 */
moves: Array<MoveReport>, 
/**
 * White, then Black.
 */
players: [PlayerReport, PlayerReport], };

export type MoveReport = { 
/**
 * Its place in the game, from zero.
 */
ply: number, 
/**
 * White or Black: `w` or `b`.
 */
color: string, 
/**
 * The number of the move.
 */
number: number, 
/**
 * In algebraic notation.
 */
san: string, 
/**
 * In UCI notation.
 */
uci: string, 
/**
 * The position after it.
 */
fen: string, 
/**
 * The evaluation after it, from White's view.
 */
evaluation: Evaluation, 
/**
 * The chances after it, from White's view.
 */
chances: Chances, 
/**
 * Expected points it loses, of a hundred, on the scale of the marks, which is not that of the chances.
 */
loss: number, 
/**
 * Centipawns it loses, as far as both scores are.
 */
centipawn_loss: number | null, 
/**
 * Its accuracy, from 0 to 100.
 */
accuracy: number, 
/**
 * Its mark.
 */
mark: Mark | null, 
/**
 * The part of the game.
 */
phase: Phase, 
/**
 * True while the game is in the book of openings.
 */
book: boolean, 
/**
 * The best line instead of it; none if it was the best.
 */
best: LineReport | null, 
/**
 * Why it has its mark.
 */
reasons: Array<ReasonReport>, };

export type LineReport = { 
/**
 * Its evaluation, from White's view.
 */
evaluation: Evaluation, 
/**
 * How deep it was searched.
 */
depth: number, 
/**
 * The moves in UCI notation.
 */
uci: Array<string>, 
/**
 * The moves in algebraic notation.
 */
san: Array<string>, 
/**
 * The moves with numbers.
 */
text: string, };

export type ReasonReport = { 
/**
 * What kind it is.
 */
kind: Kind, 
/**
 * The sentence.
 */
text: string, 
/**
 * The proof.
 */
proof: ProofReport, };

export type ProofReport = { 
/**
 * Where they begin.
 */
fen: string, 
/**
 * In UCI notation.
 */
uci: Array<string>, 
/**
 * In algebraic notation.
 */
san: Array<string>, 
/**
 * With numbers.
 */
text: string, 
/**
 * Squares to look at.
 */
squares: Array<string>, };

export type PlayerReport = { 
/**
 * Moves played.
 */
moves: number, 
/**
 * The mean accuracy.
 */
accuracy: number, 
/**
 * The mean loss in expected points.
 */
loss: number, 
/**
 * The mean loss in centipawns.
 */
centipawn_loss: number, 
/**
 * Moves of each mark.
 */
inaccuracies: number, 
/**
 * Moves of each mark.
 */
mistakes: number, 
/**
 * Moves of each mark.
 */
blunders: number, 
/**
 * Mates missed in moves that win all the same.
 */
missed_mates: number, 
/**
 * Opening, middlegame and endgame, where there were moves.
 */
phases: [PhaseReport | null, PhaseReport | null, PhaseReport | null], };

export type PhaseReport = { 
/**
 * The mean accuracy.
 */
accuracy: number, 
/**
 * The mean loss in expected points.
 */
loss: number, };

export type Phase = "opening" | "middlegame" | "endgame";

export type Mark = "brilliant" | "only" | "missed_mate" | "inaccuracy" | "mistake" | "blunder";

export type Kind = "allows_mate" | "misses_mate" | "tablebase" | "hangs" | "removes_defender" | "ignores_threat" | "fork" | "skewer" | "pin" | "discovered_attack" | "traps_piece" | "loses_material" | "misses_capture" | "passed_pawn" | "gives_draw" | "position" | "judgement" | "sacrifice";
