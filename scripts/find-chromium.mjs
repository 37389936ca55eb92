// Where Chromium is on this machine, and how to get it when there is none. Runs on any Node from 20 up.
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const required =
  "Install Chromium or Chrome (on Debian: `apt-get install chromium`), " +
  "or set CHROMIUM_PATH to the executable of one.";

/**
 * The executable of a Chromium or Chrome.
 * @returns {string}
 * @throws {Error} that says what to install
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no executable file.`);
  }
  const found = places().find(isExecutable);
  if (found === undefined) throw new Error(`There is no Chromium on this machine. ${required}`);
  return found;
}

/**
 * The same, after installing one when there is none: Playwright's own build, else Debian's package.
 * @returns {string}
 * @throws {Error} that says what to install
 */
export function ensureChromium() {
  for (const install of [undefined, installPlaywrights, installDebians]) {
    install?.();
    try {
      return findChromium();
    } catch (error) {
      if (process.env.CHROMIUM_PATH) throw error;
    }
  }
  throw new Error(`Chromium could not be installed; what was tried stands above. ${required}`);
}

/** @returns {string[]} */
function places() {
  const path = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return [
    ...commands.map((name) => join("/usr/bin", name)),
    ...path.flatMap((folder) => commands.map((name) => join(folder, name))),
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ...["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => {
      const folder = process.env[name];
      return folder ? [join(folder, "Google/Chrome/Application/chrome.exe")] : [];
    }),
    ...playwrightsOwn(),
  ];
}

/** @returns {string[]} */
function playwrightsOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)("@playwright/test");
    return [chromium.executablePath()];
  } catch {
    // Not installed yet, or Playwright has no build for this system.
    return [];
  }
}

function installPlaywrights() {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  console.log("There is no Chromium: trying Playwright's.");
  const withSystemLibraries = [cli, "install", "--with-deps", "chromium"];
  if (!run(process.execPath, withSystemLibraries)) {
    run(process.execPath, [cli, "install", "chromium"]);
  }
}

function installDebians() {
  if (process.platform !== "linux") return;
  console.log("Trying the package of the distribution.");
  /** @param {string[]} args */
  const apt = (...args) =>
    process.getuid?.() === 0 ? run("apt-get", args) : run("sudo", ["-n", "apt-get", ...args]);
  const install = () => apt("install", "-y", "-q", "chromium");
  if (!install() && apt("update", "-q")) install();
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {boolean}
 */
function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env });
  return result.status === 0;
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing or not allowed: another place may do.
    return false;
  }
}
