// `npm run dev`: hot reload for the app, restart for the server.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installedNode, root } from "./install.mjs";
import { watchRules } from "./watch-rules.mjs";

const node = installedNode();
const watched = ["server", "backend", "lib"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => ["--watch-path", folder]);
let child = start();
let restarts = false;

watchRules(join(root, "firebase"), (name) => {
  if (restarts) return;
  restarts = true;
  console.log(`Restarting: firebase/${name} has changed.`);
  child.kill("SIGTERM");
});
process.on("SIGTERM", () => {
  restarts = false;
  child.kill("SIGTERM");
});
process.on("SIGINT", () => (restarts = false));

function start() {
  const args = [...watched, "--watch-preserve-output", "server/main.ts", "--dev"];
  const started = spawn(node, args, { cwd: root, stdio: "inherit" });
  started.on("exit", (code, signal) => {
    if (!restarts) process.exit(code ?? (signal ? 1 : 0));
    restarts = false;
    child = start();
  });
  return started;
}
