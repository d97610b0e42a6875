// Runs tests of the page one after the other. ONLY=words runs those whose names contain them.
import { browser, running } from './harness.mjs';

/** @param {Record<string, () => Promise<void>>} tests */
export async function run(tests) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    // A busy machine may be slower than every wait, which is not the page's fault; a defect fails twice.
    if (!(await passes(name, test)) && !(await passes(name, test))) failed++;
  }
  await browser.close();
  process.exit(failed ? 1 : 0);
}

/** @param {string} name @param {() => Promise<void>} test */
async function passes(name, test) {
  Object.assign(running, { name, pages: 0 });
  try {
    await test();
    console.log(`ok   ${name}`);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}\n${error.stack}`);
    // Pages left open would go on analysing, and take the engines from the tests to come.
    for (const context of browser.contexts()) await context.close().catch(() => {});
    return false;
  }
}
