// Vernier in a worker: lines of UCI in and out, and a typed API on top of them.

const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

const LIMITS = ["depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "binc", "movestogo"];

async function loadModule(url) {
  if (isNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function makeWorker(url) {
  if (!isNode) return new Worker(url, { type: "module" });
  const { Worker: NodeWorker } = await import("node:worker_threads");
  // The flags of the program are not the worker's: with --input-type it would not start.
  return new NodeWorker(url, { execArgv: [] });
}

/** Reads `info ...` as an object; undefined for lines without a score. */
export function parseInfo(line) {
  const words = line.split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return undefined;
  const number = (name) => {
    const index = words.indexOf(name);
    return index < 0 ? undefined : Number(words[index + 1]);
  };
  const score = words.indexOf("score");
  if (score < 0) return undefined;
  const pv = words.indexOf("pv");
  return {
    multipv: number("multipv") ?? 1,
    depth: number("depth") ?? 0,
    seldepth: number("seldepth") ?? 0,
    score: { [words[score + 1] === "mate" ? "mate" : "cp"]: Number(words[score + 2]) },
    bound: words.includes("lowerbound") ? "lower" : words.includes("upperbound") ? "upper" : "exact",
    nodes: number("nodes") ?? 0,
    time: number("time") ?? 0,
    nps: number("nps") ?? 0,
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
}

export class Engine {
  #worker;
  #flag;
  #options;
  #listeners = new Set();
  #history = [];
  #lastPv;
  #searching = false;
  #held;
  #endless = false;
  #broken;
  /** Lines that the worker has not handled yet. */
  #pending = 0;
  #queue = Promise.resolve();

  /** Starts an engine. */
  static async create(options = {}) {
    const engine = new Engine();
    engine.#options = {
      wasm: options.wasm ?? new URL("./vernier.wasm", import.meta.url),
      worker: options.worker ?? new URL("./worker.js", import.meta.url),
    };
    engine.#options.module = await loadModule(new URL(engine.#options.wasm, import.meta.url));
    const shared = typeof SharedArrayBuffer !== "undefined" && (isNode || globalThis.crossOriginIsolated !== false);
    engine.#flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    await engine.#spawn();
    engine.#hold();
    try {
      if (options.uciOptions) await engine.#setOptions(options.uciOptions);
    } catch (error) {
      engine.terminate();
      throw error;
    }
    return engine;
  }

  async #spawn() {
    const worker = await makeWorker(this.#options.worker);
    this.#worker = worker;
    await new Promise((ready, failed) => {
      const onMessage = (message) => {
        if (message.ready) ready();
        else if (message.line !== undefined) this.#handleLine(message.line);
        else if (message.over) this.#fail(new Error("the session is over"));
        else if (message.handled) {
          this.#pending--;
          this.#hold();
        }
      };
      const onError = (error) => {
        const reason = error instanceof Error ? error : new Error(error?.message ?? "the worker failed");
        failed(reason);
        this.#fail(reason);
      };
      if (isNode) worker.on("message", onMessage).on("error", onError);
      else {
        worker.onmessage = (event) => onMessage(event.data);
        worker.onerror = onError;
      }
      worker.postMessage({ module: this.#options.module, flag: this.#flag?.buffer });
    });
  }

  /** Under node an engine at work keeps the program running, and one that waits does not. */
  #hold() {
    if (!isNode) return;
    if (this.#pending > 0 || this.#searching) this.#worker.ref();
    else this.#worker.unref();
  }

  #post(line) {
    this.#pending++;
    this.#worker.postMessage({ line });
    this.#hold();
  }

  #fail(error) {
    this.#broken = error;
    for (const listener of [...this.#listeners]) listener(undefined, error);
  }

  #handleLine(line) {
    const info = this.#searching ? parseInfo(line) : undefined;
    if (info?.multipv === 1 && info.pv.length > 0) this.#lastPv = info.pv;
    if (line.startsWith("bestmove")) {
      // An endless search answers only when it is stopped, though this engine may have searched all there is.
      if (this.#endless) {
        this.#held = line;
        return;
      }
      this.#searching = false;
    }
    for (const listener of [...this.#listeners]) listener(line);
    this.#hold();
  }

  /** Calls `listener` with every line; the function it returns ends that. */
  onLine(listener) {
    const wrapped = (line) => line !== undefined && listener(line);
    this.#listeners.add(wrapped);
    return () => this.#listeners.delete(wrapped);
  }

  /** Sends a line of UCI. `stop` and `quit` take effect at once; other lines wait for the end of a search. */
  send(line) {
    if (this.#broken) throw this.#broken;
    const text = String(line).trim();
    const word = text.split(/\s+/)[0];
    if (word === "stop") return this.#stop();
    if (word === "quit") return this.terminate();
    if (word === "setoption" || word === "position") this.#remember(word, text);
    if (word === "go" && !/\bperft\b/.test(text)) {
      this.#searching = true;
      this.#lastPv = undefined;
      this.#endless = /\binfinite\b/.test(text) || text === "go";
      this.#flag && Atomics.store(this.#flag, 0, 0);
    }
    this.#post(text);
  }

  /** What a new worker needs if this one has to be ended. */
  #remember(word, text) {
    if (word === "position") this.#history = this.#history.filter((line) => !line.startsWith("position"));
    this.#history.push(text);
  }

  #stop() {
    if (!this.#searching) return;
    this.#endless = false;
    if (this.#held) {
      const line = this.#held;
      this.#held = undefined;
      this.#handleLine(line);
    } else if (this.#flag) {
      Atomics.store(this.#flag, 0, 1);
    } else {
      this.#restart();
    }
  }

  /** Without shared memory a search can only be ended with its worker. Its best line so far is the answer. */
  #restart() {
    this.#worker.terminate();
    this.#pending = 0;
    const [best, ponder] = this.#lastPv ?? [];
    const ready = this.#spawn().then(() => this.#history.forEach((line) => this.#post(line)));
    const answer = best ? `bestmove ${best}${ponder ? ` ponder ${ponder}` : ""}` : "bestmove 0000";
    ready.then(() => this.#handleLine(answer), (error) => this.#fail(error));
  }

  setOption(name, value) {
    this.send(value === undefined ? `setoption name ${name}` : `setoption name ${name} value ${value}`);
  }

  /** Sends a line and gives the lines up to the one that starts with `last`. */
  ask(line, last) {
    return new Promise((resolve, reject) => {
      const lines = [];
      const listener = (answer, error) => {
        if (error) {
          this.#listeners.delete(listener);
          reject(error);
          return;
        }
        lines.push(answer);
        if (answer.startsWith(last)) {
          this.#listeners.delete(listener);
          resolve(lines);
        }
      };
      this.#listeners.add(listener);
      try {
        this.send(line);
      } catch (error) {
        this.#listeners.delete(listener);
        reject(error);
      }
    });
  }

  async #setOptions(values) {
    // UCI asks engines to pass over options that they do not know.
    const lines = await this.ask("uci", "uciok");
    const known = new Set(lines.map((line) => /^option name (.+?) type /.exec(line)?.[1].toLowerCase()));
    for (const [name, value] of Object.entries(values)) {
      if (!known.has(name.toLowerCase())) throw new TypeError(`'${name}' is not an option of the engine`);
      await this.#obeyed(() => this.setOption(name, value));
    }
  }

  /** Sends lines and waits until they are handled; what the engine refuses is an error. */
  async #obeyed(send) {
    send();
    const replies = await this.ask("isready", "readyok");
    const refused = replies.find((line) => line.startsWith("info string error"));
    if (refused) throw new Error(refused.replace(/^info string error: /, ""));
  }

  /** Searches a position; searches that are asked for at the same time are done one after the other. */
  search(request = {}) {
    const job = this.#queue.then(() => this.#search(request));
    this.#queue = job.catch(() => undefined);
    return job;
  }

  async #search({ fen, moves = [], multipv = 1, onInfo, signal, ...limits }) {
    signal?.throwIfAborted();
    if (!Number.isInteger(multipv) || multipv < 1) throw new RangeError(`multipv is a number of lines, at least 1, not ${multipv}`);
    const words = Object.entries(limits).flatMap(([name, value]) => {
      if (!LIMITS.includes(name)) throw new TypeError(`'${name}' is not a limit`);
      if (value === undefined) return [];
      if (!Number.isFinite(value) || value < 0) {
        throw new RangeError(`${name} is a number from zero, not ${typeof value === "string" ? `'${value}'` : value}`);
      }
      return [name, Math.round(value)];
    });
    // The number of moves to the next control limits nothing on its own.
    const isLimited = words.some((word) => LIMITS.includes(word) && word !== "movestogo");
    if (!isLimited && !signal) throw new TypeError("a limit is needed, or a signal to stop the search");
    this.setOption("MultiPV", multipv);
    // What earlier lines got for an answer is not this search's business.
    await this.ask("isready", "readyok");
    await this.#obeyed(() => this.send(`position ${fen ? `fen ${fen}` : "startpos"}${moves.length ? ` moves ${moves.join(" ")}` : ""}`));
    const lines = new Map();
    const stopListening = this.onLine((line) => {
      const info = parseInfo(line);
      if (info) {
        lines.set(info.multipv, info);
        onInfo?.(info);
      }
    });
    const stop = () => this.send("stop");
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const answer = this.ask(isLimited ? `go ${words.join(" ")}` : "go infinite", "bestmove");
      if (signal?.aborted) stop();
      const [, best, , ponder] = (await answer).at(-1).split(" ");
      return {
        best: /^[a-h]/.test(best) ? best : undefined,
        ponder,
        lines: [...lines.values()].sort((one, other) => one.multipv - other.multipv),
      };
    } finally {
      signal?.removeEventListener("abort", stop);
      stopListening();
    }
  }

  /** Ends the engine and its worker. */
  terminate() {
    this.#broken ??= new Error("the engine was ended");
    this.#worker.terminate();
    this.#fail(this.#broken);
  }
}
