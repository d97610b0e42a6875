// Serves a folder: node serve.mjs FOLDER [--isolated]. Prints the address. Isolated pages may share memory with their workers.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const [folder, mode] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const server = createServer(async (request, response) => {
  // The site lies in a folder of its own, as on many hosts.
  const path = normalize(new URL(request.url, 'http://x').pathname).replace(/^\/vernier\//, '').replace(/^$/, 'index.html');
  try {
    const content = await readFile(join(folder, path));
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain', ...(mode ? ISOLATED : {}) });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/vernier/`));
