// The page of a site without a server, in a real browser. Run by .ci/static-page: node static.mjs ADDRESS FOLDER-FOR-PICTURES
// Beside tests of its own it must pass some of those of the served page.
import assert from 'node:assert/strict';
import analyse from './analyse.mjs';
import board from './board.mjs';
import { eventually, fresh, type } from './harness.mjs';
import play from './play.mjs';
import report from './report.mjs';
import { run } from './run.mjs';

/** Tests of the served page, by words of their names: one for each thing that the engine is asked for. */
const SHARED = ['moves by dragging', 'arrows, circles and the threat', 'a list of games', 'terms, pieces, book', 'outlives a reload, and the last game', 'a search ends at its limit', 'level 1200', 'a report, and its proof'];

const own = {
  async 'a search follows the board, and the lines are those of its position'() {
    const page = await fresh();
    await page.click('#run');
    for (const [move, mover] of [['e4', 'b'], ['e5', 'w'], ['Nf3', 'b'], ['Nc6', 'w']]) {
      await type(page, move);
      await page.waitForFunction((mover) => document.querySelector('#board').fen.split(' ')[1] === mover, mover);
      await page.waitForFunction(() => {
        const [first] = document.querySelectorAll('#pv li .san button');
        const legal = document.querySelector('#board').moves.map((move) => move.san);
        return legal.length > 0 && first && legal.includes(first.textContent.replace(/^\d+[.…]/, ''));
      });
    }
    await page.click('#run');
    await eventually.equal(() => page.getAttribute('#run', 'aria-checked'), 'false');
    await page.context().close();
  },

  async 'quick answers do not wait for a search'() {
    const page = await fresh();
    await page.click('#run');
    await page.waitForFunction(() => /depth \d/.test(document.querySelector('#depth').textContent));
    for (const move of ['d4', 'd5', 'c4', 'c6']) await type(page, move);
    await page.waitForFunction(() => document.querySelectorAll('#moves .mainline > .move:not(.none)').length === 4);
    await page.waitForFunction(() => document.querySelector('#opening').textContent.includes('Slav'));
    await page.context().close();
  },
};

const served = { ...board, ...analyse, ...play, ...report };
const shared = SHARED.map((words) => {
  const name = Object.keys(served).find((name) => name.includes(words));
  assert.ok(name, `no test has "${words}" in its name`);
  return [name, served[name]];
});
await run({ ...own, ...Object.fromEntries(shared) });
