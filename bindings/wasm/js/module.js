// The WebAssembly module with the little of WASI that it needs: a clock, random numbers, and somewhere to write.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;

/**
 * Starts the engine in this thread. Calls last as long as the searches they start.
 *
 * `onLine` gets every line the engine says. `shouldStop` is asked again and again during a search; true ends it.
 *
 * @param {WebAssembly.Module | BufferSource} source
 * @param {{ onLine: (line: string) => void, shouldStop?: () => boolean }} hooks
 */
export async function instantiate(source, { onLine, shouldStop = () => false }) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let exports;
  let rest = "";
  let searching = false;
  const view = () => new DataView(exports.memory.buffer);
  const bytes = (start, length) => new Uint8Array(exports.memory.buffer, start, length);

  const write = (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    lines.forEach(onLine);
  };

  const wasi = {
    clock_time_get(_clock, _precision, out) {
      if (searching && shouldStop()) exports.vernier_stop();
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return OK;
    },
    random_get(start, length) {
      crypto.getRandomValues(bytes(start, length));
      return OK;
    },
    fd_write(descriptor, vectors, count, out) {
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      let total = 0;
      for (let index = 0; index < count; index++) {
        const start = view().getUint32(vectors + 8 * index, true);
        const length = view().getUint32(vectors + 8 * index + 4, true);
        write(decoder.decode(bytes(start, length), { stream: true }));
        total += length;
      }
      view().setUint32(out, total, true);
      return OK;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    sched_yield: () => OK,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    proc_exit(status) {
      throw new Error(`the engine ended with status ${status}`);
    },
  };
  // There are no files: everything else is refused.
  const imports = new Proxy(wasi, { get: (known, name) => known[name] ?? (() => NOT_SUPPORTED) });

  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
  exports = instance.exports;
  exports._initialize?.();
  exports.vernier_start();

  return {
    /** Does what a line of UCI says; false when the session is over. */
    send(line) {
      const text = encoder.encode(String(line));
      const start = exports.vernier_room(text.length);
      bytes(start, text.length).set(text);
      searching = true;
      try {
        return exports.vernier_line(start, text.length) === 1;
      } finally {
        searching = false;
      }
    },
  };
}
