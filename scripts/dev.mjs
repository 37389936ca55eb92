// `npm run dev`: hot reload for the app, restart for the server.
import { spawn } from "node:child_process";
import { installedNode, root } from "./install.mjs";

const watched = ["server", "backend", "lib", "firebase"].flatMap((folder) => [
  "--watch-path",
  folder,
]);
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
