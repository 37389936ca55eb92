/** A server under measurement: a child process with its output in a file, on a data folder of its own. */
import { spawn } from "node:child_process";
import { open, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const startTimeoutMs = 20_000;

export type MeasuredServer = {
  pid: number;
  port: number;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export function startFoyer(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<MeasuredServer> {
  return startServer(["server/main.ts"], {
    FOYER_DATA: dataDir,
    PORT: "0",
    NODE_ENV: "production",
    ...env,
  });
}

/** Starts `node ARGS` and waits until it prints an address that ends in its port. */
export async function startServer(
  args: string[],
  env: Record<string, string>,
): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-log-"));
  const log = await open(join(folder, "log"), "w");
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", log.fd, "inherit"],
  });
  await log.close();
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const started = performance.now();
  let port = 0;
  while (port === 0) {
    if (child.exitCode !== null || performance.now() - started > startTimeoutMs) {
      throw new Error(`${args.join(" ")} did not start.`);
    }
    const output = await readFile(join(folder, "log"), "utf8");
    port = Number(/^\S.* at http:\/\/localhost:(\d+)$/m.exec(output)?.[1] ?? 0);
    if (port === 0) await sleep(20);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  return { pid: child.pid ?? 0, port, stop, [Symbol.asyncDispose]: stop };
}

/** A folder under the system's temporary one, removed at the end. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
