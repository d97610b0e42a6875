// The page: one board and one tree of moves, shared by four modes.

import './board.js';
import { ask, askOnce, connect, forget, onHello, onRoad, stop } from './connection.js';
import { byId, h, hint, say, scoreText } from './dom.js';
import { Engine, drawBar } from './engine.js';
import { setupImport } from './games.js';
import { Memory } from './memory.js';
import { drawMoves, keepCurrentInSight, showCurrent } from './moves.js';
import { Panels } from './panels.js';
import { Play } from './play.js';
import { Report } from './report.js';
import { onSettings, setupSettings } from './settings.js';
import { knock } from './sound.js';
import { Tree } from './tree.js';
import { startWatching, stopWatching } from './watch.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {Extract<import('./messages').Answer, { type: 'position' }>} PositionAnswer */

const MODES = ['analyse', 'play', 'report', 'watch'];

export class App {
  constructor() {
    this.board = /** @type {import('./board.js').ChessBoard} */ (byId('board'));
    this.mode = 'analyse';
    this.tree = new Tree();
    this.node = this.tree.root;
    /** @type {Extract<import('./messages').Answer, { type: 'hello' }> | null} */
    this.hello = null;
    /** @type {PositionAnswer | null} */
    this.known = null;
    this.asked = 0;
    /** True while the moves of the position are on their way. */
    this.awaiting = false;
    /** What is typed meanwhile. @type {string[]} */
    this.typed = [];
    this.threatId = 0;
    /** @type {(question: import('./connection.js').Question) => void} */
    this.ask = () => {};
    this.memory = new Memory(this);
    this.engine = new Engine(this);
    this.panels = new Panels(this);
    this.play = new Play(this);
    this.report = new Report(this);
  }

  start() {
    setupSettings();
    this.open = setupImport(this);
    this.listen();
    onHello((hello) => {
      this.hello = hello;
      const watch = document.querySelector('[data-goto=watch]');
      if (watch instanceof HTMLElement) watch.hidden = !hello.watch;
      if (this.mode === 'play') this.play.draw();
      if (this.memory.pending) this.memory.restoreMoves();
      else this.goto(this.node, true);
    });
    onRoad((open) => {
      document.body.classList.toggle('offline', !open);
      if (!open) hint('The server does not answer. Trying again…', true);
      else hint(this.tree.root.children.length ? '' : 'Drag a piece, type a move, or open a game. The switch starts the engine.', true);
    });
    onSettings(() => this.redraw());
    keepCurrentInSight();
    this.engine.listen();
    this.memory.restore();
    connect();
  }

  /** The position on the board, as the server takes it. */
  position() {
    return this.tree.position(this.node);
  }

  reported() {
    return this.report.report !== null;
  }

  /** Shows a node of the tree. @param {Node} node @param {boolean} [fresh] */
  goto(node, fresh = false) {
    const before = this.node;
    this.node = node;
    if (this.threatId) stop(this.threatId);
    this.threatId = 0;
    if (node !== before || fresh) {
      this.board.clearArrows();
      this.engine.threat = [];
    }
    this.board.show(node.fen, { last: node.uci && node.uci !== '0000' ? node.uci : null });
    if (node !== before && node.parent) knock(node.san.includes('x'));
    showCurrent(node);
    this.players();
    this.memory.remember();
    if (node.report) drawBar(node.report.chances, scoreText(node.report.evaluation));
    else if (node !== before) drawBar(null, '');
    this.report.moved();
    if (this.mode === 'analyse' && (node !== before || fresh)) this.engine.moved();
    forget(this.asked);
    this.awaiting = true;
    this.asked = ask({ type: 'position', position: this.position() }, (answer) => {
      forget(this.asked);
      if (answer.type === 'error') {
        this.awaiting = false;
        this.typed = [];
        hint(answer.message);
      } else if (answer.type === 'position' && this.node === node) this.arrived(answer, node !== before || fresh);
    });
  }

  /** The server knows the position. @param {PositionAnswer} answer @param {boolean} moved */
  arrived(answer, moved) {
    this.known = answer;
    const free = this.mode !== 'play' || (this.play.playing && this.play.turn() === this.play.color && !this.node.children.length);
    this.board.allow(free ? answer.moves : [], answer.check);
    byId('words').textContent = answer.words;
    this.board.setAttribute('aria-label', answer.words);
    const opening = answer.opening ? `${answer.opening[0]} ${answer.opening[1]}` : '';
    byId('opening').textContent = opening;
    if (answer.ending) hint(answer.ending.text, true);
    if (moved) {
      if (this.mode === 'analyse') this.engine.recall(answer.stored);
      if (this.mode === 'play') this.play.moved(answer);
    }
    if (this.mode === 'analyse' || this.mode === 'report') this.panels.moved();
    this.awaiting = false;
    const word = this.typed.shift();
    if (word) this.type(word);
  }

  /** The user moves. @param {import('./messages').LegalMove} move */
  wished(move) {
    if (this.mode === 'report' && this.report.tried(move)) return;
    const next = this.tree.add(this.node, move);
    hint('');
    say(move.san);
    this.redraw();
    this.goto(next);
  }

  /** A move in UCI notation. @param {string} uci */
  playUci(uci) {
    const move = this.known?.moves.find((move) => move.uci === uci);
    if (move) this.wished(move);
  }

  redraw() {
    drawMoves(this.tree, (node) => this.goto(node));
    showCurrent(this.node);
  }

  /** Another game. @param {Tree} tree @param {string} [mode] */
  load(tree, mode) {
    this.tree = tree;
    this.memory.pending = null;
    this.memory.turnPage();
    if (mode !== 'play') {
      this.play.playing = false;
      if (this.mode === 'play' || this.mode === 'watch') this.setMode('analyse');
    }
    this.report.reset();
    this.report.recall();
    this.redraw();
    this.goto(tree.root, true);
    if (mode !== 'play') hint('');
  }

  /** A position of its own. @param {string} fen */
  async setPosition(fen) {
    try {
      const answer = await askOnce({ type: 'position', position: { fen, moves: [] } }, 'position');
      this.load(new Tree(answer.fen));
    } catch (error) {
      hint(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} mode */
  setMode(mode) {
    if (!MODES.includes(mode)) return;
    const before = this.mode;
    this.mode = mode;
    document.body.dataset.mode = mode;
    for (const button of document.querySelectorAll('[data-goto]')) {
      if (/** @type {HTMLElement} */ (button).dataset.goto === mode) button.setAttribute('aria-current', 'page');
      else button.removeAttribute('aria-current');
    }
    if (mode !== 'analyse') this.engine.halt();
    if (mode === 'watch') startWatching((pgn) => this.open?.(pgn));
    else stopWatching();
    if (mode === 'play') this.play.draw();
    if (mode === 'report') this.report.draw();
    if (before !== mode) {
      this.memory.turnPage();
      this.goto(this.node, true);
    }
    this.memory.remember();
  }

  /** Explains the game on the board. */
  reportGame() {
    this.setMode('report');
    if (!this.report.report && this.tree.root.children.length) this.report.make('normal');
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.board.turn(flipped);
    byId('bar').classList.toggle('flipped', flipped);
    this.players();
  }

  players() {
    const name = (/** @type {string} */ color) => this.tree.tag(color === 'w' ? 'White' : 'Black')?.replace(/^\?$/, '') ?? '';
    const rating = (/** @type {string} */ color) => this.tree.tag(color === 'w' ? 'WhiteElo' : 'BlackElo') ?? '';
    const turn = this.node.fen.split(' ')[1];
    for (const [place, color] of [['below', this.board.flipped ? 'b' : 'w'], ['above', this.board.flipped ? 'w' : 'b']]) {
      const clock = this.play.playing && this.play.clock ? h('span', { class: 'clock', role: 'timer' }) : '';
      byId(place).replaceChildren(h('span', { class: `disc ${color === 'w' ? 'white' : 'black'}` }), h('span', { class: 'name' }, name(color) || (color === 'w' ? 'White' : 'Black')), h('span', { class: 'soft' }, rating(color)), h('span', { class: 'taken' }, this.captured(color)), h('span', { class: 'grow' }), clock);
      byId(place).classList.toggle('to-move', turn === color);
    }
    this.play.tick();
  }

  /** How much more material a side has. @param {string} color */
  captured(color) {
    const values = /** @type {Record<string, number>} */ ({ p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 });
    let lead = 0;
    for (const letter of this.node.fen.split(' ')[0]) {
      const value = values[letter.toLowerCase()];
      if (value) lead += letter === letter.toUpperCase() ? value : -value;
    }
    if (color === 'b') lead = -lead;
    return lead > 0 ? `+${lead}` : '';
  }

  /**
   * A proof on the board, up to this many of its moves.
   * @param {{ fen: string, uci: string[], san: string[], squares: string[] }} proof @param {number} count
   */
  async showProof(proof, count) {
    const mine = (this.proofNumber = (this.proofNumber ?? 0) + 1);
    let fen = proof.fen;
    if (count) {
      const answer = await askOnce({ type: 'position', position: { fen: proof.fen, moves: proof.uci.slice(0, count) } }, 'position');
      fen = answer.fen;
    }
    if (mine !== this.proofNumber) return;
    const last = count ? proof.uci[count - 1] : null;
    this.board.show(fen, { last });
    this.board.allow(fen === this.node.fen ? (this.known?.moves ?? []) : [], null);
    const squares = count <= 1 ? proof.squares.map((square) => ({ from: square, to: square, kind: 'red' })) : [];
    const next = count < proof.uci.length ? [{ from: proof.uci[count].slice(0, 2), to: proof.uci[count].slice(2, 4), kind: 'red thin' }] : [];
    this.board.point([...squares, ...next]);
  }

  /** What the opponent would do now. */
  threat() {
    if (this.threatId) stop(this.threatId);
    const node = this.node;
    this.threatId = ask({ type: 'threat', position: this.position() }, (answer) => {
      if (answer.type === 'line' && node === this.node && answer.line.uci.length) {
        const uci = answer.line.uci[0];
        this.engine.threat = [{ from: uci.slice(0, 2), to: uci.slice(2, 4), kind: 'red' }];
        if (this.mode === 'analyse') this.engine.draw();
        else this.board.point(this.engine.threat);
        hint(`Threat: ${answer.line.san.slice(0, 5).join(' ')}  (${scoreText(answer.line.evaluation)})`);
      } else if (answer.type === 'error') hint(answer.message);
    });
  }

  /** The word typed: a move, or a position. @param {string} text */
  type(text) {
    // As on a score sheet: 1.e4, e2-e4.
    const word = text.trim().replace(/^\d+\.+\s*(?=\S+$)/, '').replace(/^([a-h][1-8])-([a-h][1-8])/i, '$1$2');
    if (!word) return;
    if (this.awaiting) {
      this.typed.push(word);
      return;
    }
    const plain = (/** @type {string} */ san) => san.replace(/[+#x=]/g, '').replace(/0/g, 'O').toLowerCase();
    const moves = this.board.moves;
    const found = moves.find((move) => move.san === word || move.uci === word) ?? moves.find((move) => plain(move.san) === plain(word) || move.uci === word.toLowerCase());
    if (found) this.wished(found);
    else if (word.includes('/') || word.includes('\n') || /^1\./.test(word)) this.open?.(word);
    else hint(`${word} is not a legal move here.`);
  }

  listen() {
    // After a click with the mouse the keys are the board's again: Space plays the best move.
    addEventListener('click', (event) => {
      const focused = document.activeElement;
      if (event instanceof PointerEvent && event.pointerType === 'mouse' && focused instanceof HTMLButtonElement) focused.blur();
    });
    this.board.addEventListener('wish', (event) => this.wished(/** @type {CustomEvent} */ (event).detail));
    for (const button of document.querySelectorAll('[data-goto]')) button.addEventListener('click', () => this.setMode(/** @type {HTMLElement} */ (button).dataset.goto ?? ''));
    byId('new').addEventListener('click', () => {
      this.load(new Tree());
      hint('Drag a piece, type a move, or open a game.', true);
    });
    byId('flip').addEventListener('click', () => this.flip(!this.board.flipped));
    byId('help-button').addEventListener('click', () => /** @type {HTMLDialogElement} */ (byId('help')).showModal());
    byId('first').addEventListener('click', () => this.goto(this.tree.root));
    byId('back').addEventListener('click', () => this.step(-1));
    byId('forward').addEventListener('click', () => this.step(1));
    byId('last').addEventListener('click', () => this.end());
    const word = /** @type {HTMLInputElement} */ (byId('word'));
    byId('entry').addEventListener('submit', (event) => {
      event.preventDefault();
      this.type(word.value);
      word.value = '';
    });
    const nag = /** @type {HTMLSelectElement} */ (byId('nag'));
    nag.addEventListener('change', () => {
      if (this.node.parent) this.node.nags = nag.value === '0' ? [] : [Number(nag.value)];
      nag.value = '';
      this.redraw();
      this.memory.remember();
    });
    byId('comment').addEventListener('click', () => this.comment());
    byId('promote').addEventListener('click', () => {
      this.tree.promote(this.node);
      this.redraw();
      this.memory.remember();
    });
    byId('delete').addEventListener('click', () => {
      const at = this.tree.remove(this.node);
      this.redraw();
      this.goto(at);
    });
    byId('copy-fen').addEventListener('click', () => this.copy(this.node.fen, 'The FEN'));
    byId('copy-pgn').addEventListener('click', () => this.copy(this.tree.pgn(), 'The PGN'));
    addEventListener('keydown', (event) => this.key(event));
    addEventListener('hashchange', () => {
      this.memory.restore();
      this.memory.restoreMoves();
    });
    let wheel = 0;
    this.board.addEventListener('wheel', (event) => {
      if (this.mode === 'play' && this.play.playing) return;
      event.preventDefault();
      wheel += event.deltaY;
      if (Math.abs(wheel) > 60) {
        this.step(wheel > 0 ? 1 : -1);
        wheel = 0;
      }
    }, { passive: false });
  }

  /** A comment in place of the old one. */
  comment() {
    if (!this.node.parent) return;
    const field = h('input', { class: 'comment-field', value: this.node.comments.join(' '), 'aria-label': 'Comment' });
    const done = () => {
      this.node.comments = field.value.trim() ? [field.value.trim()] : [];
      field.remove();
      this.redraw();
      this.memory.remember();
    };
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') field.blur();
    });
    field.addEventListener('blur', done, { once: true });
    byId('moves').after(field);
    field.focus();
  }

  /** @param {string} text @param {string} name */
  async copy(text, name) {
    try {
      await navigator.clipboard.writeText(text);
      hint(`${name} is copied.`);
    } catch {
      hint(text, true);
    }
  }

  /** @param {number} way */
  step(way) {
    const next = way > 0 ? this.node.children[0] : this.node.parent;
    if (next) this.goto(next);
  }

  end() {
    let at = this.node;
    while (at.children.length) at = at.children[0];
    this.goto(at);
  }

  /** Another variation of the same move. @param {number} way */
  sibling(way) {
    const siblings = this.node.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.node) + way];
    if (next) this.goto(next);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (document.querySelector('dialog[open]')) return;
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.sibling(-1),
      ArrowDown: () => this.sibling(1),
      Home: () => this.goto(this.tree.root),
      End: () => this.end(),
      f: () => this.flip(!this.board.flipped),
      t: () => this.threat(),
      '/': () => byId('word').focus(),
      '?': () => /** @type {HTMLDialogElement} */ (byId('help')).showModal(),
      x: () => {
        if (this.mode === 'analyse') this.engine.toggle();
      },
    });
    if (event.key === ' ' && !(target instanceof HTMLButtonElement)) {
      const best = this.mode === 'analyse' && this.engine.best();
      if (best) this.playUci(best.uci);
      event.preventDefault();
    } else if (keys[event.key]) {
      keys[event.key]();
      event.preventDefault();
    }
  }
}

export const app = new App();
app.start();
