// Installs what is missing. Runs on any Node from 20 up: the Node that everything else runs on is itself a dependency.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".foyer-installed");

/** The pinned Node's executable, after making sure that node_modules is what package-lock.json says. */
export function installedNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) stop(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  const node = join(
    root,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (installed !== wanted || !existsSync(node)) {
    const modules = lstatSync(join(root, "node_modules"), { throwIfNoEntry: false });
    // `npm ci` would empty the folder that the link leads to.
    if (modules?.isSymbolicLink())
      stop("node_modules is a link to another folder. Remove the link first.");
    console.log("Installing dependencies...");
    const npm = process.env.npm_execpath;
    const [command, ...before] = npm ? [process.execPath, npm] : ["npm"];
    // Chromium is looked for by scripts/find-chromium.mjs, never downloaded by an install script.
    const result = spawnSync(
      command,
      [...before, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, NODE_ENV: "" },
      },
    );
    if (result.status !== 0) stop("`npm ci` failed; what it printed stands above.");
    if (!existsSync(node)) {
      stop(
        "The pinned Node was not installed. Install without `--ignore-scripts`: the package `node` fetches it in its install script.",
      );
    }
    writeFileSync(stamp, wanted);
  }
  return node;
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}
