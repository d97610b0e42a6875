// Running matches of the laboratory.

import { ask, stop } from './connection.js';
import { byId, h, svg } from './dom.js';
import { ChessBoard } from './board.js';

/** @typedef {import('./messages').Match} Match */

let id = 0;
/** Boards stay where they are, so that only the pieces that moved do. @type {Map<string, ChessBoard>} */
let boards = new Map();

/** Begins to watch. @param {(pgn: string) => void} open shows a finished game */
export function startWatching(open) {
  if (id) return;
  byId('watch').replaceChildren(h('p', { class: 'soft' }, 'Looking for matches…'));
  id = ask({ type: 'watch' }, (answer) => {
    if (answer.type === 'matches') draw(answer.matches, open);
    else if (answer.type === 'error') byId('watch').replaceChildren(h('p', { class: 'soft' }, answer.message));
  });
}

export function stopWatching() {
  if (id) stop(id);
  id = 0;
  boards = new Map();
}

/** @param {Match[]} matches @param {(pgn: string) => void} open */
function draw(matches, open) {
  if (!matches.length) return byId('watch').replaceChildren(h('p', { class: 'soft' }, 'There are no games in that folder yet.'));
  const before = boards;
  boards = new Map();
  byId('watch').replaceChildren(...matches.map((match) => article(match, before, open)));
}

/** A board that was there before, or a new one. @param {string} key @param {Map<string, ChessBoard>} before */
function board(key, before) {
  const found = before.get(key) ?? new ChessBoard();
  boards.set(key, found);
  return found;
}

/** @param {Match} match @param {Map<string, ChessBoard>} before @param {(pgn: string) => void} open */
function article(match, before, open) {
  const games = match.live?.games ?? [];
  const state = match.running ? h('small', { class: 'live' }, games.length ? `${games.length} in play, ${match.games} finished` : `running, ${match.games} finished`) : h('small', { class: 'soft' }, `${match.games} games`);
  const playing = match.running ? games.map((game) => {
    const place = board(`${match.name} ${game.number}`, before);
    queueMicrotask(() => place.show(game.fen, { last: game.last }));
    const side = (/** @type {import('./messages').LiveSide} */ one, /** @type {string} */ color) =>
      h('span', { class: 'seat' }, h('i', { class: `disc ${color}` }), h('b', {}, one.name), h('span', { class: 'soft' }, thought(one)));
    return h('figure', { class: 'in-play' }, side(game.black, 'black'), place, side(game.white, 'white'));
  }) : [];
  const latest = match.latest.filter((game) => game.fen).map((game, index) => {
    if (index >= 6 && !game.faulty) return null;
    const place = board(`${match.name} ${game.number} over`, before);
    queueMicrotask(() => place.show(game.fen ?? ''));
    const name = `${game.number + 1}. ${game.white} – ${game.black} ${game.result.replace(/1\/2/g, '½')}`;
    return h('figure', { class: game.faulty ? 'faulty' : '' }, place, h('figcaption', {}, h('button', { type: 'button', class: 'plain', onclick: () => open(game.pgn), title: 'Open the game' }, name), h('br'), h('span', { class: game.faulty ? 'blunder' : 'soft' }, game.reason)));
  });
  return h('article', { class: 'card', 'data-match': match.name }, h('h2', {}, match.name || 'match', ' ', state),
    playing.length ? h('div', { class: 'boards', 'aria-label': 'Games in play', role: 'group' }, ...playing) : null,
    course(match), table(match), crossTable(match), pairs(match), curve(match),
    latest.length ? h('h3', {}, 'Last games') : null, h('div', { class: 'boards' }, ...latest));
}

/** What an engine says of its last move. @param {import('./messages').LiveSide} side */
function thought(side) {
  if (!side.depth) return '';
  const value = Number(side.score);
  const score = side.score === null ? '' : Number.isFinite(value) ? `${value < 0 ? '−' : '+'}${(Math.abs(value) / 100).toFixed(2)}` : side.score;
  return `${score} d${side.depth}${side.nps ? ` ${speed(side.nps)}` : ''}`;
}

/** @param {number} nps */
const speed = (nps) => (nps >= 1e6 ? `${(nps / 1e6).toFixed(1)} M/s` : `${Math.round(nps / 1000)} k/s`);

/** @param {string[]} head @param {HTMLElement[]} rows @param {string} label */
const grid = (head, rows, label) => h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, h('table', {}, h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows)));

/** @param {Match} match */
function table(match) {
  const rows = match.standings.map((one, place) => {
    const score = one.wins + one.draws / 2;
    const kinds = Object.entries(one.fault_kinds).map(([kind, count]) => `${kind.replaceAll('_', ' ')} ${count}`).join(', ');
    return h('tr', {}, h('td', {}, String(place + 1)), h('th', { scope: 'row' }, one.name), h('td', {}, `${score} / ${one.games}`), h('td', {}, `${one.games ? ((100 * score) / one.games).toFixed(1) : '–'} %`),
      h('td', {}, elo(score, one.games)), h('td', {}, `+${one.wins} =${one.draws} −${one.losses}`), h('td', {}, one.nps ? speed(one.nps) : '–'), h('td', {}, one.depth ? one.depth.toFixed(1) : '–'), h('td', { class: kinds ? 'blunder' : 'soft' }, kinds || 'none'));
  });
  return match.games ? grid(['', 'engine', 'points', 'score', 'Elo', 'games', 'speed', 'depth', 'faults'], rows, 'Standings') : null;
}

/** Who scored what against whom, where there are more than two. @param {Match} match */
function crossTable(match) {
  if (match.standings.length < 3) return null;
  const rows = match.standings.map((one) => h('tr', {}, h('th', { scope: 'row' }, one.name), ...match.standings.map((other, place) => {
    const [points, games] = one.against[place];
    return h('td', {}, one === other ? '·' : games ? `${points} / ${games}` : '');
  })));
  return grid(['', ...match.standings.map((one) => one.name)], rows, 'Cross-table');
}

/** @param {Match} match */
const pairs = (match) => (match.pairs.some(Boolean) ? h('p', { class: 'soft' }, `pairs 0 · ½ · 1 · 1½ · 2: ${match.pairs.join(' · ')}`) : null);

/** The log-likelihood ratio between its bounds. @param {Match} match */
function course(match) {
  const test = match.live?.test;
  if (!test) return null;
  const last = test.curve.at(-1)?.[1] ?? 0;
  const [low, high] = [Math.min(test.lower, ...test.curve.map(([, ratio]) => ratio)), Math.max(test.upper, ...test.curve.map(([, ratio]) => ratio))];
  const most = Math.max(1, test.curve.at(-1)?.[0] ?? 1);
  const y = (/** @type {number} */ ratio) => (110 - ((ratio - low) / (high - low)) * 100).toFixed(1);
  const path = [[0, 0], ...test.curve].map(([games, ratio]) => `${((games / most) * 600).toFixed(1)} ${y(ratio)}`).join('L');
  const verdict = last >= test.upper ? 'accepted' : last <= test.lower ? 'rejected' : 'undecided';
  const text = `${test.name}: LLR ${last.toFixed(2)} (${test.lower.toFixed(2)}, ${test.upper.toFixed(2)}), ${verdict}`;
  const picture = svg('svg', { viewBox: '0 0 600 120', class: 'curve llr', role: 'img', preserveAspectRatio: 'none', 'aria-label': text },
    svg('path', { class: 'bound accept', d: `M0 ${y(test.upper)}H600` }), svg('path', { class: 'bound reject', d: `M0 ${y(test.lower)}H600` }), svg('path', { class: 'middle', d: `M0 ${y(0)}H600` }), svg('path', { class: 'expected', d: `M${path}` }));
  return h('div', {}, h('p', { class: 'llr-text' }, text), /** @type {any} */ (picture));
}

/** The score of the first engine over the games. @param {Match} match */
function curve(match) {
  const points = match.curve;
  if (points.length < 2) return null;
  const path = points.map((value, index) => `${((index / (points.length - 1)) * 600).toFixed(1)} ${(120 - value * 1.2).toFixed(1)}`).join('L');
  const picture = svg('svg', { viewBox: '0 0 600 120', class: 'curve', role: 'img', preserveAspectRatio: 'none', 'aria-label': 'Score of the first engine over the games' }, svg('path', { class: 'middle', d: 'M0 60H600' }), svg('path', { class: 'expected', d: `M${path}` }));
  return /** @type {any} */ (picture);
}

/** @param {number} score @param {number} games */
function elo(score, games) {
  const share = score / games;
  if (!games || share <= 0 || share >= 1) return '–';
  const value = 400 * Math.log10(share / (1 - share));
  return (value >= 0 ? '+' : '−') + Math.abs(value).toFixed(0);
}
