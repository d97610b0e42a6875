// Facts about the position on the board: reasons, terms, book and tablebases.

import { askOnce } from './connection.js';
import { byId, h } from './dom.js';
import { moveText } from './settings.js';

const TABS = ['why', 'eval', 'book', 'tables'];

export class Panels {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.current = 'why';
    for (const name of TABS) byId(`tab-${name}`).addEventListener('click', () => this.open(name));
    byId('tab-why').parentElement?.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!step) return;
      event.stopPropagation();
      this.open(TABS[(TABS.indexOf(this.current) + step + TABS.length) % TABS.length]);
      byId(`tab-${this.current}`).focus();
    });
  }

  /** @param {string} name */
  open(name) {
    this.current = name;
    for (const other of TABS) {
      const chosen = other === name;
      byId(`tab-${other}`).setAttribute('aria-selected', String(chosen));
      byId(`tab-${other}`).tabIndex = chosen ? 0 : -1;
      byId(`panel-${other}`).hidden = !chosen;
    }
    this.moved();
  }

  /** The board shows another position. */
  async moved() {
    const position = this.app.position();
    const node = this.app.node;
    const panel = byId(`panel-${this.current}`);
    if (this.current === 'why') return this.why(panel);
    try {
      if (this.current === 'eval') {
        const answer = await askOnce({ type: 'evaluate', position }, 'evaluation');
        if (node === this.app.node) panel.replaceChildren(...terms(answer));
      } else {
        const answer = await askOnce({ type: 'explore', position }, 'explorer');
        if (node === this.app.node) panel.replaceChildren(this.current === 'book' ? this.book(answer) : this.tables(answer));
      }
    } catch (error) {
      panel.replaceChildren(h('p', { class: 'soft' }, String(error)));
    }
  }

  /** @param {HTMLElement} panel */
  why(panel) {
    const report = this.app.node.report;
    if (!report) {
      const text = this.app.reported() ? 'Choose a move of the game to see what the report says about it.' : 'A report explains every mistake of a game, with the line that proves it.';
      const canMake = !this.app.reported() && this.app.mode === 'analyse' && this.app.tree.root.children.length > 0;
      const make = canMake ? h('button', { type: 'button', onclick: () => this.app.setMode('report') }, 'Report of this game') : '';
      panel.replaceChildren(h('p', { class: 'soft' }, text), make);
      return;
    }
    panel.replaceChildren(...this.app.report.explain(report));
  }

  /** @param {Extract<import('./messages').Answer, { type: 'explorer' }>} answer */
  book(answer) {
    if (!answer.book.length) return h('p', { class: 'soft' }, 'The book does not know this position.');
    const rows = answer.book.map((move) => {
      const bar = h('i', { class: 'share' });
      bar.style.width = `${move.share}%`;
      return h('tr', {}, h('td', {}, this.move(move)), h('td', { class: 'bar' }, bar), h('td', {}, `${move.share.toFixed(0)} %`), h('td', { class: 'soft', title: 'weight in the book' }, String(move.weight)));
    });
    return h('table', {}, h('tbody', {}, ...rows));
  }

  /** @param {Extract<import('./messages').Answer, { type: 'explorer' }>} answer */
  tables(answer) {
    const pieces = this.app.hello?.tablebase_pieces ?? 0;
    if (!pieces) return h('p', { class: 'soft' }, 'No tablebases. Start with: vernier serve --tablebases FOLDER');
    if (!answer.tablebase) return h('p', { class: 'soft' }, `The tablebases know positions of up to ${pieces} pieces without castling.`);
    const rows = answer.tablebase.map((move) =>
      h('tr', {}, h('td', {}, this.move(move)), h('td', { class: `result-${move.result.split(' ').pop()}` }, move.result), h('td', {}, move.dtz === null ? '' : `DTZ ${Math.abs(move.dtz)}`)));
    return h('table', {}, h('tbody', {}, ...rows));
  }

  /** @param {{ uci: string, san: string }} move */
  move({ uci, san }) {
    return h('button', { type: 'button', class: 'move', onclick: () => this.app.playUci(uci) }, moveText(san));
  }
}

/** @param {Extract<import('./messages').Answer, { type: 'evaluation' }>} answer */
function terms(answer) {
  const pawns = (/** @type {number} */ value) => (value / 100).toFixed(2).replace('-', '−');
  const head = h('p', { class: 'totals' },
    answer.network === null ? '' : h('span', {}, 'network ', h('b', {}, pawns(answer.network))),
    h('span', {}, 'terms ', h('b', {}, pawns(answer.hand))), h('span', { class: 'soft' }, 'for White, before any search'));
  const most = Math.max(50, ...answer.terms.map((term) => Math.abs(term.total)));
  const rows = answer.terms.filter((term) => term.total || term.white.some(Boolean) || term.black.some(Boolean)).map((term) => {
    const bar = h('i', { class: term.total < 0 ? 'minus' : 'plus' });
    bar.style.width = `${(Math.abs(term.total) / most) * 50}%`;
    return h('tr', { title: `White ${term.white.map(pawns).join(' / ')}, Black ${term.black.map(pawns).join(' / ')} (middlegame / endgame)` },
      h('td', {}, term.name), h('td', { class: 'term' }, bar), h('td', {}, pawns(term.total)));
  });
  const pieces = answer.pieces.filter((piece) => piece.value !== null).map((piece) =>
    h('span', { class: 'worth' }, h('b', {}, `${piece.piece.toUpperCase() === 'P' ? '' : piece.piece.toUpperCase()}${piece.square}`), ` ${pawns(piece.piece === piece.piece.toUpperCase() ? piece.value ?? 0 : -(piece.value ?? 0))}`));
  return [head, h('table', {}, h('tbody', {}, ...rows)), h('p', { class: 'soft' }, 'What the network would miss without each piece:'), h('p', { class: 'worths' }, ...pieces)];
}
