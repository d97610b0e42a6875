// The engine's lines: start and stop, numbers that change in place, a small board under the pointer, arrows.

import { ask, stop } from './connection.js';
import { byId, expected, forWhite, h, hint, scoreText, turned } from './dom.js';
import { change, moveText, onSettings, settings } from './settings.js';

/** @typedef {import('./messages').SearchLine} SearchLine */

export class Engine {
  /**
   * @param {import('./app.js').App} app
   */
  constructor(app) {
    this.app = app;
    this.running = false;
    this.id = 0;
    /** @type {(SearchLine | undefined)[]} */
    this.lines = [];
    /** What the opponent threatens: drawn with the lines, which would replace it. @type {import('./board.js').Arrow[]} */
    this.threat = [];
    /** The lines are those of the store. */
    this.stored = false;
    /** The search has shown no line yet. */
    this.fresh = true;
    /** @type {SearchLine[]} */
    this.drawn = [];
    this.lineCount = /** @type {HTMLSelectElement} */ (byId('lines'));
    this.limit = /** @type {HTMLSelectElement} */ (byId('limit'));
    this.lineCount.value = settings.lines;
    this.limit.value = settings.limit;
    this.lineCount.addEventListener('change', () => {
      change('lines', this.lineCount.value);
      if (this.running) this.start();
    });
    this.limit.addEventListener('change', () => {
      change('limit', this.limit.value);
      if (this.running) this.start();
    });
    byId('run').addEventListener('click', () => this.toggle());
    const list = byId('pv');
    list.addEventListener('pointerover', (event) => this.peek(event));
    list.addEventListener('pointerleave', () => (byId('peek').hidden = true));
    list.addEventListener('click', (event) => this.take(event));
  }

  /** Draws the lines again when the user changes how. */
  listen() {
    onSettings(() => this.draw());
  }

  /** The score of a line as the user wants to see it. @param {SearchLine} line */
  score(line) {
    const black = this.app.node.fen.split(' ')[1] === 'b';
    return scoreText(settings.mover && black ? turned(line.evaluation) : line.evaluation);
  }

  toggle() {
    if (this.running) this.halt();
    else this.start();
  }

  /** Begins to search the position on the board. */
  start() {
    if (this.id) stop(this.id);
    this.running = true;
    byId('run').setAttribute('aria-checked', 'true');
    const [kind, value] = this.limit.value.split(':');
    const limits = { depth: null, nodes: null, movetime: null };
    if (kind) limits[/** @type {'depth' | 'nodes' | 'movetime'} */ (kind)] = /** @type {any} */ (Number(value));
    this.fresh = true;
    this.id = ask({ type: 'analyse', position: this.app.position(), limits, lines: Number(this.lineCount.value) }, (answer) => {
      if (answer.type === 'line') this.handleLine(answer.line);
      else if (answer.type === 'waiting') byId('depth').textContent = 'waiting for a free engine…';
      // Where the game is over there is nothing to search, and the next position is searched again.
      else if (answer.type === 'done' && answer.best) this.done();
      else if (answer.type === 'error') {
        this.halt();
        hint(answer.message);
      }
    });
  }

  halt() {
    if (this.id) stop(this.id);
    this.done();
  }

  done() {
    this.id = 0;
    this.running = false;
    byId('run').setAttribute('aria-checked', 'false');
    document.body.classList.remove('thinking');
  }

  /** The board has moved on, and the search follows at once. */
  moved() {
    this.lines = [];
    this.stored = false;
    this.draw();
    if (this.running) this.start();
  }

  /** What the store knows of the position, unless the search is already as deep. @param {import('./messages').Stored | null} stored */
  recall(stored) {
    if (!stored || (this.lines[0]?.depth ?? 0) >= stored.depth) return;
    this.lines = stored.lines;
    this.stored = true;
    this.fresh = true;
    this.draw();
  }

  /** @param {SearchLine} line */
  handleLine(line) {
    document.body.classList.add('thinking');
    if (this.fresh) {
      // A result from the store stays until the search is as deep.
      if (this.stored && this.lines[0] && line.depth < this.lines[0].depth) return this.numbers(line);
      this.lines = [];
      this.stored = false;
      this.fresh = false;
    }
    this.lines[line.line - 1] = line;
    this.draw();
  }

  /** @param {SearchLine} line */
  numbers(line) {
    const speed = line.nps >= 1e6 ? `${(line.nps / 1e6).toFixed(1)} M/s` : `${Math.round(line.nps / 1000)} k/s`;
    byId('depth').textContent = `depth ${line.depth}/${line.seldepth} · ${speed}`;
  }

  draw() {
    const list = byId('pv');
    // While a new depth comes in line by line, a move may stand in two places: the deeper one counts.
    const lines = this.lines.filter((line) => line !== undefined).filter((line, index, all) =>
      !all.some((other, place) => place !== index && other.uci[0] === line.uci[0] && (other.depth > line.depth || (other.depth === line.depth && place < index))));
    this.drawn = this.settle(lines);
    while (list.children.length > Math.max(this.drawn.length, this.running ? Number(this.lineCount.value) : 0)) list.lastElementChild?.remove();
    this.drawn.forEach((line, index) => {
      const item = /** @type {HTMLElement} */ (list.children[index] ?? list.appendChild(h('li', {}, h('b'), h('span', { class: 'wdl' }, h('i'), h('i'), h('i')), h('span', { class: 'san' }))));
      const [score, wdl, san] = /** @type {any} */ (item.children);
      score.textContent = this.score(line);
      score.className = forWhite(line.evaluation) ? 'white' : 'black';
      wdl.title = `White wins ${line.chances.win / 10} %, draws ${line.chances.draw / 10} %, loses ${line.chances.loss / 10} %`;
      [line.chances.win, line.chances.draw, line.chances.loss].forEach((share, part) => (wdl.children[part].style.flexGrow = String(share)));
      this.drawLine(san, line, index);
    });
    const best = lines[0];
    if (best) {
      byId('score').textContent = this.score(best);
      this.numbers(best);
      if (this.stored) byId('depth').textContent = `depth ${best.depth} · kept from before`;
      drawBar(best.chances, scoreText(best.evaluation));
    } else {
      byId('score').textContent = '–';
      byId('depth').textContent = this.running ? '…' : '';
    }
    this.point(lines);
  }

  /**
   * The lines in the order of the rows. While the pointer is over them, a move stays in its row, and the line under the pointer keeps its moves.
   * @param {SearchLine[]} lines
   */
  settle(lines) {
    const list = byId('pv');
    if (!list.matches(':hover')) return lines;
    const others = [...lines];
    const kept = this.drawn.map((old, row) => {
      const place = others.findIndex((line) => line.uci[0] === old.uci[0]);
      if (place < 0) return null;
      const [line] = others.splice(place, 1);
      return list.children[row]?.matches(':hover') ? { ...line, uci: old.uci, san: old.san, fens: old.fens } : line;
    });
    return lines.length ? [...kept.map((line, row) => line ?? others.shift() ?? this.drawn[row]), ...others] : [];
  }

  /** @param {HTMLElement} place @param {SearchLine} line @param {number} index */
  drawLine(place, line, index) {
    const key = line.uci.join(' ') + settings.figurines;
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const fields = this.app.node.fen.split(' ');
    let number = Number(fields[5]);
    let white = fields[1] === 'w';
    const words = line.san.slice(0, 16).map((san, ply) => {
      const label = white ? `${number}.` : ply === 0 ? `${number}…` : '';
      if (!white) number++;
      white = !white;
      return h('button', { type: 'button', 'data-line': index, 'data-ply': ply, tabindex: ply ? -1 : 0 }, label, moveText(san));
    });
    place.replaceChildren(...words);
  }

  /** Arrows for the first moves; the best one darkest. @param {SearchLine[]} lines */
  point(lines) {
    if (this.app.mode !== 'analyse') return;
    const arrows = (settings.arrows ? lines : []).slice(0, 3).filter((line) => line.uci.length).map((line, index) => ({
      from: line.uci[0].slice(0, 2),
      to: line.uci[0].slice(2, 4),
      kind: index ? `engine other other-${index}` : 'engine',
    }));
    this.app.board.point([...arrows.reverse(), ...this.threat]);
  }

  /** @param {Event} event */
  word(event) {
    const target = event.target instanceof Element ? event.target.closest('button') : null;
    const line = target && this.drawn[Number(target.dataset.line)];
    return line ? { line, ply: Number(target.dataset.ply), target } : null;
  }

  /** @param {PointerEvent} event */
  peek(event) {
    const found = this.word(event);
    const peek = byId('peek');
    if (!found || event.pointerType === 'touch') return;
    const { line, ply, target } = found;
    const board = /** @type {import('./board.js').ChessBoard} */ (peek.firstElementChild);
    board.flipped = this.app.board.flipped;
    board.show(line.fens[ply], { last: line.uci[ply] });
    const box = target.getBoundingClientRect();
    peek.hidden = false;
    peek.style.left = `${Math.min(box.left, innerWidth - 210)}px`;
    peek.style.top = `${box.bottom + 210 > innerHeight ? box.top - 206 : box.bottom + 6}px`;
  }

  /** A click adds the line up to that move. @param {Event} event */
  take(event) {
    const found = this.word(event);
    if (!found) return;
    byId('peek').hidden = true;
    const { line, ply } = found;
    let at = this.app.node;
    for (let index = 0; index <= ply; index++) at = this.app.tree.add(at, { uci: line.uci[index], san: line.san[index], fen: line.fens[index] });
    this.app.redraw();
    this.app.goto(at);
  }

  best() {
    const line = this.lines[0];
    return line?.uci.length ? { uci: line.uci[0], san: line.san[0], fen: line.fens[0] } : null;
  }
}

/** The bar beside the board: White's wins below, Black's above. @param {import('./messages').Chances | null} chances @param {string} text */
export function drawBar(chances, text) {
  const bar = byId('bar');
  const [loss, draw, win, label] = /** @type {any} */ (bar.children);
  const shares = chances ?? { win: 250, draw: 500, loss: 250 };
  loss.style.flexGrow = shares.loss;
  draw.style.flexGrow = shares.draw;
  win.style.flexGrow = shares.win;
  label.textContent = text.replace(/^([+−]\d+\.\d)\d$/, '$1').replace(/^[+−]/, '');
  label.className = expected(shares) >= 50 ? 'low' : 'high';
  bar.setAttribute('aria-label', chances ? `Evaluation ${text}, White expects ${Math.round(expected(chances))} of 100 points` : 'No evaluation yet');
}
