// The report of a game: graph, accuracy, marks, reasons and their proofs on the board, and learning from mistakes.

import { ask, stop } from './connection.js';
import { byId, h, hint, say, scoreNumber, scoreText } from './dom.js';
import { drawGraph } from './graph.js';
import { moveText } from './settings.js';

/** @typedef {import('./messages').MoveReport} MoveReport */

const LIMITS = [['quick', 60_000], ['normal', 300_000], ['deep', 1_500_000]];
const GLYPH = /** @type {Record<string, string>} */ ({ blunder: '??', mistake: '?', inaccuracy: '?!', missed_mate: '?!', only: '□', brilliant: '!!' });
const NAG = /** @type {Record<string, number>} */ ({ blunder: 4, mistake: 2, inaccuracy: 6, missed_mate: 6, only: 7, brilliant: 3 });

export class Report {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.id = 0;
    /** @type {import('./messages').GameReport | null} */
    this.report = null;
    /** @type {ReturnType<typeof drawGraph> | null} */
    this.graph = null;
    /** @type {{ fen: string, uci: string[], san: string[], at: number, squares: string[] } | null} */
    this.proof = null;
    /** @type {{ moves: MoveReport[], at: number } | null} */
    this.lesson = null;
  }

  /** The game on the board is another one. */
  reset() {
    if (this.id) stop(this.id);
    this.id = 0;
    this.report = null;
    this.graph = null;
    this.lesson = null;
    byId('graph').replaceChildren();
    if (this.app.mode === 'report') this.draw();
  }

  draw() {
    const card = byId('report-card');
    if (this.report) return this.drawReport(this.report);
    if (this.id) return;
    if (!this.app.tree.root.children.length) {
      card.replaceChildren(h('h2', {}, 'Report'), h('p', { class: 'soft' }, 'Open or play a game first. The report finds the mistakes and says why they are mistakes, with the line that proves it.'),
        h('button', { type: 'button', class: 'primary', onclick: () => byId('import-button').click() }, 'Open a game'));
      return;
    }
    const effort = h('select', { id: 'effort' }, ...LIMITS.map(([name]) => h('option', { value: name, selected: name === 'normal' }, name)));
    card.replaceChildren(h('h2', {}, 'Report'), h('p', { class: 'soft' }, 'Every position of the main line is searched; every mistake gets a reason that you can check.'),
      h('p', { class: 'row' }, h('label', {}, 'Effort ', effort), h('span', { class: 'grow' }), h('button', { type: 'button', class: 'primary', id: 'make-report', onclick: () => this.make(effort.value) }, 'Analyse the game')));
  }

  /** @param {string} effort */
  make(effort) {
    const card = byId('report-card');
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
    const text = h('p', { class: 'soft' }, 'Searching…');
    card.replaceChildren(h('h2', {}, 'Report'), bar, text, h('button', { type: 'button', onclick: () => { stop(this.id); this.id = 0; this.draw(); } }, 'Stop'));
    const nodes = Number(LIMITS.find(([name]) => name === effort)?.[1] ?? 300_000);
    this.app.engine.halt();
    this.id = ask({ type: 'report', pgn: this.app.tree.pgn(), limits: { depth: null, nodes, movetime: null } }, (answer) => {
      if (answer.type === 'progress') {
        bar.max = answer.all;
        bar.value = answer.done;
        text.textContent = `${answer.done} of ${answer.all} positions`;
      } else if (answer.type === 'report') {
        this.id = 0;
        this.keep(answer.report);
        this.take(answer.report);
        this.app.goto(this.app.node);
        say('The report is ready.');
      } else if (answer.type === 'error') {
        this.id = 0;
        hint(answer.message);
        this.draw();
      }
    });
  }

  /** The report of this game that the browser keeps, if it is of this game. */
  recall() {
    try {
      const kept = JSON.parse(localStorage.getItem('vernier.report') ?? 'null');
      const same = kept && kept.start === this.app.tree.root.fen && kept.moves.length > 0
        && kept.moves.length === this.app.tree.mainline().length && this.app.tree.mainline().every((node, index) => node.uci === kept.moves[index].uci);
      if (same) this.take(kept);
    } catch {
      // It can be made again.
    }
  }

  /** @param {import('./messages').GameReport} report */
  keep(report) {
    try {
      localStorage.setItem('vernier.report', JSON.stringify(report));
    } catch {
      // Too long for this browser.
    }
  }

  /** @param {import('./messages').GameReport} report */
  take(report) {
    this.report = report;
    this.app.tree.mainline().forEach((node, index) => {
      const move = report.moves[index];
      if (!move || move.uci !== node.uci) return;
      node.report = move;
      if (move.mark && !node.nags.some((nag) => nag >= 1 && nag <= 9)) node.nags.push(NAG[move.mark]);
    });
    this.app.redraw();
    if (this.app.mode === 'report') this.draw();
  }

  /** @param {import('./messages').GameReport} report */
  drawReport(report) {
    const card = byId('report-card');
    const name = (/** @type {string} */ color) => this.app.tree.tag(color) ?? color;
    const player = (/** @type {number} */ index) => {
      const p = report.players[index];
      return h('div', { class: 'player-report' }, h('span', { class: `disc ${index ? 'black' : 'white'}` }), h('b', { class: 'name' }, name(index ? 'Black' : 'White')),
        h('span', { class: 'accuracy' }, `${p.accuracy.toFixed(1)} %`),
        h('span', { class: 'soft phases' }, ...['opening', 'middlegame', 'endgame'].map((phase, place) => {
          const played = p.phases[place];
          return h('span', { title: played ? `average loss ${played.loss.toFixed(1)} points` : 'no moves' }, `${phase} `, played ? `${played.accuracy.toFixed(0)} % (−${played.loss.toFixed(1)})` : '–');
        })),
        h('span', { class: 'counts' }, h('i', { class: 'inaccuracy', title: 'inaccuracies' }, `${p.inaccuracies} ?!`), h('i', { class: 'mistake', title: 'mistakes' }, `${p.mistakes} ?`), h('i', { class: 'blunder', title: 'blunders' }, `${p.blunders} ??`), p.missed_mates ? h('i', { class: 'missed_mate', title: 'mates missed in moves that win all the same' }, `${p.missed_mates} missed mate${p.missed_mates > 1 ? 's' : ''}`) : '', h('span', { class: 'soft' }, `average loss ${p.loss.toFixed(1)} points`)));
    };
    const moments = report.moves.filter((move) => move.reasons.length);
    const errors = moments.filter((move) => move.mark !== 'brilliant');
    const learn = errors.length ? h('button', { type: 'button', class: 'primary', id: 'learn', onclick: () => this.learn(errors) }, 'Learn from the mistakes') : '';
    card.replaceChildren(h('div', { class: 'report-head' }, h('h2', {}, 'Report'), learn, h('button', { type: 'button', title: 'Analyse the game again', onclick: () => this.again() }, 'Again')), player(0), player(1),
      h('ol', { class: 'moments' }, ...moments.map((move) => h('li', {}, h('button', { type: 'button', class: `moment ${move.mark}`, onclick: () => this.jump(move.ply + 1) },
        h('b', {}, `${move.number}${move.color === 'w' ? '.' : '…'} ${moveText(move.san)}${GLYPH[move.mark ?? ''] ?? ''}`), h('span', {}, sentence(move, move.reasons[0].text)))))));
    this.graph = drawGraph([report.chances, ...report.moves.map((move) => move.chances)], report.moves, (ply) => this.jump(ply));
    byId('graph').replaceChildren(this.graph.box);
    this.moved();
  }

  /** Back to the choice of effort. */
  again() {
    this.report = null;
    byId('graph').replaceChildren();
    this.draw();
  }

  /** @param {number} ply */
  jump(ply) {
    const line = [this.app.tree.root, ...this.app.tree.mainline()];
    if (line[ply]) this.app.goto(line[ply]);
  }

  /** The board shows another move. */
  moved() {
    this.proof = null;
    this.graph?.cursor(this.app.tree.path(this.app.node).every((node) => node.parent?.children[0] === node) ? this.app.node.ply : -1);
  }

  /** What is said about a move, with buttons that play the proof. @param {MoveReport} move @returns {HTMLElement[]} */
  explain(move) {
    const title = h('h3', { class: move.mark ?? '' }, `${move.number}${move.color === 'w' ? '.' : '…'} ${moveText(move.san)}${GLYPH[move.mark ?? ''] ?? ''} `,
      h('small', {}, move.mark ? `${move.mark === 'only' ? 'only move' : move.mark.replace('_', ' ')} · ` : '', `${scoreText(move.evaluation)}${move.loss >= 0.05 ? ` · loses ${move.loss.toFixed(1)} points` : ''}`));
    const reasons = move.reasons.map((reason, index) => h('div', { class: 'reason' }, h('p', {}, sentence(move, reason.text)), this.line(`proof-${index}`, reason.proof)));
    const parts = [title, ...reasons];
    if (move.best && move.mark && move.mark !== 'brilliant') {
      const before = this.app.node.parent?.fen ?? '';
      parts.push(h('div', { class: 'reason' }, h('p', { class: 'soft' }, `Better (${scoreText(move.best.evaluation)}):`), this.line('best-line', { fen: before, uci: move.best.uci, san: move.best.san, squares: [] })));
    }
    if (!move.mark) parts.push(h('p', { class: 'soft' }, move.best ? `A good move. The search prefers ${move.best.san[0]} slightly.` : move.book ? 'A move of the openings.' : 'The best move.'));
    return parts;
  }

  /** Moves of a proof; a click plays them on the board up to there. @param {string} id @param {{ fen: string, uci: string[], san: string[], squares: string[] }} proof */
  line(id, proof) {
    const place = h('div', { class: 'proof', id });
    const fields = proof.fen.split(' ');
    let number = Number(fields[5]);
    let white = fields[1] === 'w';
    /** @type {HTMLButtonElement[]} */
    const buttons = [];
    const show = (/** @type {number} */ count) => {
      buttons.forEach((button, index) => button.classList.toggle('current', index === count - 1));
      this.app.showProof(proof, count);
    };
    let playing = 0;
    const play = h('button', { type: 'button', class: 'play', 'aria-label': 'Play the line', onclick: () => {
      clearInterval(playing);
      let count = 0;
      show(0);
      playing = window.setInterval(() => {
        if (!place.isConnected || count >= proof.uci.length) return clearInterval(playing);
        show(++count);
      }, 800);
    } }, '▶');
    place.append(play);
    proof.san.forEach((san, ply) => {
      const label = white ? `${number}.` : ply === 0 ? `${number}…` : '';
      if (!white) number++;
      white = !white;
      const button = h('button', { type: 'button', onclick: () => { clearInterval(playing); show(ply + 1); } }, label, moveText(san));
      buttons.push(button);
      place.append(button);
    });
    return place;
  }

  /** Asks for a better move, one mistake after the other. @param {MoveReport[]} moves */
  learn(moves) {
    this.lesson = { moves, at: 0 };
    this.ask();
  }

  ask() {
    const lesson = this.lesson;
    const card = byId('report-card');
    if (!lesson || lesson.at >= lesson.moves.length) {
      this.lesson = null;
      hint('That was the last mistake.');
      return this.draw();
    }
    const move = lesson.moves[lesson.at];
    this.jump(move.ply);
    this.app.flip(move.color === 'b');
    card.replaceChildren(h('h2', {}, 'Find a better move'), h('p', {}, `${move.color === 'w' ? 'White' : 'Black'} played ${move.number}${move.color === 'w' ? '.' : '…'} ${moveText(move.san)}. What is better?`),
      h('p', { id: 'lesson', role: 'status' }), h('div', { class: 'buttons' },
        h('button', { type: 'button', onclick: () => { this.jump(move.ply + 1); this.lesson = null; this.draw(); } }, 'Show'),
        h('button', { type: 'button', onclick: () => { lesson.at++; this.ask(); } }, 'Next'),
        h('button', { type: 'button', onclick: () => { this.lesson = null; this.draw(); } }, 'Enough')));
  }

  /** The user tries a move in a lesson. True if that was taken care of. @param {import('./messages').LegalMove} tried */
  tried(tried) {
    const lesson = this.lesson;
    if (!lesson) return false;
    const move = lesson.moves[lesson.at];
    const place = byId('lesson');
    const parent = this.app.node;
    if (tried.uci === move.uci) {
      place.textContent = 'That is the move of the game.';
      return true;
    }
    if (move.best && tried.uci === move.best.uci[0]) {
      place.textContent = `${tried.san} is the best move.`;
      this.app.board.show(tried.fen, { last: tried.uci });
      setTimeout(() => { if (this.lesson === lesson) { lesson.at++; this.ask(); } }, 1400);
      return true;
    }
    place.textContent = 'Looking at it…';
    const id = ask({ type: 'analyse', position: { ...this.app.tree.position(parent), moves: [...this.app.tree.position(parent).moves, tried.uci] }, limits: { depth: null, nodes: 200_000, movetime: null }, lines: 1 }, (answer) => {
      if (answer.type !== 'done' || this.lesson !== lesson) return;
      stop(id);
      const side = move.color === 'w' ? 1 : -1;
      const best = move.best ? scoreNumber(move.best.evaluation) * side : 0;
      // A mate in more moves than the best is a mate all the same.
      if (answer.evaluation && scoreNumber(answer.evaluation) * side >= Math.min(best, 29_000) - 40) {
        place.textContent = `${tried.san} is good as well.`;
        setTimeout(() => { if (this.lesson === lesson) { lesson.at++; this.ask(); } }, 1400);
      } else place.textContent = `${tried.san} is not it. Try again.`;
    });
    return true;
  }
}

/** A sentence as the page shows it: the move at its beginning carries its mark. @param {MoveReport} move @param {string} text */
function sentence(move, text) {
  const name = `${move.number}${move.color === 'w' ? '.' : '...'}${move.san}`;
  return text.replace(name, name + (GLYPH[move.mark ?? ''] ?? ''));
}
