// The way to the engine of a site without a server: the engine runs in workers of this browser.

/** Kinds of requests that search; each has a worker of its own, so that they run beside each other and beside quick answers. */
const SEARCHES = ['analyse', 'threat', 'play', 'report'];
const isolated = typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated;

/** @typedef {{ opened(): void, message(text: string): void, closed(): void }} Listener */
/** @typedef {{ id: number, type: string, text: string }} Task */

/** A worker that does one task at a time. */
class Lane {
  /** The task in work. @type {Task | null} */
  task = null;
  /** Tasks that wait for their turn. @type {Task[]} */
  queue = [];
  /** @type {Worker | null} */
  worker = null;
  /** Tells a search to stop, where memory can be shared. */
  flag = isolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  /** @param {Promise<WebAssembly.Module>} module @param {(text: string) => void} answered @param {(task: Task | null) => void} failed */
  constructor(module, answered, failed) {
    this.module = module;
    this.answered = answered;
    this.failed = failed;
  }

  /** Starts the worker. It takes no task before it is ready. */
  async spawn() {
    const worker = new Worker(new URL('./wasm/worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.line !== undefined) this.answered(data.line);
      else if (data.ready || data.handled) {
        this.task = null;
        this.next();
      }
    };
    worker.onerror = () => this.fail();
    try {
      worker.postMessage({ module: await this.module, flag: this.flag?.buffer });
    } catch {
      this.fail();
    }
  }

  fail() {
    const task = this.task;
    this.end();
    this.failed(task);
  }

  end() {
    this.worker?.terminate();
    this.worker = this.task = null;
  }

  /** @param {Task} task */
  add(task) {
    this.queue.push(task);
    if (!this.worker) {
      // Not a task, but the lane is taken until the worker is ready.
      this.task = { id: 0, type: 'start', text: '' };
      this.spawn();
    } else if (!this.task) this.next();
  }

  next() {
    this.task = this.queue.shift() ?? null;
    if (!this.task) return;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    this.worker?.postMessage({ line: this.task.text });
  }

  /** Ends the tasks that fit. A report is many searches: it ends with its worker. @param {(task: Task) => boolean} fits */
  stop(fits) {
    this.queue = this.queue.filter((task) => !fits(task));
    if (!this.task || this.task.type === 'start' || !fits(this.task)) return;
    if (this.flag && this.task.type !== 'report') Atomics.store(this.flag, 0, 1);
    else this.end();
  }
}

/** @returns {Promise<WebAssembly.Module>} */
async function load() {
  const response = await fetch(new URL('./wasm/page.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Opens a way for lines of JSON. `closed` is called if it breaks, or never opens.
 * @param {Listener} listener
 * @returns {{ send(text: string): void }}
 */
export function openTransport(listener) {
  const module = load();
  let greeted = false;
  const facts = new Lane(module, (text) => {
    if (!greeted) listener.opened();
    greeted = true;
    listener.message(text);
  }, () => listener.closed());
  /** @type {Map<string, Lane>} */
  const lanes = new Map();
  /** @param {string} type */
  const lane = (type) => {
    const known = lanes.get(type);
    if (known) return known;
    // Every worker greets, but the page has been greeted.
    const answered = (/** @type {string} */ text) => text.startsWith('{"type":"hello"') || listener.message(text);
    const failed = (/** @type {Task | null} */ task) => task && listener.message(JSON.stringify({ type: 'error', id: task.id, message: 'The engine failed.', field: null }));
    const made = new Lane(module, answered, failed);
    lanes.set(type, made);
    return made;
  };
  facts.task = { id: 0, type: 'start', text: '' };
  facts.spawn();
  return {
    send(text) {
      const { id, type } = JSON.parse(text);
      if (type === 'stop') for (const each of lanes.values()) each.stop((task) => task.id === id);
      else if (SEARCHES.includes(type)) {
        lane(type).stop(() => true);
        lane(type).add({ id, type, text });
      } else facts.add({ id, type, text });
    },
  };
}
