// The page in a real browser. Run by .ci/page: node page.mjs ADDRESS FOLDER-FOR-PICTURES
// ONLY=words runs the tests whose names contain them.
import access from './access.mjs';
import analyse from './analyse.mjs';
import board from './board.mjs';
import { browser } from './harness.mjs';
import play from './play.mjs';
import report from './report.mjs';
import watch from './watch.mjs';

const tests = { ...board, ...analyse, ...play, ...report, ...watch, ...access };
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
