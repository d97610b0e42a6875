// The board: every way to move, and how it looks and sounds.
import assert from 'node:assert/strict';
import { at, drag, eventually, fresh, moves, played, shot, square, type } from './harness.mjs';

export default {
  async 'moves by dragging, clicking and typing'() {
    const page = await fresh();
    await drag(page, 'e2', 'e4');
    await played(page, 1);
    await page.mouse.click(...(await square(page, 'e7')));
    await page.mouse.click(...(await square(page, 'e5')));
    await played(page, 2);
    await type(page, 'Nf3');
    await played(page, 3);
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    await page.mouse.click(...(await square(page, 'b8')));
    await eventually.equal(() => page.locator('#board .target').count(), 2);
    await shot(page, 'board');
    await page.mouse.click(...(await square(page, 'b8')));
    await eventually.equal(() => page.locator('#board .target').count(), 0);
    await type(page, 'Ke4');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.includes('not a legal move'));
    await eventually.deepEqual(() => moves(page), ['e4', 'e5', 'Nf3']);
    await page.keyboard.press('Escape');
    await page.locator('#moves').focus();
    await page.keyboard.press('ArrowLeft');
    await at(page, /e2e4,e7e5$/);
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
    await eventually.deepEqual(() => moves(page), ['a8=N']);
    await page.context().close();
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

  async 'every width from a phone to a wide screen'() {
    for (const [width, height] of [[320, 568], [360, 640], [768, 1024], [820, 1180], [1024, 768], [1180, 820], [1366, 768], [1920, 1080], [2560, 1440]]) {
      const page = await fresh({ viewport: { width, height } });
      for (const mode of ['analyse', 'play', 'report']) {
        await page.click(`[data-goto=${mode}]`);
        const name = `${mode} at ${width} x ${height}`;
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `nothing sticks out: ${name}`);
        const board = await page.locator('#board').boundingBox();
        assert.equal(Math.round(board.width), Math.round(board.height), name);
        assert.ok(board.x >= 0 && board.x + board.width <= width && board.y + board.height <= height, `the board is in sight: ${name}`);
        assert.ok(board.width >= Math.min(0.4 * width, 0.6 * height), `the board is large: ${name}, ${board.width}`);
      }
      await page.click('[data-goto=analyse]');
      await page.waitForFunction(() => document.querySelector('#board').moves.length);
      await drag(page, 'e2', 'e4');
      await played(page, 1);
      await page.context().close();
    }
  },

  async 'the keys walk, flip, list themselves and play the best move'() {
    const page = await fresh();
    for (const word of ['e4', 'e5', 'Nf3']) await type(page, word);
    await played(page, 3);
    await page.keyboard.press('Escape');
    await page.locator('#moves').focus();
    await page.keyboard.press('Home');
    await at(page, /#analyse$/);
    await page.keyboard.press('End');
    await at(page, /e2e4,e7e5,g1f3$/);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('#board').moves.length);
    await type(page, 'Bc4');
    await page.waitForSelector('.variation');
    await page.keyboard.press('Escape');
    await page.locator('#moves').focus();
    await page.keyboard.press('ArrowUp');
    await at(page, /e2e4,e7e5,g1f3$/);
    await page.keyboard.press('ArrowDown');
    await at(page, /e2e4,e7e5,f1c4$/);
    await page.keyboard.press('f');
    await eventually.equal(() => page.evaluate(() => document.querySelector('#board').flipped), true);
    await page.keyboard.press('?');
    await eventually.equal(() => page.locator('#help').isVisible(), true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await page.waitForSelector('#pv li .san button');
    await page.keyboard.press('x');
    await eventually.equal(() => page.getAttribute('#run', 'aria-checked'), 'false');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => /f1c4,[a-h]\d[a-h]\d$/.test(location.hash));
    await page.context().close();
  },

  async 'words for screen readers'() {
    const page = await fresh();
    await type(page, 'e4');
    await played(page, 1);
    await page.waitForFunction(() => document.querySelector('#board').getAttribute('aria-label').endsWith('Black to move.'));
    await eventually.match(() => page.getAttribute('#board', 'aria-label'), /White: king e1, queen d1, .*pawn e4/);
    await eventually.equal(() => page.locator('#say').innerText(), 'e4');
    assert.equal(await page.getAttribute('#say', 'aria-live'), 'polite');
    await page.context().close();
  },

  async 'motion, sound, colors and the wood of the board are the user\'s choice'() {
    const calm = await fresh({ reducedMotion: 'reduce' });
    assert.match(await calm.evaluate(() => getComputedStyle(document.querySelector('#board .piece')).transitionDuration), /^0s/);
    await calm.context().close();
    const page = await fresh({ colorScheme: 'light' });
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector('#board .piece')).transitionDuration), '0s');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.click('#theme');
    await eventually.notEqual(() => paper(), light, 'dark');
    await page.evaluate(() => {
      const { createOscillator } = AudioContext.prototype;
      window.knocks = 0;
      AudioContext.prototype.createOscillator = function () {
        window.knocks++;
        return createOscillator.call(this);
      };
    });
    await type(page, 'e4');
    await played(page, 1);
    assert.equal(await page.evaluate(() => window.knocks), 0, 'quiet unless asked');
    const wish = async (label) => {
      await page.click('#settings-button');
      await page.click(`#settings-list label:has-text("${label}")`);
      await page.click('#settings button.primary');
    };
    await wish('Sound');
    await type(page, 'd5');
    await played(page, 2);
    await eventually.equal(() => page.evaluate(() => window.knocks), 1);
    await wish('Figurines');
    await type(page, 'Nc3');
    await page.waitForFunction(() => document.querySelector('#moves').textContent.includes('♘c3'));
    await wish('Coordinates');
    await eventually.equal(() => page.locator('#board .coordinate').first().isVisible(), false);
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#moves').textContent.includes('♘c3'));
    await eventually.notEqual(() => paper(), light, 'kept');
    await page.context().close();
  },

  async 'a finger drags a piece, and the page does not scroll'() {
    const page = await fresh({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const client = await page.context().newCDPSession(page);
    const touch = async (kind, name) => {
      const [x, y] = name ? await square(page, name) : [];
      await client.send('Input.dispatchTouchEvent', { type: kind, touchPoints: name ? [{ x, y }] : [] });
    };
    await touch('touchStart', 'e2');
    for (const name of ['e3', 'e4']) await touch('touchMove', name);
    await touch('touchEnd');
    await played(page, 1);
    await eventually.deepEqual(() => moves(page), ['e4']);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.context().close();
  },
};
