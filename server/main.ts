// Starts the process: `node server/main.ts`, or `node server/main.ts --dev` for development.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Types are stripped and code is compiled once, not at each start in each thread: less time and a quarter less memory.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(
  new URL("../build/compile-cache", import.meta.url),
);
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

const { run } = await import("./run.ts");
await run();
