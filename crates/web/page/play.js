// Playing against the engine: levels, clocks, take-back, hints.

import { ask, askOnce, stop } from './connection.js';
import { byId, h, hint, say, scoreNumber } from './dom.js';
import { change, settings } from './settings.js';
import { START, Tree } from './tree.js';

const TIMES = [['none', '', ''], ['1 + 0', '60', '0'], ['3 + 2', '180', '2'], ['5 + 3', '300', '3'], ['10 + 5', '600', '5'], ['15 + 10', '900', '10'], ['30 + 20', '1800', '20']];
/** The engine resigns after this many lost positions in a row. */
const PATIENCE = 4;
/** Centipawns at which a position counts as lost. */
const LOST = 900;
/** It offers a draw after this many half-moves, if its last evaluations have all been near zero. */
const LONG = 60;
const DULL = 8;
/** Milliseconds a move takes at most: people wait for it. */
const LONGEST_THOUGHT = 8000;
/** Centipawns that count as near zero. */
const NOTHING = 15;

export class Play {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.playing = false;
    this.color = 'w';
    /** @type {number | null} */
    this.level = 1200;
    this.id = 0;
    this.hopeless = 0;
    this.dull = 0;
    /** @type {import('./messages').Evaluation | null} */
    this.thought = null;
    /** @type {{ w: number, b: number, increment: number, since: number } | null} */
    this.clock = null;
    setInterval(() => this.tick(), 100);
  }

  /** The form before a game. */
  draw() {
    const card = byId('play-card');
    if (this.playing) return card.replaceChildren(...this.controls());
    const [lowest, highest] = this.app.hello?.levels ?? [800, 3000];
    const levels = [];
    for (let rating = Math.ceil(lowest / 200) * 200; rating <= highest; rating += 200) levels.push(String(rating));
    const option = (/** @type {string} */ value, /** @type {string} */ text) => h('option', { value }, text);
    const level = h('select', { id: 'level' }, ...levels.map((rating) => option(rating, `about ${rating}`)), option('', 'full strength'));
    level.value = [...levels, ''].includes(settings.level) ? settings.level : levels[0];
    const color = h('select', { id: 'color' }, option('w', 'White'), option('b', 'Black'), option('', 'either'));
    const time = h('select', { id: 'time' }, ...TIMES.map(([name], index) => option(String(index), name === 'none' ? 'no clock' : name)));
    const start = h('select', { id: 'start' }, option('start', 'the usual start'), option('here', 'the position on the board'), option('960', 'Chess960'));
    const number = h('input', { type: 'number', id: 'number', min: 0, max: 959, required: true, value: String(Math.floor(Math.random() * 960)), hidden: true, 'aria-label': 'Number of the Chess960 position' });
    start.addEventListener('change', () => (number.hidden = start.value !== '960'));
    const begin = async () => {
      if (start.value === '960' && !number.reportValidity()) return;
      change('level', level.value);
      let fen = START;
      if (start.value === 'here') fen = this.app.node.fen;
      if (start.value === '960') fen = (await askOnce({ type: 'chess960', number: Number(number.value) }, 'start')).fen;
      const [, seconds, increment] = TIMES[Number(time.value)];
      this.begin(fen, color.value || (Math.random() < 0.5 ? 'w' : 'b'), level.value ? Number(level.value) : null, seconds ? { seconds: Number(seconds), increment: Number(increment) } : null);
    };
    const row = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...fields) => h('label', { class: 'field' }, h('span', {}, name), ...fields);
    card.replaceChildren(h('h2', {}, 'New game'), row('Level', level), row('You play', color), row('Clock', time), row('From', start), number,
      h('button', { type: 'button', class: 'primary wide', id: 'begin', onclick: begin }, 'Play'));
  }

  /**
   * @param {string} fen @param {string} color @param {number | null} level
   * @param {{ seconds: number, increment: number } | null} time
   */
  begin(fen, color, level, time) {
    this.playing = true;
    this.color = color;
    this.level = level;
    this.hopeless = 0;
    this.dull = 0;
    const tree = new Tree(fen);
    const name = level ? `Vernier (${level})` : 'Vernier';
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    tree.tags = [['Event', 'Game against Vernier'], ['Site', '?'], ['Date', date], ['Round', '-'], ['White', color === 'w' ? 'You' : name], ['Black', color === 'b' ? 'You' : name]];
    this.clock = time ? { w: time.seconds * 1000, b: time.seconds * 1000, increment: time.increment * 1000, since: performance.now() } : null;
    this.app.engine.halt();
    this.app.load(tree, 'play');
    this.app.flip(color === 'b');
    this.draw();
    hint('');
  }

  /** Resumes a game after the page was reloaded. */
  resume() {
    try {
      const kept = JSON.parse(sessionStorage.getItem('vernier.play') ?? 'null');
      if (!kept || this.app.tree.result !== '*') return;
      Object.assign(this, { playing: true, color: kept.color, level: kept.level });
      this.clock = kept.clock && { ...kept.clock, since: performance.now() };
      this.app.flip(this.color === 'b');
      this.draw();
    } catch {
      // The moves are still there, and a new game can begin from them.
    }
  }

  /** Remembers opponent and clocks, so that a reload does not end the game. */
  keep() {
    try {
      if (this.playing) sessionStorage.setItem('vernier.play', JSON.stringify({ color: this.color, level: this.level, clock: this.clock }));
      else sessionStorage.removeItem('vernier.play');
    } catch {
      // A browser without storage still plays.
    }
  }

  controls() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, id = '') => h('button', { type: 'button', onclick: act, id }, text);
    return [
      h('p', { class: 'row' }, h('strong', {}, this.level ? `Against about ${this.level}` : 'Against full strength')),
      h('div', { class: 'buttons' }, button('Take back', () => this.takeBack(), 'take-back'), button('Hint', () => this.help(), 'get-hint'), button('Offer draw', () => this.offer()), button('Resign', () => this.end(this.color === 'w' ? '0-1' : '1-0', 'You resigned.'))),
    ];
  }

  /** Whose turn it is. */
  turn() {
    return this.app.node.fen.split(' ')[1];
  }

  /** The board shows the next position. @param {Extract<import('./messages').Answer, { type: 'position' }>} position */
  moved(position) {
    if (!this.playing) return;
    if (this.app.node.children.length) return;
    if (this.clock && this.app.node.parent) {
      const mover = this.turn() === 'w' ? 'b' : 'w';
      const now = performance.now();
      // The clocks start with the first move.
      if (this.app.node.ply > 1) this.clock[mover] += this.clock.increment - (now - this.clock.since);
      this.clock.since = now;
    }
    this.keep();
    if (position.ending) return this.end(position.ending.result, `${position.ending.text}.`);
    if (position.claim) return this.end('1/2-1/2', `Draw by ${position.claim}.`);
    if (this.turn() !== this.color) {
      byId('play-card').querySelector('#draw-offer')?.remove();
      this.think();
    }
    else this.app.board.allow(position.moves, position.check);
  }

  think() {
    const asked = performance.now();
    const node = this.app.node;
    const clocks = this.clock ? { white: Math.max(50, Math.round(this.clock.w)), black: Math.max(50, Math.round(this.clock.b)), increment: this.clock.increment } : null;
    this.id = ask({ type: 'play', position: this.app.position(), level: this.level, clocks }, (answer) => {
      if (answer.type === 'done' && answer.best) {
        const best = answer.best;
        this.thought = answer.evaluation;
        this.judge(answer.evaluation);
        setTimeout(() => {
          if (this.playing && this.app.node === node) this.app.playUci(best);
        }, Math.max(0, this.pace() - (performance.now() - asked)));
      } else if (answer.type === 'error') hint(answer.message);
    });
  }

  /** How long Vernier takes for a move, in milliseconds. Nobody answers at once, and a player with a clock uses a share of it. */
  pace() {
    const instant = 350 + Math.random() * 450;
    if (!this.clock) return instant;
    const left = this.clock[this.color === 'w' ? 'b' : 'w'];
    const share = (left / 90 + this.clock.increment / 2) * (0.4 + Math.random() * 0.8);
    return Math.min(Math.max(instant, share), left / 10, LONGEST_THOUGHT);
  }

  /** Gives up a lost game and offers a draw in a dull one. @param {import('./messages').Evaluation | null} evaluation */
  judge(evaluation) {
    const score = evaluation === null ? 0 : scoreNumber(evaluation) * (this.color === 'w' ? 1 : -1);
    this.hopeless = score > LOST ? this.hopeless + 1 : 0;
    this.dull = evaluation !== null && Math.abs(score) <= NOTHING ? this.dull + 1 : 0;
    if (this.hopeless >= PATIENCE) this.end(this.color === 'w' ? '1-0' : '0-1', 'Vernier resigns.');
    else if (this.dull >= DULL && this.app.node.ply >= LONG) this.proposeDraw();
  }

  /** Vernier offers a draw; a move declines it. */
  proposeDraw() {
    this.dull = 0;
    const accept = h('button', { type: 'button', id: 'accept-draw', onclick: () => this.end('1/2-1/2', 'Draw agreed.') }, 'Accept');
    byId('play-card').replaceChildren(...this.controls(), h('p', { class: 'row', id: 'draw-offer', role: 'status' }, 'Vernier offers a draw.', accept));
    say('Vernier offers a draw.');
  }

  offer() {
    const even = this.thought !== null && 'centipawns' in this.thought && Math.abs(this.thought.centipawns) < 40;
    if (even && this.app.node.ply > 40) this.end('1/2-1/2', 'Draw agreed.');
    else hint('Vernier plays on.');
  }

  takeBack() {
    if (this.id) stop(this.id);
    let at = this.app.node;
    if (!at.parent) return;
    at = this.app.tree.remove(at);
    if (at.fen.split(' ')[1] !== this.color && at.parent) at = this.app.tree.remove(at);
    this.app.redraw();
    this.app.goto(at);
  }

  /** First the piece, then the move. */
  help() {
    if (this.turn() !== this.color) return;
    const node = this.app.node;
    const id = ask({ type: 'analyse', position: this.app.position(), limits: { depth: null, nodes: null, movetime: 700 }, lines: 1 }, (answer) => {
      if (answer.type !== 'done' || !answer.best || this.app.node !== node) return;
      stop(id);
      const [from, to] = [answer.best.slice(0, 2), answer.best.slice(2, 4)];
      const again = this.hinted === node.id;
      this.hinted = node.id;
      this.app.board.point([{ from, to: again ? to : from, kind: 'green' }]);
      say(again ? `Try ${answer.best}` : `Look at the piece on ${from}`);
      hint(again ? '' : 'Look at this piece. Ask again for the move.');
    });
  }

  /** @param {string} result @param {string} text */
  end(result, text) {
    if (!this.playing) return;
    this.playing = false;
    if (this.id) stop(this.id);
    this.clock = null;
    this.keep();
    this.app.tree.result = result;
    this.app.redraw();
    const card = byId('play-card');
    card.replaceChildren(h('h2', {}, result.replace(/1\/2/g, '½')), h('p', { id: 'ending' }, text),
      h('div', { class: 'buttons' }, h('button', { type: 'button', class: 'primary', id: 'to-report', onclick: () => this.app.reportGame() }, 'Report of the game'),
        h('button', { type: 'button', onclick: () => this.draw() }, 'New game')));
    say(text);
    this.app.board.allow([], null);
  }

  tick() {
    if (!this.clock || !this.playing) return;
    const turn = this.turn() === 'w' ? 'w' : 'b';
    const running = this.app.node.ply > 0 || this.turn() !== this.color;
    const spent = running && this.app.node.ply > 0 ? performance.now() - this.clock.since : 0;
    const left = { w: this.clock.w, b: this.clock.b };
    left[turn] -= spent;
    for (const [place, color] of /** @type {const} */ ([['below', this.app.board.flipped ? 'b' : 'w'], ['above', this.app.board.flipped ? 'w' : 'b']])) {
      const clock = byId(place).querySelector('.clock');
      if (clock) {
        clock.textContent = time(left[color]);
        clock.classList.toggle('running', color === turn);
        clock.classList.toggle('low', left[color] < 20000);
      }
    }
    if (left[turn] <= 0) this.end(turn === 'w' ? '0-1' : '1-0', `${turn === this.color ? 'Your' : "Vernier's"} time is up.`);
  }
}

/** @param {number} millis */
function time(millis) {
  const seconds = Math.max(0, millis) / 1000;
  const minutes = Math.floor(seconds / 60);
  return seconds < 20 ? seconds.toFixed(1) : `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
