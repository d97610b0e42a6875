// What must hold under node and in a browser. Each check gets a fresh engine.

const MATES = [
  ["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8"],
  ["r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"],
  ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"],
  ["8/8/8/8/8/5k2/6q1/7K w - - 0 1", undefined, undefined],
];

export const checks = {
  async "perft counts what it must"(engine, assert) {
    const cases = [
      ["position startpos", 4, 197281],
      ["position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862],
      ["position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238],
    ];
    for (const [position, depth, leaves] of cases) {
      engine.send(position);
      const lines = await engine.ask(`go perft ${depth}`, "Nodes searched");
      assert.equal(lines.at(-1), `Nodes searched: ${leaves}`);
    }
  },

  async "mates are found"(engine, assert) {
    for (const [fen, moves, best] of MATES) {
      const answer = await engine.search({ fen, depth: 8 });
      assert.equal(answer.best, best, fen);
      if (moves !== undefined) assert.equal(answer.lines[0].score.mate, moves, fen);
    }
  },

  async "several lines come sorted"(engine, assert) {
    const depths = [];
    const answer = await engine.search({ depth: 6, multipv: 3, onInfo: (info) => depths.push(info.depth) });
    assert.equal(answer.lines.length, 3);
    assert.ok(answer.lines[0].score.cp >= answer.lines[1].score.cp && answer.lines[1].score.cp >= answer.lines[2].score.cp);
    assert.ok(depths.includes(6) && answer.lines[0].pv[0] === answer.best);
  },

  async "a search is stopped by its signal"(engine, assert) {
    const stop = new AbortController();
    const answer = await engine.search({ signal: stop.signal, onInfo: (info) => info.depth >= 5 && stop.abort() });
    assert.match(answer.best, /^[a-h][1-8][a-h][1-8]/);
    const next = await engine.search({ fen: MATES[0][0], depth: 4 });
    assert.equal(next.best, "a1a8");
  },

  async "an endless search that has seen everything waits for its stop"(engine, assert) {
    const stop = new AbortController();
    const fen = "7k/5Q2/8/8/8/8/8/K7 w - - 0 1";
    const running = engine.search({ fen, signal: stop.signal, onInfo: () => stop.abort() });
    assert.ok((await running).best);
  },

  async "bad input gets an error and loses nothing"(engine, assert) {
    for (const request of [
      { fen: "garbage", depth: 2 },
      { fen: "8/8/8/8/8/8/8/8 w - - 0 1", depth: 2 },
      { fen: "\u0000\uD800 é", depth: 2 },
      { moves: ["e2e5"], depth: 2 },
      { depth: -1 },
      { depth: NaN },
      { colour: 3 },
      { movestogo: 5 },
      { depth: "2" },
      { multipv: 0, depth: 2 },
      {},
    ]) {
      let refused = false;
      await engine.search(request).catch(() => (refused = true));
      assert.ok(refused, JSON.stringify(request));
    }
    engine.send("xyzzy");
    engine.send("setoption name Hash value 99999999999");
    engine.send("setoption name Threads value 4");
    engine.send(null);
    const answers = await Promise.all([1, 2, 3, 4].map(() => engine.search({ fen: MATES[0][0], depth: 3 })));
    for (const answer of answers) assert.equal(answer.best, "a1a8");
  },

  async "lines of UCI go in and out"(engine, assert) {
    const greeting = await engine.ask("uci", "uciok");
    assert.ok(greeting.some((line) => line.startsWith("id name Vernier")));
    assert.ok(greeting.some((line) => line.startsWith("option name Hash")));
    const lines = [];
    const end = engine.onLine((line) => lines.push(line));
    await engine.ask("go depth 3", "bestmove");
    end();
    assert.ok(lines.some((line) => line.startsWith("info depth 3")) && lines.at(-1).startsWith("bestmove"));
    await engine.ask("isready", "readyok");
    assert.ok(lines.at(-1).startsWith("bestmove"));
  },
};
