// The package under node. `checks.js` holds what must hold in a browser too.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Engine, parseInfo } from "../js/index.js";
import { checks } from "./checks.js";

for (const [name, check] of Object.entries(checks)) {
  test(name, async () => {
    const engine = await Engine.create();
    try {
      await check(engine, assert);
    } finally {
      engine.terminate();
    }
  });
}

test("bench is the native program's", async () => {
  const native = process.env.VERNIER ?? fileURLToPath(new URL("../../../target/release/vernier", import.meta.url));
  assert.ok(existsSync(native), `build the program first, or set VERNIER: ${native}`);
  const expected = spawnSync(native, ["bench", "6"], { encoding: "utf8" }).stdout.trim().split("\n").at(-1).split(" ")[0];
  const engine = await Engine.create();
  const lines = await engine.ask("bench 6", "");
  while (!/^\d+ nodes/.test(lines.at(-1))) lines.push(...(await engine.ask("isready", "")));
  assert.equal(lines.findLast((line) => /^\d+ nodes/.test(line)).split(" ")[0], expected);
  engine.terminate();
});

test("a program ends after its last search, and not before", () => {
  const url = new URL("../js/index.js", import.meta.url);
  const script = `import { Engine } from "${url}";
    const engine = await Engine.create();
    console.log((await engine.search({ depth: 8 })).best.length, (await engine.search({ signal: AbortSignal.timeout(100) })).best.length);
    engine.onLine((line) => line.startsWith("bestmove") && console.log(line.length > 12));
    engine.send("go depth 9");`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 60_000 });
  assert.deepEqual([status, stdout], [0, "4 4\ntrue\n"], stderr);
});

test("lines are read as objects", () => {
  const info = parseInfo("info depth 5 seldepth 9 multipv 2 score mate -3 nodes 100 nps 2000 time 50 pv e2e4 e7e5");
  assert.deepEqual(info, {
    multipv: 2, depth: 5, seldepth: 9, score: { mate: -3 }, bound: "exact", nodes: 100, time: 50, nps: 2000, pv: ["e2e4", "e7e5"],
  });
  assert.equal(parseInfo("info string hello"), undefined);
  assert.equal(parseInfo("bestmove e2e4"), undefined);
});

test("a worker that is not there is an error", async () => {
  await assert.rejects(Engine.create({ wasm: new URL("nowhere.wasm", import.meta.url) }));
});

test("options that the engine does not have or take are errors", async () => {
  await assert.rejects(Engine.create({ uciOptions: { Hash: 8, Hahs: 8 } }), /'Hahs' is not an option/);
  await assert.rejects(Engine.create({ uciOptions: { Hash: "much" } }), /Hash keeps its value: 'much'/);
  const engine = await Engine.create({ uciOptions: { hash: 8, UCI_ShowWDL: true } });
  const lines = await engine.ask("go depth 2", "bestmove");
  assert.ok(lines.some((line) => line.includes(" wdl ")));
  engine.terminate();
});
