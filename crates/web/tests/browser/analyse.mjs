// Analysis: lines, trees, games, facts, and nothing lost.
import assert from 'node:assert/strict';
import { GAME, OPERA, address, eventually, fresh, hinted, moves, openGame, played, shot, square, type } from './harness.mjs';

export default {
  async 'three lines of analysis, kept over a reload'() {
    const page = await fresh();
    await openGame(page, OPERA);
    await played(page, 33);
    await page.locator('#moves .move', { hasText: 'Bg5' }).click();
    await page.waitForFunction(() => location.hash.endsWith('c1g5'));
    await page.click('#run');
    await page.waitForFunction(() => document.querySelectorAll('#pv li').length === 3 && /depth (\d+)/.exec(document.querySelector('#depth').textContent)?.[1] >= 8);
    await page.locator('#pv li .san button').nth(1).hover();
    await eventually.equal(() => page.locator('#peek').isVisible(), true);
    await shot(page, 'analysis');
    await page.click('#run');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#depth').textContent.includes('kept from before'));
    await eventually.equal(() => page.locator('#pv li').count(), 3);
    await eventually.equal(async () => (await moves(page)).length, 33);
    await page.context().close();
  },

  async 'two tabs analyse at the same time'() {
    const [first, second] = [await fresh(), await fresh()];
    for (const page of [first, second]) await page.click('#run');
    for (const page of [first, second]) await page.waitForFunction(() => document.querySelectorAll('#pv li b').length === 3);
    for (const page of [first, second]) await page.context().close();
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
    await eventually.deepEqual(() => page.evaluate(() => document.querySelector('#board').drawn.map(({ from, to }) => from + to)), ['g1f3', 'e4e4']);
    await eventually.equal(() => page.locator('.arrows circle.green').count(), 1);
    await right('g1', 'f3');
    await eventually.equal(() => page.locator('.arrows path.green').count(), 0, 'drawn twice it is gone');
    await type(page, 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3');
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('r1bqkbnr/pppp1ppp'));
    await eventually.equal(() => page.locator('.arrows *').count(), 0, 'another position has no arrows yet');
    await page.locator('#moves').focus();
    await page.keyboard.press('t');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('Threat: Qxf7#'));
    // The arrows of the lines do not replace that of the threat, and Space is the board's after a click.
    await page.click('#run');
    await page.waitForFunction(() => document.querySelector('#board').shown.length > 1);
    await eventually.equal(() => page.evaluate(() => document.querySelector('#board').shown.at(-1).kind), 'red');
    await page.keyboard.press('Space');
    await played(page, 1);
    await eventually.equal(() => page.evaluate(() => document.querySelector('#board').shown.some(({ kind }) => kind === 'red')), false);
    await page.context().close();
  },

  async 'what cannot be opened says so in the dialog, and moves are typed as on a score sheet'() {
    const page = await fresh();
    await openGame(page, '1. e4 e5 2. Ke3 *');
    await eventually.match(() => page.locator('#import-error').innerText(), /Ke3: no legal move fits/);
    await page.click('text=Cancel');
    for (const [count, word] of ['1.d4', 'd7-d5', '2. c4'].entries()) {
      await type(page, word);
      await played(page, count + 1);
    }
    await eventually.deepEqual(() => moves(page), ['d4', 'd5', 'c4']);
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
    await eventually.deepEqual(() => moves(page), ['e4', 'c5']);
    await page.selectOption('#nag', '5');
    await page.click('#comment');
    await page.fill('.comment-field', 'Sicilian');
    await page.press('.comment-field', 'Enter');
    await page.waitForFunction(() => document.querySelector('#moves').textContent.includes('Sicilian'));
    await eventually.deepEqual(() => moves(page), ['e4', 'c5!?']);
    await eventually.match(() => page.locator('#opening').innerText(), /^B20 Sicilian/);
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
    await eventually.match(() => page.locator('#game-list li').nth(1).innerText(), /e5/);
    await page.locator('#game-list button', { hasText: 'Dan' }).click();
    await played(page, 3);
    await page.waitForFunction(() => document.querySelector('.mainline .move').textContent.startsWith('d4'));
    await page.context().close();
  },

  async 'terms, pieces, book and tablebases'() {
    const page = await fresh();
    await page.click('#tab-eval');
    await page.waitForFunction(() => document.querySelectorAll('#panel-eval .worth').length === 30);
    await eventually.match(() => page.locator('#panel-eval .totals').innerText(), /network.*terms/s);
    await eventually.match(() => page.locator('#panel-eval table').innerText(), /mobility/i);
    await page.click('#tab-book');
    await page.waitForFunction(() => document.querySelector('#panel-book').textContent.includes('e4'));
    await page.click('#tab-tables');
    await type(page, '8/8/8/8/8/4k3/4p3/4K3 b - - 0 1');
    const text = page.locator('#panel-tables');
    if (process.env.TABLEBASES) {
      await page.waitForFunction(() => /Kd3.*draw/s.test(document.querySelector('#panel-tables').textContent));
      await type(page, '7k/8/5K2/6Q1/8/8/8/8 w - - 0 1');
      await page.waitForFunction(() => document.querySelectorAll('#panel-tables tr').length === 26);
      const rows = await page.locator('#panel-tables tr').allInnerTexts();
      assert.deepEqual(rows.slice(0, 2).map((row) => row.split(/\s+/)), [['Qg7#', 'win', 'DTZ', '1'], ['Kg6', 'win', 'DTZ', '3']]);
      assert.deepEqual(rows.filter((row) => row.includes('draw')).map((row) => row.split(/\s+/)[0]), ['Qg6', 'Qg8+']);
      await page.locator('#panel-tables .move').first().click();
      await hinted(page, 'checkmate');
    } else await eventually.match(() => text.innerText(), /--tablebases FOLDER/);
    await page.context().close();
  },

  async 'a game with its variations and comments outlives a reload, and the last game a closed page'() {
    const page = await fresh();
    await openGame(page, GAME);
    await played(page, 12);
    await page.locator('.variation .move', { hasText: 'O-O' }).click();
    await page.waitForFunction(() => location.hash.endsWith('d7c6,e1g1'));
    await page.reload();
    await page.waitForSelector('.variation .move.current');
    await eventually.match(() => page.locator('.variation').innerText(), /Bxc6.*exchange.*O-O/s);
    await eventually.match(() => page.locator('.variation .move.current').innerText(), /O-O/);
    const again = await page.context().newPage();
    await again.goto(address);
    await played(again, 12);
    await eventually.equal(() => again.locator('.variation').count(), 1);
    await again.click('#new');
    await again.waitForFunction(() => document.querySelectorAll('#moves .move').length === 0);
    await again.goBack();
    await played(again, 12);
    await page.context().close();
  },

  async 'back and forward turn the pages, and an address can be shared'() {
    const page = await fresh();
    await type(page, 'd4');
    await played(page, 1);
    await page.click('[data-goto=play]');
    await page.click('[data-goto=report]');
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.mode === 'play');
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.mode === 'analyse');
    await played(page, 1);
    // The page may remember its game between the browser's step and the event that tells of it.
    await page.evaluate(async () => {
      const { app } = await import('/app.js');
      addEventListener('popstate', () => app.memory.remember(), { once: true });
    });
    await page.goForward();
    await page.waitForFunction(() => document.body.dataset.mode === 'play');
    const shared = await fresh({}, '#analyse/8/P6k/8/8/8/8/8/K7_w_-_-_0_1/a7a8q,h7g7');
    await played(shared, 2);
    await eventually.deepEqual(() => moves(shared), ['a8=Q', 'Kg7']);
    for (const one of [page, shared]) await one.context().close();
  },

  async 'a FEN is pasted and a game dropped'() {
    const page = await fresh();
    const give = (kind, text) => page.evaluate(([kind, text]) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const event = kind === 'paste' ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true }) : new DragEvent('drop', { dataTransfer: data, bubbles: true });
      document.body.dispatchEvent(event);
    }, [kind, text]);
    await give('paste', '8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('8/P6k'));
    await give('drop', GAME);
    await played(page, 12);
    await give('paste', 'no game at all');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.length > 0);
    await played(page, 12);
    await type(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.length > 0);
    await played(page, 12);
    await page.context().close();
  },

  async 'a search ends at its limit, points at the best moves, and a click adds a line'() {
    const page = await fresh();
    // No other test has left a deeper result for this position in the store.
    await type(page, 'b3');
    await played(page, 1);
    await page.selectOption('#limit', 'nodes:1000000');
    await page.selectOption('#lines', '2');
    await page.click('#run');
    await page.waitForSelector('.arrows .engine');
    await eventually.match(() => page.locator('#depth').innerText(), /depth \d+\/\d+ · [\d.]+ [kM]\/s/);
    await eventually.match(() => page.locator('#pv .wdl').first().getAttribute('title'), /White wins .* draws .* loses/);
    await page.waitForFunction(() => document.querySelector('#run').getAttribute('aria-checked') === 'false');
    await eventually.equal(() => page.locator('#pv li').count(), 2);
    const wanted = await page.locator('#pv li').nth(0).locator('.san button').allInnerTexts();
    await page.locator('#pv li').nth(0).locator('.san button').nth(2).click();
    await played(page, 4);
    await eventually.deepEqual(async () => (await moves(page)).slice(1), wanted.slice(0, 3).map((word) => word.replace(/^\d+[.…]/, '')));
    await page.context().close();
  },

  async 'lines under the pointer stay in their rows, and arrows that stay are not drawn again'() {
    const page = await fresh();
    await page.selectOption('#lines', '2');
    const give = (depth, ...moves) => page.evaluate(async ([depth, moves]) => {
      const { app } = await import('/app.js');
      moves.forEach((uci, index) => app.engine.handleLine({
        line: index + 1, depth, seldepth: depth, evaluation: { centipawns: 30 - 10 * index }, chances: { win: 300, draw: 500, loss: 200 },
        uci: [uci, `${'abcdefgh'[depth - 1]}7${'abcdefgh'[depth - 1]}6`], san: [uci, `${'abcdefgh'[depth - 1]}6`], fens: [app.node.fen, app.node.fen], nodes: 1, nps: 1, tablebase_hits: 0,
      }));
    }, [depth, moves]);
    const rows = () => page.locator('#pv li').evaluateAll((rows) => rows.map((row) => row.querySelector('.san').textContent));
    // Another test may have left a deeper result for this position in the store.
    await page.evaluate(async () => (await import('/app.js')).app.engine.moved());
    await give(5, 'e2e4', 'd2d4');
    await eventually.deepEqual(() => rows(), ['1.e2e4e6', '1.d2d4e6']);
    const arrow = await page.locator('.arrows .engine').last().elementHandle();
    await page.locator('#pv li').nth(0).hover();
    await give(6, 'd2d4', 'e2e4');
    assert.deepEqual(await rows(), ['1.e2e4e6', '1.d2d4f6'], 'the pointer is over e4');
    await page.mouse.move(5, 5);
    await give(7, 'd2d4', 'e2e4');
    await eventually.deepEqual(() => rows(), ['1.d2d4g6', '1.e2e4g6']);
    await eventually.equal(() => arrow.evaluate((arrow) => arrow.isConnected), false);
    const other = await page.locator('.arrows .engine').last().elementHandle();
    await give(8, 'd2d4', 'e2e4');
    assert.equal(await other.evaluate((arrow) => arrow.isConnected), true, 'an arrow that stays does not blink');
    await page.context().close();
  },

  async 'the engine follows the board, also beyond the end of a game'() {
    const page = await fresh();
    await page.click('#run');
    for (const word of ['f3', 'e5', 'g4', 'Qh4#']) await type(page, word);
    await played(page, 4);
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('checkmate'));
    await page.keyboard.press('Escape');
    await page.locator('#moves').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => /depth \d+\/\d+/.test(document.querySelector('#depth').textContent) && document.querySelector('#pv .san')?.textContent.includes('Qh4#'));
    await eventually.equal(() => page.getAttribute('#run', 'aria-checked'), 'true');
    await page.context().close();
  },

  async 'scores for White or for the side to move'() {
    const page = await fresh();
    await type(page, 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1');
    await page.waitForFunction(() => document.querySelector('#board').fen.startsWith('rnb1'));
    await page.click('#run');
    await page.waitForFunction(() => document.querySelector('#pv b')?.textContent.startsWith('+'));
    await page.click('#settings-button');
    await page.click('#settings-list label:has-text("side to move")');
    await page.click('#settings button.primary');
    await page.waitForFunction(() => document.querySelector('#pv b').textContent.startsWith('−') && document.querySelector('#score').textContent.startsWith('−'));
    await page.context().close();
  },
};
