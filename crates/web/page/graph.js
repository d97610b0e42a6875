// Chances over a game: White's wins from below, Black's from above, draws between, their expected score as a line. The
// points that marks say a move loses are on another scale.

import { expected, h, scoreText, svg } from './dom.js';

const [WIDTH, HEIGHT] = [1000, 170];

/**
 * @param {import('./messages').Chances[]} chances of the start and after each move
 * @param {import('./messages').MoveReport[]} moves
 * @param {(ply: number) => void} jump
 */
export function drawGraph(chances, moves, jump) {
  const count = Math.max(chances.length - 1, 1);
  const x = (/** @type {number} */ index) => (WIDTH * index) / count;
  const y = (/** @type {number} */ share) => HEIGHT * (1 - share);
  const path = (/** @type {(c: import('./messages').Chances) => number} */ share) =>
    chances.map((value, index) => `${x(index).toFixed(1)} ${y(share(value)).toFixed(1)}`).join('L');
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Chances of White over the game' },
    svg('rect', { class: 'draws', width: WIDTH, height: HEIGHT }),
    svg('path', { class: 'wins', d: `M0 ${HEIGHT}L${path((c) => c.win / 1000)}V${HEIGHT}Z` }),
    svg('path', { class: 'losses', d: `M0 0L${path((c) => 1 - c.loss / 1000)}V0Z` }),
    svg('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg('path', { class: 'expected', d: `M${path((c) => expected(c) / 100)}` }),
    svg('path', { class: 'cursor', d: '' }));
  const dots = moves.filter((move) => move.mark && move.mark !== 'only').map((move) => {
    const dot = h('button', { type: 'button', class: `dot ${move.mark}`, tabindex: -1, 'aria-label': `${move.number}${move.color === 'w' ? '.' : '…'} ${move.san}: ${move.mark}`, onclick: () => jump(move.ply + 1) });
    dot.style.left = `${(x(move.ply + 1) / WIDTH) * 100}%`;
    dot.style.top = `${y(expected(move.chances) / 100) / HEIGHT * 100}%`;
    return dot;
  });
  const label = h('output', { class: 'label', hidden: true });
  const box = h('div', { class: 'graph-box' }, picture, ...dots, label);
  const at = (/** @type {PointerEvent | MouseEvent} */ event) => {
    const frame = box.getBoundingClientRect();
    return Math.round(((event.clientX - frame.left) / frame.width) * count);
  };
  box.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLButtonElement)) jump(at(event));
  });
  box.addEventListener('pointermove', (event) => {
    const move = moves[at(event) - 1];
    label.hidden = !move;
    if (!move) return;
    label.textContent = `${move.number}${move.color === 'w' ? '.' : '…'} ${move.san}  ${scoreText(move.evaluation)}  ${Math.round(expected(move.chances))} %`;
    label.style.left = `${Math.min(Math.max((x(move.ply + 1) / WIDTH) * 100, 8), 92)}%`;
  });
  box.addEventListener('pointerleave', () => (label.hidden = true));
  return {
    box,
    /** @param {number} ply */
    cursor(ply) {
      picture.querySelector('.cursor')?.setAttribute('d', ply >= 0 && ply <= count ? `M${x(ply)} 0V${HEIGHT}` : '');
    },
  };
}
