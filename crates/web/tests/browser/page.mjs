// The page in a real browser. Run by .ci/page: node page.mjs ADDRESS FOLDER-FOR-PICTURES
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [address, pictures] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A fresh page that fails the test if a script does. */
async function fresh(options = {}, hash = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, bypassCSP: options.axe ?? false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => { throw error; });
  await page.goto(address + hash);
  await page.waitForSelector('chess-board .piece', { state: 'attached' });
  await page.waitForFunction(() => document.querySelector('#words').textContent.length > 0);
  return page;
}

async function square(page, name) {
  const box = await page.locator('#board').boundingBox();
  const flipped = await page.evaluate(() => document.querySelector('#board').flipped);
  let [x, y] = ['abcdefgh'.indexOf(name[0]), 8 - Number(name[1])];
  if (flipped) [x, y] = [7 - x, 7 - y];
  return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
}

async function drag(page, from, to) {
  await page.mouse.move(...(await square(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await square(page, to)), { steps: 5 });
  await page.mouse.up();
}

const moves = (page) => page.locator('#moves .mainline > .move:not(.none)').allInnerTexts();
const played = (page, count) => page.waitForFunction((count) => document.querySelectorAll('#moves .mainline > .move:not(.none)').length >= count, count);
async function type(page, text) {
  await page.fill('#word', text);
  await page.press('#word', 'Enter');
}
const shot = (page, name) => page.screenshot({ path: `${pictures}/${name}.png` });

const GAME = `[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 (4. Bxc6 dxc6 {exchange} 5. O-O) Nf6 5. O-O b5 6. Nc3 $2 bxa4 *`;

async function openGame(page, text) {
  await page.click('#import-button');
  await page.fill('#import-text', text);
  await page.click('#import button.primary');
}

const tests = {
  async 'moves by dragging, clicking and typing'() {
    const page = await fresh();
    await drag(page, 'e2', 'e4');
    await played(page, 1);
    await page.mouse.click(...(await square(page, 'e7')));
    await page.mouse.click(...(await square(page, 'e5')));
    await played(page, 2);
    await type(page, 'Nf3');
    await played(page, 3);
    await type(page, 'Ke4');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('not a legal move'));
    assert.deepEqual(await moves(page), ['e4', 'e5', 'Nf3']);
    await page.keyboard.press('Escape');
    await page.locator('#moves').focus();
    await page.keyboard.press('ArrowLeft');
    assert.match(page.url(), /e2e4,e7e5$/);
    await shot(page, 'board');
    await page.context().close();
  },

  async 'a pawn is promoted by choice'() {
    const page = await fresh();
    await page.fill('#word', '8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await page.press('#word', 'Enter');
    await page.waitForFunction(() => document.querySelector('#board').moves.some((move) => move.promotion));
    await drag(page, 'a7', 'a8');
    await page.click('.chooser button[aria-label=knight]');
    await played(page, 1);
    assert.deepEqual(await moves(page), ['a8=N']);
    await page.context().close();
  },

  async 'three lines of analysis, kept over a reload'() {
    const page = await fresh();
    await type(page, 'd4');
    await played(page, 1);
    await page.click('#run');
    await page.waitForFunction(() => document.querySelectorAll('#pv li').length === 3 && /depth (\d+)/.exec(document.querySelector('#depth').textContent)?.[1] >= 8);
    await page.locator('#pv li .san button').nth(1).hover();
    assert.equal(await page.locator('#peek').isVisible(), true);
    await shot(page, 'analysis');
    await page.click('#run');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#depth').textContent.includes('kept from before'));
    assert.equal(await page.locator('#pv li').count(), 3);
    assert.deepEqual(await moves(page), ['d4']);
    await page.context().close();
  },

  async 'a game with variations, a report, and its proof on the board'() {
    const page = await fresh();
    await openGame(page, GAME);
    await played(page, 12);
    assert.equal(await page.locator('.variation').count(), 1);
    assert.match(await page.locator('.variation').innerText(), /Bxc6.*exchange.*O-O/s);
    await page.click('[data-goto=report]');
    await page.selectOption('#effort', 'quick');
    await page.click('#make-report');
    await page.waitForSelector('.moments');
    const moment = page.locator('.moment.blunder', { hasText: 'Nc3' });
    assert.match(await moment.innerText(), /bishop on a4/);
    await moment.click();
    await page.waitForSelector('#proof-0');
    assert.match(await page.locator('#proof-0').innerText(), /bxa4/);
    await shot(page, 'report');
    await page.locator('#proof-0 button:not(.play)').first().click();
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('r1bqkb1r/2pp1ppp/p1n2n2/4p3/p3P3'));
    await page.context().close();
  },

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

  async 'two tabs analyse at the same time'() {
    const [first, second] = [await fresh(), await fresh()];
    for (const page of [first, second]) await page.click('#run');
    for (const page of [first, second]) await page.waitForFunction(() => document.querySelectorAll('#pv li b').length === 3);
    for (const page of [first, second]) await page.context().close();
  },

  async 'a phone'() {
    const page = await fresh({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
    const board = await page.locator('#board').boundingBox();
    assert.ok(board.width > 360 && board.width <= 390, `${board.width}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out');
    await page.touchscreen.tap(...(await square(page, 'g1')));
    await page.touchscreen.tap(...(await square(page, 'f3')));
    await played(page, 1);
    await shot(page, 'phone');
    await page.context().close();
  },

  async 'arrows, circles and the threat'() {
    const page = await fresh();
    const right = async (from, to) => {
      await page.mouse.move(...(await square(page, from)));
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(...(await square(page, to)), { steps: 3 });
      await page.mouse.up({ button: 'right' });
    };
    await right('g1', 'f3');
    await right('e4', 'e4');
    assert.deepEqual(await page.evaluate(() => document.querySelector('#board').drawn.map(({ from, to }) => from + to)), ['g1f3', 'e4e4']);
    assert.equal(await page.locator('.arrows circle.green').count(), 1);
    await right('g1', 'f3');
    assert.equal(await page.locator('.arrows path.green').count(), 0, 'drawn twice it is gone');
    await type(page, 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3');
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('r1bqkbnr/pppp1ppp'));
    await page.locator('#moves').focus();
    await page.keyboard.press('t');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('Threat: Qxf7#'));
    await page.context().close();
  },

  async 'lines are promoted, commented, marked and deleted'() {
    const page = await fresh();
    for (const word of ['e4', 'e5']) await type(page, word);
    await played(page, 2);
    await page.click('#back');
    await type(page, 'c5');
    await page.waitForSelector('.variation');
    await page.click('#promote');
    await page.waitForFunction(() => document.querySelector('.variation')?.textContent.includes('e5'));
    assert.deepEqual(await moves(page), ['e4', 'c5']);
    await page.selectOption('#nag', '5');
    await page.click('#comment');
    await page.fill('.comment-field', 'Sicilian');
    await page.press('.comment-field', 'Enter');
    await page.waitForFunction(() => document.querySelector('#moves').textContent.includes('Sicilian'));
    assert.deepEqual(await moves(page), ['e4', 'c5!?']);
    assert.match(await page.locator('#opening').innerText(), /^B20 Sicilian/);
    const pgn = await page.evaluate(() => sessionStorage.getItem('vernier.game'));
    assert.match(pgn, /1\. e4 c5 \$5 \{Sicilian\} \(1\.\.\. e5\)/);
    await page.click('#delete');
    await page.waitForFunction(() => !document.querySelector('#moves').textContent.includes('Sicilian'));
    await page.context().close();
  },

  async 'a list of games, and what is wrong with one'() {
    const page = await fresh();
    await openGame(page, `${GAME}\n\n[White "Cleo"]\n\n1. e5 *\n\n[White "Dan"]\n[Black "Eve"]\n\n1. d4 d5 2. c4 1-0\n`);
    await page.waitForSelector('#game-list li:nth-child(3)');
    assert.match(await page.locator('#game-list li').nth(1).innerText(), /e5/);
    await page.locator('#game-list button', { hasText: 'Dan' }).click();
    await played(page, 3);
    await page.waitForFunction(() => document.querySelector('.mainline .move').textContent.startsWith('d4'));
    await page.context().close();
  },

  async 'terms, pieces, book and tablebases'() {
    const page = await fresh();
    await page.click('#tab-eval');
    await page.waitForFunction(() => document.querySelectorAll('#panel-eval .worth').length === 30);
    assert.match(await page.locator('#panel-eval .totals').innerText(), /network.*terms/s);
    assert.match(await page.locator('#panel-eval table').innerText(), /mobility/i);
    await page.click('#tab-book');
    await page.waitForFunction(() => document.querySelector('#panel-book').textContent.includes('e4'));
    await page.click('#tab-tables');
    await type(page, '8/8/8/8/8/4k3/4p3/4K3 b - - 0 1');
    const text = page.locator('#panel-tables');
    if (process.env.TABLEBASES) await page.waitForFunction(() => /Kd3.*draw/s.test(document.querySelector('#panel-tables').textContent));
    else assert.match(await text.innerText(), /--tablebases FOLDER/);
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
    assert.equal(await page.locator('.arrows circle.green').count(), 1);
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
    assert.match(await page.locator('#ending').innerText(), /resigned/);
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

  async 'a match in play'() {
    const page = await fresh({}, '#watch');
    await page.waitForSelector('.in-play chess-board .piece');
    const before = await page.evaluate(() => document.querySelector('.in-play chess-board').fen);
    await page.waitForFunction((fen) => document.querySelector('.in-play chess-board')?.fen !== fen, before);
    await page.waitForFunction(() => /LLR -?\d/.test(document.querySelector('.llr-text')?.textContent ?? ''));
    await page.waitForFunction(() => /k\/s|M\/s/.test(document.querySelector('article table')?.textContent ?? ''));
    await shot(page, 'watch');
    await page.locator('figcaption button').first().click();
    await played(page, 1);
    assert.match(page.url(), /#analyse/);
    await page.context().close();
  },

  async 'no serious finding of axe'() {
    for (const mode of ['analyse', 'play', 'report', 'watch']) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await fresh({ axe: true, colorScheme }, `#${mode}`);
        if (mode === 'analyse') {
          await page.click('#run');
          await page.waitForSelector('#pv li');
          await page.click('#run');
        }
        await page.addScriptTag({ content: axe });
        const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
        const serious = violations.filter((violation) => ['serious', 'critical'].includes(violation.impact));
        assert.deepEqual(serious.map((violation) => [violation.id, violation.nodes.map((node) => node.html.slice(0, 120))]), [], `${mode}, ${colorScheme}`);
        await page.context().close();
      }
    }
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
  try {
    await test();
    console.log(`ok   ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
