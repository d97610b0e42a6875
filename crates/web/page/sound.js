// A quiet knock of wood for every move, made by the browser.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/** @param {boolean} capture */
export function knock(capture) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(capture ? 190 : 260, now);
  tone.frequency.exponentialRampToValueAtTime(70, now + 0.08);
  gain.gain.setValueAtTime(capture ? 0.35 : 0.2, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.1);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.12);
}
