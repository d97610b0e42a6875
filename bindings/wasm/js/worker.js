// The engine in a worker of its own, in a browser or under node. Lines come in and go out as messages.

import { instantiate } from "./module.js";

const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
const port = isNode ? (await import("node:worker_threads")).parentPort : self;
const listen = (handler) =>
  isNode ? port.on("message", handler) : port.addEventListener("message", (event) => handler(event.data));

let engine;
const waiting = [];

function obey(line) {
  port.postMessage(engine.send(line) ? { handled: true } : { over: true });
}

listen(async (message) => {
  if (message.module) {
    // A shared flag, where there can be one, stops a search that fills this thread.
    const flag = message.flag ? new Int32Array(message.flag) : undefined;
    const shouldStop = flag ? () => Atomics.exchange(flag, 0, 0) === 1 : undefined;
    engine = await instantiate(message.module, { onLine: (line) => port.postMessage({ line }), shouldStop });
    port.postMessage({ ready: true });
    waiting.splice(0).forEach(obey);
  } else if (engine) {
    obey(message.line);
  } else {
    waiting.push(message.line);
  }
});
