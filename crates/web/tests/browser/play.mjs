// Games against the engine.
import assert from 'node:assert/strict';
import { at, eventually, fresh, hinted, played, shot, type } from './harness.mjs';

export default {
  async 'ten moves against level 1200'() {
    const page = await fresh({}, '#play');
    await page.selectOption('#level', '1200');
    await page.selectOption('#color', 'w');
    await page.click('#begin');
    for (let count = 0; count < 10; count++) {
      await page.waitForFunction((plies) => {
        const board = document.querySelector('#board');
        return document.querySelectorAll('#moves .mainline > .move:not(.none)').length >= plies && (board.moves.length > 0 || document.querySelector('#ending'));
      }, 2 * count);
      if (await page.locator('#ending').count()) break;
      const uci = await page.evaluate(() => document.querySelector('#board').moves[0].uci);
      await type(page, uci);
    }
    await page.waitForFunction(() => document.querySelectorAll('#moves .mainline > .move:not(.none)').length >= 20 || document.querySelector('#ending'));
    await shot(page, 'play');
    await page.context().close();
  },

  async 'Chess960, a hint, a move taken back, a draw declined, and the game given up'() {
    const page = await fresh({}, '#play');
    await page.selectOption('#color', 'w');
    await page.selectOption('#start', '960');
    await page.fill('#number', '0');
    await page.click('#begin');
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('bbqnnrkr') && document.querySelector('#board').moves.length);
    await page.click('#get-hint');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('Look at this piece'));
    await eventually.equal(() => page.locator('.arrows circle.green').count(), 1);
    await page.click('#get-hint');
    await page.waitForSelector('.arrows path.green');
    await type(page, 'e4');
    await played(page, 2);
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    await page.click('#take-back');
    await page.waitForFunction(() => document.querySelectorAll('#moves .mainline > .move').length === 0 && document.querySelector('#board').moves.length);
    await page.click('text=Offer draw');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('plays on'));
    await page.click('text=Resign');
    await eventually.match(() => page.locator('#ending').innerText(), /resigned/);
    await page.context().close();
  },

  async 'clocks run, a reload resumes the game, and a finished game is explained'() {
    const page = await fresh({}, '#play');
    await page.selectOption('#color', 'b');
    await page.selectOption('#time', '1');
    await page.click('#begin');
    await played(page, 1);
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    await eventually.equal(() => page.evaluate(() => document.querySelector('#board').flipped), true);
    await eventually.deepEqual(() => page.locator('.clock').count(), 2);
    await page.evaluate(() => document.querySelector('#board').dispatchEvent(new CustomEvent('wish', { detail: document.querySelector('#board').moves[0] })));
    await played(page, 3);
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    await page.waitForFunction(() => document.querySelector('#below .clock').textContent !== '1:00');
    await page.reload();
    await played(page, 3);
    await page.waitForFunction(() => document.querySelector('#board').moves.length && document.querySelectorAll('.clock').length === 2);
    await page.click('text=Resign');
    await eventually.match(() => page.locator('#ending').innerText(), /resigned/);
    await page.click('#to-report');
    await page.waitForSelector('.player-report');
    await page.context().close();
  },

  async 'a game starts from a position of an analysis'() {
    const page = await fresh();
    for (const word of ['d4', 'd5', 'c4']) await type(page, word);
    await played(page, 3);
    await page.click('[data-goto=play]');
    await page.selectOption('#color', 'w');
    await page.selectOption('#start', 'here');
    await page.selectOption('#level', '');
    await page.click('#begin');
    await page.waitForFunction(() => document.querySelector('#board').moves.length && document.querySelector('#moves').textContent.length > 0);
    await played(page, 1);
    await at(page, /2PP4/);
    await page.context().close();
  },

  async 'Vernier offers a draw in a dead position and resigns a lost one'() {
    const page = await fresh({}, '#play');
    await page.selectOption('#color', 'w');
    await page.click('#begin');
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    const judge = (evaluation, times, ply) => page.evaluate(async ([evaluation, times, ply]) => {
      const { app } = await import('/app.js');
      const node = app.node;
      app.node = { ...node, ply };
      for (let count = 0; count < times; count++) app.play.judge(evaluation);
      app.node = node;
    }, [evaluation, times, ply]);
    await judge({ centipawns: 3 }, 7, 80);
    assert.equal(await page.locator('#draw-offer').count(), 0);
    await judge({ centipawns: -4 }, 1, 80);
    await page.waitForSelector('#draw-offer');
    await judge({ mate: 4 }, 3, 80);
    assert.equal(await page.locator('#ending').count(), 0);
    await judge({ mate: 3 }, 1, 80);
    await eventually.match(() => page.locator('#ending').innerText(), /Vernier resigns/);
    await page.context().close();
  },
};
