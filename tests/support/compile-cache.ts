import { fileURLToPath } from "node:url";

/**
 * Has every process and thread that the tests start keep its compiled code where the server keeps its own. A store is
 * two threads, each of which otherwise strips the types of a hundred files: more than half of what most tests cost.
 */
export function keepCompiledCode(): void {
  process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(
    new URL("../../build/compile-cache", import.meta.url),
  );
}
