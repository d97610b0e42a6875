// Questions to the engine: numbered requests, answers by number, and reconnecting.

import { openTransport } from './transport.js';

/** @typedef {import('./messages').Request} Request */
/** @typedef {import('./messages').Answer} Answer */
/** @typedef {Request extends infer R ? R extends { id: number } ? Omit<R, 'id'> : never : never} Question */

/** @type {{ send(text: string): void } | null} */
let transport = null;
let open = false;
let number = 0;
/** @type {Map<number, (answer: Answer) => void>} */
const waiting = new Map();
/** @type {string[]} */
let unsent = [];
/** Numbers of the requests that wait for the connection. @type {Set<number>} */
const late = new Set();
/** @type {((answer: Extract<Answer, { type: 'hello' }>) => void)[]} */
const greeted = [];
/** @type {((open: boolean) => void)[]} */
const watchers = [];

/** Calls back whenever the server greets. @param {(answer: Extract<Answer, { type: 'hello' }>) => void} listener */
export const onHello = (listener) => greeted.push(listener);
/** Calls back when the connection opens or breaks. @param {(open: boolean) => void} listener */
export const onRoad = (listener) => watchers.push(listener);

export function connect() {
  transport = openTransport({
    opened() {
      open = true;
      const messages = unsent;
      unsent = [];
      late.clear();
      for (const message of messages) transport?.send(message);
      for (const watcher of watchers) watcher(true);
    },
    message: (text) => handle(JSON.parse(text)),
    closed() {
      open = false;
      for (const id of waiting.keys()) if (!late.has(id)) waiting.delete(id);
      for (const watcher of watchers) watcher(false);
      setTimeout(connect, 1500);
    },
  });
}

/** @param {Answer} answer */
function handle(answer) {
  if (answer.type === 'hello') {
    for (const listener of greeted) listener(answer);
  } else if (answer.id !== null) {
    waiting.get(answer.id)?.(answer);
  }
}

/**
 * Asks, and hears every answer until `forget`. Gives the number of the request.
 * @param {Question} question
 * @param {(answer: Answer) => void} answered
 */
export function ask(question, answered) {
  const id = ++number;
  waiting.set(id, answered);
  const text = JSON.stringify({ ...question, id });
  if (open) transport?.send(text);
  else {
    unsent.push(text);
    late.add(id);
  }
  return id;
}

/** Ignores further answers to a request. @param {number} id */
export const forget = (id) => waiting.delete(id);

/** Stops what was asked under a number. @param {number} id */
export function stop(id) {
  forget(id);
  if (open) transport?.send(JSON.stringify({ type: 'stop', id }));
}

/**
 * Asks for one answer.
 * @template {Answer['type']} T
 * @param {Question} question
 * @param {T} type
 * @returns {Promise<Extract<Answer, { type: T }>>}
 */
export function askOnce(question, type) {
  return new Promise((resolve, reject) => {
    const id = ask(question, (answer) => {
      if (answer.type === type) resolve(/** @type {any} */ (answer));
      else if (answer.type === 'error') reject(new Error(answer.message));
      else return;
      forget(id);
    });
  });
}
