// Games explained.
import assert from 'node:assert/strict';
import { GAME, OPERA, eventually, fresh, openGame, played, report, shot, type } from './harness.mjs';

export default {
  async 'a game with variations, a report, and its proof on the board'() {
    const page = await fresh();
    await openGame(page, GAME);
    await played(page, 12);
    await eventually.equal(() => page.locator('.variation').count(), 1);
    await eventually.match(() => page.locator('.variation').innerText(), /Bxc6.*exchange.*O-O/s);
    await page.click('[data-goto=report]');
    await page.selectOption('#effort', 'quick');
    await page.click('#make-report');
    await page.waitForSelector('.moments');
    const moment = page.locator('.moment.blunder', { hasText: 'Nc3' });
    await eventually.match(() => moment.innerText(), /bishop on a4/);
    await moment.click();
    await page.waitForSelector('#proof-0');
    await eventually.match(() => page.locator('#proof-0').innerText(), /bxa4/);
    await shot(page, 'proof');
    await page.locator('#proof-0 button:not(.play)').first().click();
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('r1bqkb1r/2pp1ppp/p1n2n2/4p3/p3P3'));
    await page.context().close();
  },

  async 'learning from a mistake'() {
    const page = await fresh();
    await openGame(page, GAME);
    await played(page, 12);
    await page.click('[data-goto=report]');
    await page.selectOption('#effort', 'quick');
    await page.click('#make-report');
    await page.click('#learn');
    for (let count = 0; count < 8 && !(await page.locator('#report-card', { hasText: 'Nc3' }).count()); count++) await page.click('text=Next');
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    await type(page, 'Nc3');
    await page.waitForFunction(() => document.querySelector('#lesson').textContent.includes('move of the game'));
    await type(page, 'Bb3');
    await page.waitForFunction(() => !document.querySelector('#lesson') || /best|good/.test(document.querySelector('#lesson').textContent));
    await page.context().close();
  },

  async 'a report has its graph, accuracy and loss by phase, and outlives a reload'() {
    const page = await fresh();
    await openGame(page, GAME);
    await played(page, 12);
    await report(page);
    await eventually.match(() => page.locator('.player-report').first().innerText(), /Ann.*\d+\.\d %.*opening \d+ % \(−\d+\.\d\).*middlegame –.*endgame –.*average loss/s);
    await eventually.equal(() => page.locator('#graph svg .expected').count(), 1);
    assert.ok((await page.locator('#graph .dot').count()) >= 1, 'the blunder is marked');
    const box = await page.locator('#graph svg').boundingBox();
    await page.locator('#graph svg').click({ position: { x: (box.width * 4) / 12, y: box.height - 8 } });
    await page.waitForFunction(() => location.hash.endsWith('g1f3,b8c6'));
    await page.reload();
    await page.waitForSelector('.moments');
    await eventually.match(() => page.locator('.moment.blunder', { hasText: 'Nc3' }).innerText(), /bishop on a4/);
    await page.context().close();
  },

  async 'a whole game explained'() {
    const page = await fresh();
    await openGame(page, OPERA);
    await played(page, 33);
    await report(page);
    await eventually.match(() => page.locator('.player-report').nth(1).innerText(), /Duke Karl.*opening.*middlegame \d+ %/s);
    const moment = page.locator('.moment', { hasText: '9… b5' });
    await moment.click();
    await page.waitForSelector('#proof-0');
    await page.waitForFunction(() => document.querySelector('#graph .cursor').getAttribute('d') !== '');
    await shot(page, 'report', { fullPage: true });
    await page.context().close();
  },

  async 'a missed mate and a sound sacrifice have marks of their own'() {
    const page = await fresh();
    await openGame(page, '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Kb1 *');
    await played(page, 21);
    await report(page);
    await eventually.match(() => page.locator('.moment.brilliant', { hasText: 'Qd8+' }).innerText(), /queen on d8.*mate by force/s);
    await eventually.match(() => page.locator('.moment', { hasText: '11. Kb1' }).innerText(), /misses mate at once: 11\.Bd8#/);
    await page.context().close();
  },
};
