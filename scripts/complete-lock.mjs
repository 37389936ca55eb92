// `npm run lock`: brings package-lock.json up to date, and complete for every platform. npm leaves a platform's packages
// out where its registry does not hold them, and `npm ci` then refuses the file, here and on every other machine.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** @typedef {{version?: string, dev?: boolean, license?: string, optionalDependencies?: Record<string, string>}} Entry */

const path = join(root, "package-lock.json");
const before = existsSync(path) ? readFileSync(path) : undefined;
rmSync(path, { force: true });
const made = spawnSync("npm", ["install", "--package-lock-only", "--no-audit", "--no-fund"], {
  cwd: root,
  stdio: "inherit",
});
if (made.status !== 0) {
  if (before !== undefined) writeFileSync(path, before);
  process.exit(1);
}

const lock = JSON.parse(readFileSync(path, "utf8"));
/** @type {[string, Entry][]} */
const entries = Object.entries(lock.packages);
for (const [parentPlace, parent] of entries) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    // Another parent may have taken the top for another version of it.
    const places = [`node_modules/${name}`, `${parentPlace}/node_modules/${name}`];
    const isExact = /^\d/.test(version);
    const isThere = (/** @type {string} */ place) =>
      place in lock.packages && (!isExact || lock.packages[place].version === version);
    const place = places.find((candidate) => !(candidate in lock.packages));
    if (places.some(isThere) || place === undefined) continue;
    if (!isExact) throw new Error(`${name}: no exact version to write, only ${version}`);
    lock.packages[place] = {
      version,
      ...platformOf(name),
      ...(parent.dev ? { dev: true } : {}),
      ...(parent.license ? { license: parent.license } : {}),
      optional: true,
    };
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);

/**
 * Read from the name: `@oxfmt/binding-linux-arm64-musl`. Without it npm would fetch every platform's package.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = [
    "aix",
    "android",
    "darwin",
    "freebsd",
    "linux",
    "netbsd",
    "openbsd",
    "openharmony",
    "sunos",
    "win32",
  ].find((word) => words.includes(word));
  const cpu = [
    "arm64",
    "arm",
    "ia32",
    "loong64",
    "mips64el",
    "ppc64",
    "riscv64",
    "s390x",
    "wasm32",
    "x64",
  ].find((word) => words.includes(word));
  if (cpu === undefined) throw new Error(`${name}: its platform cannot be read from its name`);
  const libc = words.includes("musl") ? "musl" : words.includes("gnu") ? "glibc" : undefined;
  return { cpu: [cpu], ...(os ? { os: [os] } : {}), ...(libc ? { libc: [libc] } : {}) };
}
