// The moves of the game, with variations and what is said about them.

import { byId, h, scoreText } from './dom.js';
import { moveText } from './settings.js';
import { GLYPHS, moveNumber, plainComment } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

const MARKS = /** @type {Record<number, string>} */ ({ 1: 'good', 2: 'mistake', 3: 'brilliant', 4: 'blunder', 5: 'good', 6: 'inaccuracy', 7: 'only' });

/** @type {Map<number, HTMLElement>} */
let places = new Map();

/**
 * Draws all moves.
 * @param {import('./tree.js').Tree} tree
 * @param {(node: Node) => void} jump
 */
export function drawMoves(tree, jump) {
  places = new Map();
  const place = byId('moves');
  const main = h('div', { class: 'mainline' });
  let at = tree.root;
  for (const comment of tree.root.comments.map(plainComment)) if (comment) main.append(h('p', { class: 'comment' }, comment));
  let afterBreak = true;
  while (at.children.length) {
    const [next, ...others] = at.children;
    const white = moveNumber(next).endsWith('.') && !moveNumber(next).endsWith('...');
    if (white || afterBreak) main.append(h('span', { class: 'number' }, moveNumber(next).replace(/\.+$/, '')));
    if (!white && afterBreak) main.append(h('span', { class: 'move none' }, '…'));
    main.append(button(next, jump));
    const comments = next.comments.map(plainComment).filter(Boolean);
    afterBreak = comments.length > 0 || others.length > 0;
    if (afterBreak && white) main.append(h('span', { class: 'move none' }, '…'));
    for (const comment of comments) main.append(h('p', { class: 'comment' }, comment));
    for (const other of others) {
      const line = h('p', { class: 'variation' });
      variation(line, other, jump, true);
      main.append(line);
    }
    at = next;
  }
  if (tree.result !== '*') main.append(h('p', { class: 'result' }, tree.result.replace(/1\/2/g, '½')));
  if (!tree.root.children.length) main.append(h('p', { class: 'empty' }, 'Make a move on the board, type one, or open a game.'));
  place.replaceChildren(main);
}

/** @param {HTMLElement} place @param {Node} node @param {(node: Node) => void} jump @param {boolean} numbered */
function variation(place, node, jump, numbered) {
  for (let at = /** @type {Node | undefined} */ (node); at; at = at.children[0]) {
    const number = moveNumber(at);
    if (numbered || !number.endsWith('...')) place.append(h('span', { class: 'number' }, number));
    place.append(button(at, jump), ' ');
    numbered = false;
    for (const comment of at.comments.map(plainComment)) {
      if (comment) {
        place.append(h('span', { class: 'comment' }, comment), ' ');
        numbered = true;
      }
    }
    const siblings = at === node ? [] : (at.parent?.children.slice(1) ?? []);
    for (const other of siblings) {
      place.append('(');
      variation(place, other, jump, true);
      place.append(') ');
      numbered = true;
    }
  }
}

/** @param {Node} node @param {(node: Node) => void} jump */
function button(node, jump) {
  const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? '').join('');
  const mark = node.nags.map((nag) => MARKS[nag]).find(Boolean) ?? '';
  const score = node.report ? h('small', {}, scoreText(node.report.evaluation)) : null;
  const element = h('button', { type: 'button', class: `move ${mark}`, onclick: () => jump(node), tabindex: -1 }, moveText(node.san), glyphs, score);
  places.set(node.id, element);
  return element;
}

/** The list changes its size when lines come and go: the move on the board stays in sight. */
export function keepCurrentInSight() {
  new ResizeObserver(() => scrollTo(byId('moves').querySelector('.current'))).observe(byId('moves'));
}

/** @param {Element | null | undefined} place */
function scrollTo(place) {
  const box = byId('moves');
  if (!(place instanceof HTMLElement)) return;
  const top = place.offsetTop - box.offsetTop;
  const room = Math.min(40, (box.clientHeight - place.offsetHeight) / 2);
  if (top < box.scrollTop + room) box.scrollTop = top - room;
  else if (top + place.offsetHeight > box.scrollTop + box.clientHeight - room) box.scrollTop = top + place.offsetHeight - box.clientHeight + room;
}

/** Shows which move the board is at. @param {Node} node */
export function showCurrent(node) {
  for (const element of byId('moves').querySelectorAll('.current')) {
    element.classList.remove('current');
    element.removeAttribute('aria-current');
  }
  const place = places.get(node.id);
  if (!place) {
    byId('moves').scrollTop = 0;
    return;
  }
  place.classList.add('current');
  place.setAttribute('aria-current', 'true');
  scrollTo(place);
}
