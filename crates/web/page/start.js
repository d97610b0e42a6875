// The page is painted once before its scripts are loaded, so that it is there at once.

requestAnimationFrame(() => setTimeout(() => import('./app.js')));

export {};
