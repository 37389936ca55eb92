// `npm test`: installs what is missing, then runs every check and test on the pinned Node.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { installedNode, root } from "./install.mjs";

const child = spawn(installedNode(), [join(root, "scripts", "run-tests.ts")], {
  cwd: root,
  stdio: "inherit",
});
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGINT", () => {});
child.on("exit", (code) => process.exit(code ?? 1));
