// What outlives the page: the address, with back and forward, and the game in the browser.

import { ask, askOnce, forget } from './connection.js';
import { hint } from './dom.js';
import { drawBar } from './engine.js';
import { START, Tree } from './tree.js';

const MODES = ['analyse', 'play', 'report', 'watch'];

export class Memory {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** The next address is a new entry of the browser's history. */
    this.turnsPage = false;
    /** The part of the address that names the game on the board, as last read or written. */
    this.shown = location.hash;
    /** The game that is to be shown as soon as the server can be asked. @type {{ pgn: string, isLast: boolean, start: string, wanted: string[] } | null} */
    this.pending = null;
  }

  /** The board is about to show another game or mode: a page to come back to. */
  turnPage() {
    this.turnsPage = this.pending === null;
  }

  /** The address and the browser remember the game. */
  remember() {
    const moves = this.app.tree.path(this.app.node).map((node) => node.uci).join(',');
    const fen = this.app.tree.root.fen === START ? '' : this.app.tree.root.fen.replaceAll(' ', '_');
    const hash = `#${this.app.mode}${moves || fen ? `/${fen}/${moves}` : ''}`;
    // Back or forward may have changed the address already, and the event that tells so is yet to come: nothing is written over it.
    if (this.pending || location.hash !== this.shown) return;
    // A new game or mode is a page to come back to; a step in a game is not.
    const address = location.pathname + location.search + hash;
    if (location.hash !== hash && this.turnsPage) history.pushState(null, '', address);
    else if (location.hash !== hash) history.replaceState(null, '', address);
    this.shown = location.hash;
    this.turnsPage = false;
    try {
      const pgn = this.app.tree.pgn();
      sessionStorage.setItem('vernier.game', pgn);
      if (this.app.tree.root.children.length) localStorage.setItem('vernier.game', pgn);
    } catch {
      // The address is enough.
    }
  }

  /** The game that this tab had, or the last game of any tab where the address names none. */
  kept() {
    try {
      const own = sessionStorage.getItem('vernier.game');
      if (own !== null || location.hash.includes('/')) return { pgn: own ?? '', isLast: false };
      return { pgn: localStorage.getItem('vernier.game') ?? '', isLast: true };
    } catch {
      return { pgn: '', isLast: false };
    }
  }

  /** The start of the game of the address; the rest follows as soon as the server can be asked. */
  restore() {
    this.shown = location.hash;
    const [mode, fen = '', moves = ''] = location.hash.slice(1).split('/').length > 3 ? splitHash() : location.hash.slice(1).split('/');
    const start = fen ? decodeURIComponent(fen).replaceAll('_', ' ') : START;
    // Nothing is remembered before what was remembered is back.
    this.pending = { ...this.kept(), start, wanted: moves ? moves.split(',') : [] };
    this.app.tree = new Tree(start);
    this.app.node = this.app.tree.root;
    this.app.redraw();
    this.app.board.show(start);
    drawBar(null, '');
    this.app.players();
    this.app.setMode(MODES.includes(mode) ? mode : 'analyse');
  }

  /** The game that was kept, which may have variations that the address does not tell, or the moves of the address. */
  async restoreMoves() {
    const game = this.pending;
    if (!game) return;
    const tree = game.pgn.trim() ? await this.read(game.pgn) : null;
    if (this.pending !== game) return;
    const fits = tree && (game.isLast || tree.root.fen === game.start);
    const node = fits ? tree.follow(game.wanted) : null;
    if (tree && node) {
      this.app.tree = tree;
      this.app.report.recall();
      this.pending = null;
      if (this.app.mode === 'play') this.app.play.resume();
      this.app.redraw();
      this.app.goto(game.isLast ? (tree.mainline().at(-1) ?? node) : node, true);
      if (game.isLast && node !== this.app.node) hint('This is your last game. "New" begins another.', true);
    } else await this.walkTo(game.wanted);
  }

  /** The first game of a text, if it can be read. @param {string} pgn @returns {Promise<Tree | null>} */
  read(pgn) {
    return new Promise((resolve) => {
      const id = ask({ type: 'open', pgn }, (answer) => {
        if (answer.type !== 'game' && answer.type !== 'error') return;
        forget(id);
        resolve(answer.type === 'game' ? Tree.from(answer.tree) : null);
      });
    });
  }

  /** Plays the moves of the address, one after the other. @param {string[]} wanted */
  async walkTo(wanted) {
    const tree = this.app.tree;
    let at = tree.root;
    for (const uci of wanted) {
      const answer = await askOnce({ type: 'position', position: tree.position(at) }, 'position').catch(() => null);
      const move = answer?.moves.find((move) => move.uci === uci);
      if (!move) break;
      at = tree.add(at, move);
    }
    if (this.app.tree !== tree) return;
    this.pending = null;
    this.app.redraw();
    this.app.goto(at, true);
  }
}

/** A FEN holds slashes itself: the mode is before the first, the moves after the last. */
function splitHash() {
  const parts = location.hash.slice(1).split('/');
  return [parts[0], parts.slice(1, -1).join('/'), parts[parts.length - 1]];
}
