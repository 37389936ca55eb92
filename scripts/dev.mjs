// `npm run dev`: hot reload for the app, restart for the server.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installedNode, root } from "./install.mjs";

const watched = ["server", "backend", "lib", "firebase"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => ["--watch-path", folder]);
const child = spawn(
  installedNode(),
  [...watched, "--watch-preserve-output", "server/main.ts", "--dev"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGINT", () => {});
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
