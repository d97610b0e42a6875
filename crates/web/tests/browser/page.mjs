// The page in a real browser. Run by .ci/page: node page.mjs ADDRESS FOLDER-FOR-PICTURES
import access from './access.mjs';
import analyse from './analyse.mjs';
import board from './board.mjs';
import play from './play.mjs';
import report from './report.mjs';
import { run } from './run.mjs';
import watch from './watch.mjs';

await run({ ...board, ...analyse, ...play, ...report, ...watch, ...access });
