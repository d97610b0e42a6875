// The package in chromium: `node tests/browser.js`. Twice, with shared memory and without, because searches are stopped in another way then.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

function run(headers) {
  return new Promise((resolve, reject) => {
    const profile = mkdtempSync(join(tmpdir(), "vernier-browser-"));
    const server = createServer(async (request, response) => {
      if (request.url === "/result") {
        let body = "";
        for await (const part of request) body += part;
        response.end();
        finish(undefined, JSON.parse(body));
        return;
      }
      try {
        const path = join(ROOT, normalize(new URL(request.url, "http://x").pathname));
        const content = await readFile(path);
        response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "text/plain", ...headers });
        response.end(content);
      } catch {
        response.writeHead(404).end();
      }
    });
    let browser;
    const finish = (error, result) => {
      clearTimeout(patience);
      server.close();
      server.closeAllConnections();
      const tidy = () => {
        try {
          rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
        } catch (problem) {
          // A helper of the browser still writes there; that says nothing about what was tested.
          console.warn(problem.message);
        }
        error ? reject(error) : resolve(result);
      };
      if (browser?.pid && browser.exitCode === null) {
        browser.once("close", tidy);
        browser.kill();
      } else {
        tidy();
      }
    };
    const patience = setTimeout(() => finish(new Error("the browser did not answer")), 300_000);
    server.listen(0, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}/tests/browser.html`;
      const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, url];
      browser = spawn(process.env.CHROMIUM ?? "chromium", flags, { stdio: "ignore" });
      browser.on("error", (error) => finish(error));
    });
  });
}

let failed = false;
for (const headers of [ISOLATED, {}]) {
  const { passed, failures, isolated } = await run(headers);
  console.log(`${isolated ? "with" : "without"} shared memory: ${passed} passed, ${failures.length} failed`);
  failures.forEach((failure) => console.log(failure));
  failed ||= failures.length > 0 || isolated !== (headers === ISOLATED);
}
process.exit(failed ? 1 : 0);
