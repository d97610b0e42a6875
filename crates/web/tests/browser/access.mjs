// Accessibility.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fresh } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export default {
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
