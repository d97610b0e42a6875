// Helpers for every test of the page: a browser, and moves on the board.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const [address, pictures] = process.argv.slice(2);
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** The test that runs, for the names of its pictures. */
export const running = { name: '', pages: 0 };

/** A fresh page that fails the test if a script does. How it looks at the end of the test is kept as a picture. */
export async function fresh(options = {}, hash = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, bypassCSP: options.axe ?? false, ...options });
  const file = `${running.name.replaceAll(/[^a-z0-9]+/gi, '-')}${running.pages++ ? `-${running.pages}` : ''}`;
  const close = context.close.bind(context);
  context.close = async () => {
    await shot(page, `tests/${file}`);
    await close();
  };
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => { throw error; });
  await page.goto(address + hash);
  await page.waitForSelector('chess-board .piece', { state: 'attached' });
  await page.waitForFunction(() => document.querySelector('#words').textContent.length > 0);
  return page;
}

export async function square(page, name) {
  const box = await page.locator('#board').boundingBox();
  const flipped = await page.evaluate(() => document.querySelector('#board').flipped);
  let [x, y] = ['abcdefgh'.indexOf(name[0]), 8 - Number(name[1])];
  if (flipped) [x, y] = [7 - x, 7 - y];
  return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await square(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await square(page, to)), { steps: 5 });
  await page.mouse.up();
}

export const moves = (page) => page.locator('#moves .mainline > .move:not(.none)').allInnerTexts();
export const played = (page, count) => page.waitForFunction((count) => document.querySelectorAll('#moves .mainline > .move:not(.none)').length >= count, count);
export async function type(page, text) {
  await page.fill('#word', text);
  await page.press('#word', 'Enter');
}
/** Assertions that wait until the page has caught up: what a key or a click does is seen a little later. */
export const eventually = Object.fromEntries(['equal', 'notEqual', 'deepEqual', 'match'].map((kind) => [kind, async (read, ...wanted) => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return assert[kind](await read(), ...wanted);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}]));
/** Waits for an address. The page is asked itself: the browser tells its driver of a new address some time later. */
export const at = (page, pattern) => eventually.match(() => page.evaluate(() => location.href), pattern);
/** A picture for the folder, with every piece at rest. */
export const shot = (page, name, options = {}) => page.screenshot({ path: `${pictures}/${name}.png`, animations: 'disabled', ...options });

/** Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
export const OPERA = `[Event "Paris Opera"]\n[Date "1858.??.??"]\n[White "Paul Morphy"]\n[Black "Duke Karl and Count Isouard"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
export const GAME = `[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 (4. Bxc6 dxc6 {exchange} 5. O-O) Nf6 5. O-O b5 6. Nc3 $2 bxa4 *`;

export async function openGame(page, text) {
  await page.click('#import-button');
  await page.fill('#import-text', text);
  await page.click('#import button.primary');
}

/** Waits until a line under the board says so. */
export const hinted = (page, text) => page.waitForFunction((text) => document.querySelector('#hint').textContent.includes(text), text);

/** The report of the game on the board, with little effort. */
export async function report(page) {
  await page.click('[data-goto=report]');
  await page.selectOption('#effort', 'quick');
  await page.click('#make-report');
  await page.waitForSelector('.moments');
}
