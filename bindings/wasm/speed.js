// How fast the package is beside the native program: `node speed.js [path of vernier]`. Alternating runs of `bench 12`, the best of three.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { instantiate } from "./js/module.js";

const native = process.argv[2] ?? fileURLToPath(new URL("../../target/release/vernier", import.meta.url));
const module = await WebAssembly.compile(await readFile(new URL("./js/vernier.wasm", import.meta.url)));
const last = (lines) => lines.findLast((line) => /^\d+ nodes \d+ nps/.test(line)).split(" ");

let best = { wasm: 0, native: 0 };
for (let run = 0; run < 3; run++) {
  const lines = [];
  const engine = await instantiate(module, { onLine: (line) => lines.push(line) });
  const before = process.cpuUsage().user;
  engine.send("bench 12");
  const seconds = (process.cpuUsage().user - before) / 1e6;
  const [nodes] = last(lines);
  const other = spawnSync("bash", ["-c", `TIMEFORMAT=%U; time ${native} bench 12`], { encoding: "utf8" });
  const [nativeNodes] = last(other.stdout.split("\n"));
  if (nodes !== nativeNodes) throw new Error(`${nodes} nodes here, ${nativeNodes} in the native program`);
  best.wasm = Math.max(best.wasm, nodes / seconds);
  best.native = Math.max(best.native, nativeNodes / Number(other.stderr.trim().split("\n").at(-1)));
}
console.log(`wasm ${Math.round(best.wasm)} nodes a CPU second, native ${Math.round(best.native)}: ${((100 * best.wasm) / best.native).toFixed(0)} %`);
