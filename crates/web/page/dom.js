// Small helpers to build and find elements.

/**
 * Builds an element. Properties that begin with `on` are listeners, `class` and names with a dash are attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name in element && !name.includes('-')) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(/** @type {any} */ (child));
  }
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Builds an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The element with an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return /** @type {any} */ (element);
}

/** Says something to those who listen. @param {string} text */
export function say(text) {
  byId('say').textContent = text;
}

/** A line under the board, for a while. @param {string} text @param {boolean} [stays] */
export function hint(text, stays = false) {
  const place = byId('hint');
  place.textContent = text;
  clearTimeout(timer);
  if (!stays) timer = window.setTimeout(() => (place.textContent = ''), 6000);
}
let timer = 0;

/**
 * An evaluation as people read it.
 * @param {import('./messages').Evaluation} evaluation
 */
export function scoreText(evaluation) {
  if ('mate' in evaluation) return evaluation.mate === 0 ? '#' : `#${evaluation.mate}`;
  if ('tablebase' in evaluation) return evaluation.tablebase < 0 ? 'lost' : 'won';
  const pawns = evaluation.centipawns / 100;
  return (pawns > 0 ? '+' : pawns < 0 ? '−' : '') + Math.abs(pawns).toFixed(2);
}

/** An evaluation seen by the side to move instead of White. @param {import('./messages').Evaluation} evaluation @returns {import('./messages').Evaluation} */
export function turned(evaluation) {
  if ('mate' in evaluation) return { mate: -evaluation.mate };
  if ('tablebase' in evaluation) return { tablebase: -evaluation.tablebase };
  return { centipawns: -evaluation.centipawns };
}

/** An evaluation as one number of centipawns, mates beyond all others. @param {import('./messages').Evaluation} evaluation */
export function scoreNumber(evaluation) {
  if ('mate' in evaluation) return evaluation.mate > 0 ? 30_000 - evaluation.mate : -30_000 - evaluation.mate;
  if ('tablebase' in evaluation) return evaluation.tablebase > 0 ? 20_000 : -20_000;
  return evaluation.centipawns;
}

/** True if White is better. @param {import('./messages').Evaluation} evaluation */
export function forWhite(evaluation) {
  if ('mate' in evaluation) return evaluation.mate > 0;
  if ('tablebase' in evaluation) return evaluation.tablebase >= 0;
  return evaluation.centipawns >= 0;
}

/** The expected score of White, from 0 to 100. @param {import('./messages').Chances} chances */
export const expected = (chances) => (chances.win + chances.draw / 2) / 10;
