// `npm run foyer -- COMMAND`: installs what is missing, then runs the command on the pinned Node.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { installedNode, root } from "./install.mjs";

const args = [join(root, "server", "cli", "foyer.ts"), ...process.argv.slice(2)];
const child = spawn(installedNode(), args, { cwd: root, stdio: "inherit" });
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGINT", () => {});
child.on("exit", (code) => process.exit(code ?? 1));
