/** What a line is worth to the player to move: hundredths of a pawn, or moves to mate (negative: being mated). */
export type Score = { cp: number; mate?: undefined } | { mate: number; cp?: undefined };

/** A line of analysis. */
export interface Info {
  /** Which of several best lines this is, from one. */
  multipv: number;
  depth: number;
  seldepth: number;
  score: Score;
  bound: "exact" | "lower" | "upper";
  nodes: number;
  /** Milliseconds since the search began. */
  time: number;
  nps: number;
  /** Moves as UCI writes them. */
  pv: string[];
}

/** How long to search; times are in milliseconds. Without a limit `signal` must stop the search. */
export interface Limits {
  depth?: number;
  nodes?: number;
  movetime?: number;
  mate?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
}

export interface SearchRequest extends Limits {
  /** The position; the start position if there is none. */
  fen?: string;
  /** Moves from there, as UCI writes them. */
  moves?: string[];
  /** How many best lines are wanted. */
  multipv?: number;
  /** Gets every line as it comes. */
  onInfo?: (info: Info) => void;
  /** Stops the search; its answer is still given. */
  signal?: AbortSignal;
}

export interface Answer {
  /** The move to play; undefined if the game is over. */
  best: string | undefined;
  /** The reply to expect. */
  ponder: string | undefined;
  /** The last word on each line, best first. */
  lines: Info[];
}

export interface EngineOptions {
  /** Where `vernier.wasm` is; beside this module by default. */
  wasm?: string | URL;
  /** Where `worker.js` is; beside this module by default. */
  worker?: string | URL;
  /** UCI options to set at once, such as `{ Hash: 64 }`; `create` refuses those that the engine does not have, and values it does not take. */
  uciOptions?: Record<string, string | number | boolean>;
}

/** The engine in a worker of its own. It has the network and the whole search, on one thread; it has no tablebases. */
export class Engine {
  private constructor();
  static create(options?: EngineOptions): Promise<Engine>;
  /** Searches a position; searches that are asked for at the same time are done one after the other. */
  search(request: SearchRequest): Promise<Answer>;
  /** Sends a line of UCI. `stop` and `quit` take effect at once; other lines wait for the end of a search. */
  send(line: string): void;
  /** Calls `listener` with every line; the function it returns ends that. */
  onLine(listener: (line: string) => void): () => void;
  /** Sends a line and gives the lines up to the one that starts with `last`. */
  ask(line: string, last: string): Promise<string[]>;
  setOption(name: string, value?: string | number | boolean): void;
  /** Ends the engine and its worker. */
  terminate(): void;
}

/** Reads `info ...` as an object; undefined for lines without a score. */
export function parseInfo(line: string): Info | undefined;
