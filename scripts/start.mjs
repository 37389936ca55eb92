// `npm start`: installs what is missing, builds if the build is stale, starts.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { installedNode, root } from "./install.mjs";

const child = spawn(installedNode(), [join(root, "scripts", "build-and-start.ts")], {
  cwd: root,
  stdio: "inherit",
});
process.on("SIGTERM", () => child.kill("SIGTERM"));
// A terminal sends Ctrl-C to the child as well; this process only waits for it to finish.
process.on("SIGINT", () => {});
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
