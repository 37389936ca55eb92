// `npm run build`: the app for browser and server, compressed twins of the files, and their sizes against the budgets.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkBudgets } from "./budgets.ts";
import { buildServiceWorker } from "./build-service-worker.ts";
import { buildWebVitals } from "./build-web-vitals.ts";
import { compressFiles } from "./compress-files.ts";
import { slimEntry } from "./slim-entry.ts";
import { sourceHash } from "./source-hash.ts";

// The pages that are measured are rendered by production React.
process.env["NODE_ENV"] = "production";

const root = join(import.meta.dirname, "..");
const stamp = join(root, "build", "source-hash");

export async function build(): Promise<void> {
  const hash = sourceHash();
  // A server that is just stopping still writes its compiled code in there, which React Router's own removal fails by.
  rmSync(join(root, "build"), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const bin = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  const result = spawnSync(process.execPath, [bin, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (result.status !== 0) throw new Error("The build failed; what it printed stands above.");
  slimEntry(join(root, "build", "client"));
  await buildServiceWorker(join(root, "build", "client"));
  await buildWebVitals(join(root, "build", "client"));
  await compressFiles(join(root, "build", "client"));
  await checkBudgets(join(root, "build", "client"), join(root, "build", "server", "index.js"));
  writeFileSync(stamp, hash);
}

export async function buildIfStale(): Promise<void> {
  const built = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (built === sourceHash()) return;
  console.log("Building...");
  await build();
}

if (import.meta.main) await build();
