// The header and the board are painted before all else, so that the page is there at once; the rest follows with the scripts.

requestAnimationFrame(() => setTimeout(() => {
  document.body.classList.remove('waking');
  import('./app.js');
}));

export {};
