// How fast the page is, in a real browser. Run by scripts/check-page-speed: node speed.mjs VERNIER
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

const [vernier] = process.argv.slice(2);
const STARTS = 15;
const LINE = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7', 'Re1', 'b5', 'Bb3', 'd6', 'c3', 'O-O', 'h3', 'Na5', 'Bc2', 'c5'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Starts the program; gives its process, its address, and when it was started. */
async function serve() {
  const began = performance.timeOrigin + performance.now();
  const server = spawn(vernier, ['serve', '--no-store', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on('exit', (status) => reject(new Error(`vernier ended with status ${status}`)));
  });
  return { server, address, began, ready: performance.timeOrigin + performance.now() - began };
}

function row(name, times, bound) {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  console.log(`${name.padEnd(44)} best ${sorted[0].toFixed(0).padStart(4)} ms, median ${middle.toFixed(0).padStart(4)} ms, worst ${sorted.at(-1).toFixed(0).padStart(4)} ms of ${times.length} (aim ${bound} ms)`);
}

/** The program is started and its page opened; the browser is there already. */
async function firstPaints() {
  const [ready, painted] = [[], []];
  let bytes = 0;
  for (let count = 0; count <= STARTS; count++) {
    const page = await (await browser.newContext()).newPage();
    const { server, address, began, ready: listening } = await serve();
    const bodies = [];
    // The size of the page is that of the first visit, which is not timed.
    if (count === 0) page.on('response', (response) => bodies.push(response.body()));
    await page.goto(address, count === 0 ? { waitUntil: 'networkidle' } : {});
    const paint = await page.evaluate(() => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(performance.timeOrigin + list.getEntriesByName('first-contentful-paint')[0].startTime)).observe({ type: 'paint', buffered: true });
    }));
    bytes += (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
    server.kill();
    await page.context().close();
    // The first browser window of all is slower than any other.
    if (count > 0) {
      ready.push(listening);
      painted.push(paint - began);
    }
  }
  console.log(`the whole page: ${(bytes / 1000).toFixed(0)} KB (aim 300 KB)`);
  row('start of the program to listening', ready, 100);
  row('start of the program to first paint', painted, 100);
}

/** The engine runs, a move is made: how long until an evaluation of the new position is on the board? */
async function firstEvaluations() {
  const page = await browser.newPage();
  const { server, address } = await serve();
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('#board').moves?.length > 0);
  await page.click('#run');
  await page.waitForSelector('#pv li');
  const times = [];
  for (const san of LINE) {
    await page.waitForTimeout(300);
    times.push(await page.evaluate((san) => new Promise((resolve) => {
      const board = document.querySelector('#board');
      const score = document.querySelector('#score');
      const move = board.moves.find((move) => move.san.replace(/[+#]/, '') === san);
      const began = performance.now();
      let cleared = false;
      const look = () => {
        cleared ||= score.textContent === '–';
        if (cleared && score.textContent !== '–') resolve(performance.now() - began);
        else requestAnimationFrame(look);
      };
      new MutationObserver(() => (cleared ||= score.textContent === '–')).observe(score, { childList: true, characterData: true, subtree: true });
      board.dispatchEvent(new CustomEvent('wish', { detail: move }));
      look();
    }), san));
  }
  server.kill();
  await page.close();
  row('a move to its first evaluation', times, 200);
}

await firstPaints();
await firstEvaluations();
await browser.close();
process.exit(0);
