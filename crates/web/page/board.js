// The board: a custom element. It shows a position and says what the user wants to move; it knows no rules.

import { h, svg } from './dom.js';

/** @typedef {import('./messages').LegalMove} LegalMove */
/** @typedef {{ from: string, to: string, kind: string }} Arrow */

const FILES = 'abcdefgh';
const NAMES = /** @type {Record<string, string>} */ ({ p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' });

export class ChessBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Map<string, { letter: string, element: SVGElement }>} */
    this.pieces = new Map();
    /** @type {LegalMove[]} */
    this.moves = [];
    /** @type {string | null} */
    this.selected = null;
    /** @type {Arrow[]} */
    this.drawn = [];
    /** @type {Arrow[]} */
    this.shown = [];
    this.flipped = false;
    this.fen = '';
    /** @type {{ square: string, x: number, y: number, moved: boolean, wasSelected: boolean } | null} */
    this.drag = null;
    /** @type {string | null} */
    this.ring = null;
  }

  connectedCallback() {
    if (this.squares) return;
    this.squares = h('div', { class: 'squares' });
    this.layer = h('div', { class: 'pieces' });
    this.overlay = svg('svg', { class: 'arrows', viewBox: '0 0 800 800', 'aria-hidden': 'true' });
    this.chooser = h('div', { class: 'chooser', hidden: true, role: 'group', 'aria-label': 'Promote to' });
    this.append(this.squares, this.layer, this.overlay, this.chooser);
    this.setAttribute('role', 'img');
    if (!this.hasAttribute('aria-label')) this.setAttribute('aria-label', 'Board');
    this.drawCoordinates();
    if (this.hasAttribute('id')) this.listen();
  }

  /**
   * Shows a position.
   * @param {string} fen
   * @param {{ moves?: LegalMove[], last?: string | null, check?: string | null }} [more]
   */
  show(fen, more = {}) {
    this.fen = fen;
    this.moves = more.moves ?? [];
    this.last = more.last ?? null;
    this.check = more.check ?? null;
    this.select(null);
    this.closeChooser();
    this.place(parse(fen));
    this.paint();
  }

  /** The legal moves of the position that is shown. @param {LegalMove[]} moves @param {string | null} check */
  allow(moves, check) {
    this.moves = moves;
    this.check = check;
    this.paint();
  }

  /** @param {boolean} flipped */
  turn(flipped) {
    this.flipped = flipped;
    for (const [square, piece] of this.pieces) this.put(piece.element, square);
    this.drawCoordinates();
    this.paint();
    this.drawArrows();
  }

  /** Takes away every arrow, those of the user as well. */
  clearArrows() {
    this.shown = [];
    this.drawn = [];
    this.drawArrows();
  }

  /** Arrows of the engine or of a proof. @param {Arrow[]} arrows */
  point(arrows) {
    const name = (/** @type {Arrow} */ { from, to, kind }) => `${from}${to} ${kind}`;
    // Arrows that stay are not drawn again: they would blink.
    if (arrows.map(name).join() === this.shown.map(name).join()) return;
    this.shown = arrows;
    this.drawArrows();
  }

  /** Moves pieces that stay, adds and removes the others. @param {Map<string, string>} wanted */
  place(wanted) {
    const homeless = [...this.pieces].filter(([square, piece]) => wanted.get(square) !== piece.letter);
    for (const [square] of homeless) this.pieces.delete(square);
    for (const [square, letter] of wanted) {
      if (this.pieces.has(square)) continue;
      const near = homeless
        .filter(([, piece]) => piece.letter === letter)
        .sort(([a], [b]) => distance(a, square) - distance(b, square))[0];
      if (near) {
        homeless.splice(homeless.indexOf(near), 1);
        this.pieces.set(square, near[1]);
        this.put(near[1].element, square);
      } else {
        const element = drawing(letter);
        this.put(element, square);
        this.layer?.append(element);
        this.pieces.set(square, { letter, element });
      }
    }
    for (const [, piece] of homeless) piece.element.remove();
  }

  /** @param {SVGElement} element @param {string} square */
  put(element, square) {
    const [x, y] = this.corner(square);
    element.style.transform = `translate(${x * 100}%, ${y * 100}%)`;
  }

  /** Column and row on the screen. @param {string} square */
  corner(square) {
    const x = FILES.indexOf(square[0]);
    const y = 8 - Number(square[1]);
    return this.flipped ? [7 - x, 7 - y] : [x, y];
  }

  /** The square under a point. @param {PointerEvent} event */
  at(event) {
    const box = this.getBoundingClientRect();
    let x = Math.floor(((event.clientX - box.left) / box.width) * 8);
    let y = Math.floor(((event.clientY - box.top) / box.height) * 8);
    if (x < 0 || x > 7 || y < 0 || y > 7) return null;
    if (this.flipped) [x, y] = [7 - x, 7 - y];
    return FILES[x] + (8 - y);
  }

  /** Marks under the pieces: last move, selection, targets, check. */
  paint() {
    if (!this.squares) return;
    /** @type {HTMLElement[]} */
    const marks = [];
    const mark = (/** @type {string} */ square, /** @type {string} */ kind) => {
      const element = h('i', { class: kind });
      const [x, y] = this.corner(square);
      element.style.transform = `translate(${x * 100}%, ${y * 100}%)`;
      marks.push(element);
    };
    if (this.last) for (const square of [this.last.slice(0, 2), this.last.slice(2, 4)]) mark(square, 'last');
    if (this.check) mark(this.check, 'check');
    if (this.selected) {
      mark(this.selected, 'selected');
      for (const move of this.moves) {
        if (move.from === this.selected) {
          for (const to of move.to) mark(to, this.pieces.has(to) || (move.san.includes('x') && to === move.to[0]) ? 'target takes' : 'target');
        }
      }
    }
    this.squares.replaceChildren(...marks);
  }

  drawCoordinates() {
    if (!this.layer) return;
    this.querySelectorAll('.coordinate').forEach((element) => element.remove());
    for (let index = 0; index < 8; index++) {
      const file = this.flipped ? FILES[7 - index] : FILES[index];
      const rank = this.flipped ? index + 1 : 8 - index;
      const below = h('b', { class: `coordinate file ${index % 2 ? 'on-light' : 'on-dark'}`, 'aria-hidden': 'true' }, file);
      const beside = h('b', { class: `coordinate rank ${index % 2 ? 'on-dark' : 'on-light'}`, 'aria-hidden': 'true' }, rank);
      below.style.left = `${index * 12.5}%`;
      beside.style.top = `${index * 12.5}%`;
      this.layer.before(below, beside);
    }
  }

  drawArrows() {
    if (!this.overlay) return;
    this.overlay.replaceChildren(...[...this.shown, ...this.drawn].map((arrow) => this.arrow(arrow)));
  }

  /** @param {Arrow} arrow */
  arrow({ from, to, kind }) {
    const middle = (/** @type {string} */ square) => this.corner(square).map((value) => value * 100 + 50);
    const [x1, y1] = middle(from);
    const [x2, y2] = middle(to);
    if (from === to) return svg('circle', { class: kind, cx: x1, cy: y1, r: 44 });
    const length = Math.hypot(x2 - x1, y2 - y1);
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const neck = length - 42;
    return svg('path', {
      class: kind,
      transform: `translate(${x1} ${y1}) rotate(${angle})`,
      d: `M22 -8H${neck}V-23L${length - 8} 0L${neck} 23V8H22A8 8 0 0 1 22 -8Z`,
    });
  }

  /** @param {string | null} square */
  select(square) {
    this.selected = square;
    this.paint();
  }

  /** @param {string | null} square */
  movable(square) {
    return square !== null && this.moves.some((move) => move.from === square);
  }

  /** The user wants this. @param {string} from @param {string} to */
  wish(from, to) {
    const moves = this.moves.filter((move) => move.from === from && move.to.includes(to));
    this.select(null);
    if (moves.length === 0) return;
    if (moves.length === 1 || !moves[0].promotion) this.send(moves[0]);
    else this.choose(moves, to);
  }

  /** @param {LegalMove} move */
  send(move) {
    this.closeChooser();
    this.dispatchEvent(new CustomEvent('wish', { detail: move }));
  }

  /** Which piece should the pawn become? @param {LegalMove[]} moves @param {string} to */
  choose(moves, to) {
    const chooser = /** @type {HTMLElement} */ (this.chooser);
    const [x, y] = this.corner(to);
    const color = to[1] === '8' ? 'w' : 'b';
    const order = 'qnrb';
    const buttons = [...moves]
      .sort((a, b) => order.indexOf(a.promotion ?? '') - order.indexOf(b.promotion ?? ''))
      .map((move) => {
        const letter = move.promotion ?? 'q';
        const button = h('button', { type: 'button', 'aria-label': NAMES[letter], onclick: () => this.send(move) });
        button.append(drawing(color === 'w' ? letter.toUpperCase() : letter));
        return button;
      });
    if (y > 3) buttons.reverse();
    chooser.replaceChildren(...buttons);
    chooser.style.left = `${x * 12.5}%`;
    chooser.style.top = y > 3 ? '50%' : '0';
    chooser.hidden = false;
    buttons[y > 3 ? 3 : 0].focus();
  }

  closeChooser() {
    if (this.chooser) this.chooser.hidden = true;
  }

  listen() {
    this.addEventListener('pointerdown', (event) => this.down(event));
    this.addEventListener('pointermove', (event) => this.moving(event));
    this.addEventListener('pointerup', (event) => this.up(event));
    this.addEventListener('pointercancel', () => this.dropBack());
    this.addEventListener('contextmenu', (event) => event.preventDefault());
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        this.closeChooser();
        this.select(null);
      }
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Element && event.target.closest('.chooser')) return;
    const square = this.at(event);
    if (!square) return;
    event.preventDefault();
    if (!this.chooser?.hidden) return this.closeChooser();
    if (event.button === 2) {
      this.ring = square;
      return;
    }
    if (event.button !== 0) return;
    if (this.drawn.length) {
      this.drawn = [];
      this.drawArrows();
    }
    if (this.selected && this.selected !== square && this.moves.some((move) => move.from === this.selected && move.to.includes(square))) {
      return this.wish(this.selected, square);
    }
    if (!this.movable(square)) return this.select(null);
    this.drag = { square, x: event.clientX, y: event.clientY, moved: false, wasSelected: this.selected === square };
    this.select(square);
    this.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  moving(event) {
    const drag = this.drag;
    if (!drag) return;
    const piece = this.pieces.get(drag.square)?.element;
    if (!piece) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
    drag.moved = true;
    const box = this.getBoundingClientRect();
    const side = box.width / 8;
    piece.classList.add('dragged');
    piece.style.transform = `translate(${event.clientX - box.left - side / 2}px, ${event.clientY - box.top - side / 2}px)`;
    const over = this.at(event);
    this.squares?.querySelectorAll('.over').forEach((element) => element.classList.remove('over'));
    if (over) {
      const [x, y] = this.corner(over);
      const place = `translate(${x * 100}%, ${y * 100}%)`;
      for (const element of this.squares?.children ?? []) {
        if (element instanceof HTMLElement && element.classList.contains('target') && element.style.transform === place) element.classList.add('over');
      }
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.button === 2 && this.ring) {
      const to = this.at(event);
      if (to) this.toggle({ from: this.ring, to, kind: event.shiftKey ? 'red' : event.altKey ? 'blue' : 'green' });
      this.ring = null;
      return;
    }
    const drag = this.drag;
    if (!drag) return;
    const to = this.at(event);
    this.drag = null;
    const piece = this.pieces.get(drag.square)?.element;
    piece?.classList.remove('dragged');
    if (piece) this.put(piece, drag.square);
    if (drag.moved && to && to !== drag.square) this.wish(drag.square, to);
    else if (drag.moved || drag.wasSelected) this.select(null);
  }

  dropBack() {
    if (this.drag) {
      const piece = this.pieces.get(this.drag.square)?.element;
      piece?.classList.remove('dragged');
      if (piece) this.put(piece, this.drag.square);
    }
    this.drag = null;
    this.ring = null;
  }

  /** @param {Arrow} arrow */
  toggle(arrow) {
    const same = (/** @type {Arrow} */ other) => other.from === arrow.from && other.to === arrow.to;
    const there = this.drawn.some(same);
    this.drawn = this.drawn.filter((other) => !same(other));
    if (!there) this.drawn.push(arrow);
    this.drawArrows();
  }
}

/** Where the pieces of a FEN stand. @param {string} fen */
export function parse(fen) {
  /** @type {Map<string, string>} */
  const pieces = new Map();
  fen.split(' ')[0].split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= '1' && letter <= '8') file += Number(letter);
      else pieces.set(FILES[file++] + (8 - index), letter);
    }
  });
  return pieces;
}

/** @param {string} letter */
function drawing(letter) {
  const name = (letter === letter.toUpperCase() ? 'w' : 'b') + letter.toUpperCase();
  return svg('svg', { class: 'piece', viewBox: '0 0 100 100', 'data-piece': name, 'aria-hidden': 'true' }, svg('use', { href: `#${name}` }));
}

/** @param {string} a @param {string} b */
function distance(a, b) {
  return Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a.charCodeAt(1) - b.charCodeAt(1)));
}

customElements.define('chess-board', ChessBoard);
