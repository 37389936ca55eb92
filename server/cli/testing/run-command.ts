/** `npm run foyer -- ARGS` as the process that it is. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const root = join(import.meta.dirname, "../../..");

export type Ended = { code: number | null; out: string; err: string };

/** `watch` is given the process, e.g. to kill it when it says something. */
export async function runCommand(
  dataDir: string,
  args: readonly string[],
  options: { input?: string | Uint8Array; watch?: (child: ChildProcess) => void } = {},
): Promise<Ended> {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("FOYER_") && !["NODE_OPTIONS", "INIT_CWD"].includes(name),
  );
  const child = spawn(process.execPath, ["server/cli/foyer.ts", ...args], {
    cwd: root,
    env: { ...Object.fromEntries(own), FOYER_DATA: dataDir },
  });
  options.watch?.(child);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stdin.end(options.input ?? "");
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}
