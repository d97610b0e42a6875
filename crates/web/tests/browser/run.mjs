// Runs tests of the page one after the other. ONLY=words runs those whose names contain them.
import { browser, running } from './harness.mjs';

/** @param {Record<string, () => Promise<void>>} tests */
export async function run(tests) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    Object.assign(running, { name, pages: 0 });
    try {
      await test();
      console.log(`ok   ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}\n${error.stack}`);
      // Pages left open would go on analysing, and take the engines from the tests to come.
      for (const context of browser.contexts()) await context.close().catch(() => {});
    }
  }
  await browser.close();
  process.exit(failed ? 1 : 0);
}
