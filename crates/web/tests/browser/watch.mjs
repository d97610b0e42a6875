// Matches of the laboratory, live.
import { at, fresh, played, shot } from './harness.mjs';

export default {
  async 'a match in play'() {
    const page = await fresh({}, '#watch');
    await page.waitForSelector('.in-play chess-board .piece');
    const before = await page.evaluate(() => document.querySelector('.in-play chess-board').fen);
    await page.waitForFunction((fen) => document.querySelector('.in-play chess-board')?.fen !== fen, before);
    await page.waitForFunction(() => /LLR -?\d/.test(document.querySelector('.llr-text')?.textContent ?? ''));
    await page.waitForFunction(() => /k\/s|M\/s/.test(document.querySelector('article table')?.textContent ?? ''));
    await shot(page, 'watch');
    // The list changes with every game: a click that waits for it to hold still may wait forever.
    await page.locator('figcaption button').first().dispatchEvent('click');
    await played(page, 1);
    await at(page, /#analyse/);
    await page.context().close();
  },
};
