// What the user has chosen, kept in the browser.

import { byId, h } from './dom.js';

const DEFAULTS = {
  theme: 'system',
  sound: false,
  coordinates: true,
  figurines: false,
  arrows: true,
  mover: false,
  animation: true,
  lines: '3',
  limit: '',
  level: '1200',
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem('vernier.settings') ?? '{}');
  } catch {
    return {};
  }
}

/** @type {(() => void)[]} */
const listeners = [];

/** Calls back now and whenever something is changed. @param {() => void} listener */
export function onSettings(listener) {
  listeners.push(listener);
  listener();
}

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function change(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem('vernier.settings', JSON.stringify(settings));
  } catch {
    // A browser without storage still plays.
  }
  for (const listener of listeners) listener();
}

const SWITCHES = /** @type {const} */ ([
  ['arrows', 'Arrows for the best moves'],
  ['mover', 'Scores of the lines for the side to move instead of White'],
  ['coordinates', 'Coordinates'],
  ['animation', 'Animated moves'],
  ['figurines', 'Figurines instead of letters'],
  ['sound', 'Sound'],
]);

/** Fills the dialog. */
export function setupSettings() {
  const rows = SWITCHES.map(([name, label]) => {
    const box = h('input', { type: 'checkbox', checked: settings[name] });
    box.addEventListener('change', () => change(name, box.checked));
    return h('label', { class: 'row' }, box, label);
  });
  const theme = h('select', {}, ...[['system', 'as the system'], ['light', 'light'], ['dark', 'dark']].map(([value, name]) => h('option', { value }, name)));
  theme.value = settings.theme;
  theme.addEventListener('change', () => change('theme', theme.value));
  byId('settings-list').replaceChildren(...rows, h('label', { class: 'row' }, 'Theme ', theme));
  const dialog = /** @type {HTMLDialogElement} */ (byId('settings'));
  byId('settings-button').addEventListener('click', () => {
    theme.value = settings.theme;
    dialog.showModal();
  });
  byId('theme').addEventListener('click', () => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const now = settings.theme === 'system' ? (dark ? 'dark' : 'light') : settings.theme;
    change('theme', now === 'dark' ? 'light' : 'dark');
  });
  onSettings(() => {
    if (settings.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
    document.body.classList.toggle('no-coordinates', !settings.coordinates);
    document.body.classList.toggle('no-animation', !settings.animation);
  });
}

const FIGURES = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };

/** A move in letters or figurines, as the user likes. @param {string} san */
export function moveText(san) {
  if (!settings.figurines) return san;
  return san.replace(/[KQRBN]/g, (letter) => FIGURES[/** @type {keyof typeof FIGURES} */ (letter)]);
}
