// Matches of the laboratory, as they go on.

import { ask, stop } from './connection.js';
import { byId, h, svg } from './dom.js';
import { ChessBoard } from './board.js';

let id = 0;

/** Begins to watch. */
export function startWatching() {
  if (id) return;
  byId('watch').replaceChildren(h('p', { class: 'soft' }, 'Looking for matches…'));
  id = ask({ type: 'watch' }, (answer) => {
    if (answer.type === 'matches') draw(answer.matches);
    else if (answer.type === 'error') byId('watch').replaceChildren(h('p', { class: 'soft' }, answer.message));
  });
}

export function stopWatching() {
  if (id) stop(id);
  id = 0;
}

/** @param {import('./messages').Match[]} matches */
function draw(matches) {
  if (!matches.length) return byId('watch').replaceChildren(h('p', { class: 'soft' }, 'There are no games in that folder yet.'));
  byId('watch').replaceChildren(...matches.map(match));
}

/** @param {import('./messages').Match} match */
function match(match) {
  const rows = match.standings.map((one, place) => {
    const score = one.wins + one.draws / 2;
    return h('tr', {}, h('td', {}, String(place + 1)), h('th', { scope: 'row' }, one.name), h('td', {}, `${score} / ${one.games}`), h('td', {}, `${one.games ? ((100 * score) / one.games).toFixed(1) : '–'} %`),
      h('td', {}, elo(score, one.games)), h('td', {}, `+${one.wins} =${one.draws} −${one.losses}`), h('td', { class: one.faults ? 'blunder' : 'soft' }, String(one.faults)));
  });
  const head = ['', 'engine', 'points', 'score', 'Elo', 'games', 'faults'];
  const pairs = match.pairs.some(Boolean) ? h('p', { class: 'soft' }, `pairs 0 · ½ · 1 · 1½ · 2: ${match.pairs.join(' · ')}`) : null;
  const boards = match.latest.filter((game) => game.fen).slice(0, 6).map((game) => {
    const board = new ChessBoard();
    queueMicrotask(() => board.show(game.fen ?? ''));
    return h('figure', {}, board, h('figcaption', {}, `${game.number + 1}. ${game.white} – ${game.black} ${game.result.replace(/1\/2/g, '½')}`, h('br'), h('span', { class: 'soft' }, game.reason)));
  });
  return h('article', { class: 'card' }, h('h2', {}, match.name || 'match', ' ', h('small', { class: match.running ? 'live' : 'soft' }, match.running ? 'running' : `${match.games} games`)),
    h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows))), pairs, curve(match), h('div', { class: 'boards' }, ...boards));
}

/** The score of the first engine over the games. @param {import('./messages').Match} match */
function curve(match) {
  const points = match.curve;
  if (points.length < 2) return null;
  const path = points.map((value, index) => `${((index / (points.length - 1)) * 600).toFixed(1)} ${(120 - value * 1.2).toFixed(1)}`).join('L');
  const picture = svg('svg', { viewBox: '0 0 600 120', class: 'curve', role: 'img', 'aria-label': 'Score of the first engine over the games' }, svg('path', { class: 'middle', d: 'M0 60H600' }), svg('path', { class: 'expected', d: `M${path}` }));
  return /** @type {any} */ (picture);
}

/** @param {number} score @param {number} games */
function elo(score, games) {
  const share = score / games;
  if (!games || share <= 0 || share >= 1) return '–';
  const value = (400 * Math.log10(share / (1 - share)));
  return (value >= 0 ? '+' : '−') + Math.abs(value).toFixed(0);
}
