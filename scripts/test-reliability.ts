/** `npm run test:reliability [-- R1]`: the reliability tests with their full numbers, or those of one row. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const [row, ...more] = process.argv.slice(2);
const selected = row !== undefined && /^R\d+$/.test(row) ? ["-t", `${row}:`] : row ? [row] : [];
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const config = ["run", "--config", "vitest.reliability.config.ts"];
const child = spawn(process.execPath, [vitest, ...config, ...selected, ...more], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, FOYER_RELIABILITY: "full" },
});
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 1));
