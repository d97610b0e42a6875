// A game with its variations, as the page holds it. Rules are the server's: every move comes with its position.

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} parent
 * @property {Node[]} children the first continues the line
 * @property {string} uci
 * @property {string} san
 * @property {string} fen
 * @property {number[]} nags
 * @property {string[]} comments
 * @property {number} ply half-moves since the start of the game
 * @property {import('./messages').MoveReport | null} report
 */

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const GLYPHS = /** @type {Record<number, string>} */ ({ 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□' });

export class Tree {
  /** @param {string} [fen] */
  constructor(fen = START) {
    this.counter = 0;
    /** @type {[string, string][]} */
    this.tags = [];
    this.result = '*';
    /** @type {Node} */
    this.root = this.node(null, '', '', fen);
  }

  /** @param {Node | null} parent @param {string} uci @param {string} san @param {string} fen @returns {Node} */
  node(parent, uci, san, fen) {
    const ply = parent ? parent.ply + 1 : 0;
    return { id: this.counter++, parent, children: [], uci, san, fen, nags: [], comments: [], ply, report: null };
  }

  /** The move after another: the one that is there, or a new one. @param {Node} at @param {{ uci: string, san: string, fen: string }} move */
  add(at, { uci, san, fen }) {
    const known = at.children.find((child) => child.uci === uci);
    if (known) return known;
    const fresh = this.node(at, uci, san, fen);
    at.children.push(fresh);
    return fresh;
  }

  /** Makes the line of a move the main one, all the way up. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** Takes a move out with everything after it. @param {Node} node */
  remove(node) {
    if (!node.parent) return this.root;
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    return node.parent;
  }

  /** The moves from the start to a node. @param {Node} node */
  path(node) {
    /** @type {Node[]} */
    const path = [];
    for (let at = /** @type {Node | null} */ (node); at?.parent; at = at.parent) path.unshift(at);
    return path;
  }

  /** The main line. */
  mainline() {
    const line = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** The node at the end of these moves, if the tree has them. @param {string[]} moves @returns {Node | null} */
  follow(moves) {
    let at = this.root;
    for (const uci of moves) {
      const next = at.children.find((child) => child.uci === uci);
      if (!next) return null;
      at = next;
    }
    return at;
  }

  /** A node as the server takes it. @param {Node} node @returns {import('./messages').Position} */
  position(node) {
    let moves = this.path(node);
    let fen = this.root.fen;
    // After a null move the position is sent as a FEN.
    const pass = moves.map((move) => move.uci).lastIndexOf('0000');
    if (pass >= 0) {
      fen = moves[pass].fen;
      moves = moves.slice(pass + 1);
    }
    return { fen: fen === START ? null : fen, moves: moves.map((move) => move.uci) };
  }

  /** @param {import('./messages').Tree} message */
  static from(message) {
    const tree = new Tree(message.fen);
    tree.tags = message.tags;
    tree.result = message.result;
    tree.root.comments = message.comments;
    /** @type {Node[]} */
    const nodes = [];
    for (const { parent, uci, san, fen, nags, comments } of message.nodes) {
      const at = parent === null ? tree.root : nodes[parent];
      const node = tree.node(at, uci, san, fen);
      node.nags = nags;
      node.comments = comments;
      at.children.push(node);
      nodes.push(node);
    }
    return tree;
  }

  /** @param {string} name */
  tag(name) {
    return this.tags.find(([other]) => other === name)?.[1] ?? null;
  }

  /** The game as PGN. */
  pgn() {
    const tags = new Map(this.tags);
    if (this.root.fen !== START) {
      tags.set('SetUp', '1');
      tags.set('FEN', this.root.fen);
    }
    for (const name of ['Event', 'Site', 'Date', 'Round', 'White', 'Black']) if (!tags.has(name)) tags.set(name, name === 'Date' ? '????.??.??' : '?');
    tags.set('Result', this.result);
    const head = [...tags].map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`).join('\n');
    const said = (/** @type {Node} */ node) => node.comments.map((text) => `{${text.replace(/}/g, ')')}}`);
    const words = [...said(this.root), ...this.line(this.root, true)];
    return `${head}\n\n${[...words, this.result].join(' ').replace(/\( /g, '(').replace(/ \)/g, ')')}\n`;
  }

  /** The words of the moves after a node. @param {Node} start @param {boolean} numbered @returns {string[]} */
  line(start, numbered) {
    /** @type {string[]} */
    const words = [];
    let at = start;
    while (at.children.length) {
      const [main, ...others] = at.children;
      words.push(...this.word(main, numbered));
      numbered = main.comments.length > 0 || others.length > 0;
      for (const other of others) words.push('(', ...this.word(other, true), ...this.line(other, other.comments.length > 0), ')');
      at = main;
    }
    return words;
  }

  /** @param {Node} node @param {boolean} numbered @returns {string[]} */
  word(node, numbered) {
    const number = moveNumber(node);
    const label = number.endsWith('...') && !numbered ? [] : [number];
    return [...label, node.san, ...node.nags.map((nag) => `$${nag}`), ...node.comments.map((text) => `{${text.replace(/}/g, ')')}}`)];
  }
}

/** `23.` or `23...` @param {Node} node */
export function moveNumber(node) {
  const fields = (node.parent?.fen ?? START).split(' ');
  return fields[5] + (fields[1] === 'w' ? '.' : '...');
}

/** A comment without what programs write into it. @param {string} text */
export const plainComment = (text) => text.replace(/\[%[^\]]*\]/g, '').trim();
