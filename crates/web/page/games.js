// Opening games and positions: pasted, dropped, or from a file.

import { ask, forget } from './connection.js';
import { byId, h, hint } from './dom.js';
import { Tree } from './tree.js';

const LONGEST = 7_500_000;

/** @param {import('./app.js').App} app */
export function setupImport(app) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('import'));
  const text = /** @type {HTMLTextAreaElement} */ (byId('import-text'));
  const file = /** @type {HTMLInputElement} */ (byId('import-file'));
  const list = byId('game-list');
  const wrong = byId('import-error');
  let id = 0;

  /** Says why nothing is opened, where it is seen: the page behind the dialog is dim. @param {string} reason */
  const refuse = (reason) => {
    if (dialog.open) wrong.textContent = reason;
    else hint(reason);
  };

  const open = (/** @type {string} */ given) => {
    const words = given.trim();
    wrong.textContent = '';
    if (!words) return dialog.close();
    if (words.length > LONGEST) return refuse('That is more than 7 MB: open a part of it.');
    if (/^([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/.test(words)) {
      dialog.close();
      return app.setPosition(words);
    }
    forget(id);
    list.replaceChildren();
    id = ask({ type: 'open', pgn: words }, (answer) => {
      if (answer.type === 'games') {
        const good = answer.games.filter((game) => !game.error);
        if (answer.games.length > 1) showList(answer.games);
        if (!good.length) refuse(answer.games[0]?.error ?? 'There is no game in that text.');
        else if (answer.games.length === 1) dialog.close();
      } else if (answer.type === 'game') {
        app.load(Tree.from(answer.tree));
      } else if (answer.type === 'error') refuse(answer.message);
    });
  };

  const showList = (/** @type {import('./messages').GameHead[]} */ games) => {
    list.replaceChildren(...games.map((game, index) => h('li', {}, game.error
      ? h('span', { class: 'soft' }, game.error)
      : h('button', { type: 'button', onclick: () => {
        app.ask({ type: 'game', index });
        dialog.close();
      } }, h('b', {}, `${game.white || '?'} – ${game.black || '?'}`), ` ${game.result} `, h('span', { class: 'soft' }, `${game.event} · ${Math.ceil(game.moves / 2)} moves`)))));
    if (!dialog.open) dialog.showModal();
  };

  app.ask = (question) => ask(question, (answer) => {
    if (answer.type === 'game') app.load(Tree.from(answer.tree));
    else if (answer.type === 'error') hint(answer.message);
  });
  byId('import-button').addEventListener('click', () => {
    text.value = '';
    wrong.textContent = '';
    list.replaceChildren();
    dialog.showModal();
    text.focus();
  });
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    if (event.submitter instanceof HTMLButtonElement && event.submitter.value === 'ok') {
      event.preventDefault();
      open(text.value);
    }
  });
  file.addEventListener('change', async () => {
    if (file.files?.[0]) open(await file.files[0].text());
    file.value = '';
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    const words = dropped ? await dropped.text() : event.dataTransfer?.getData('text');
    if (words) open(words);
  });
  addEventListener('paste', (event) => {
    const target = event.target;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    open(event.clipboardData?.getData('text') ?? '');
  });
  return open;
}
