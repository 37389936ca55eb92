/** A program of ours as a child process, which says in a line that it is ready. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** As of server/main.ts: a start that compiles nothing takes half the time. */
const compileCache = join(root, "build/compile-cache");
/** On a machine that is busy with other tests. */
export const startTimeoutMs = 50_000;

export type StartedProcess = {
  pid: number;
  /** What `ready` found. */
  found: string;
  /** What it printed so far. */
  logs: () => string;
  /** Sends the signal at once; resolves with the exit code when the process is gone. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** @throws Error with what the process printed when it does not start. */
export async function startProcess(options: {
  args: string[];
  env: Record<string, string>;
  /** A line that it prints once it is ready; its first group is handed out. */
  ready: RegExp;
}): Promise<StartedProcess> {
  const child = spawn(process.execPath, options.args, {
    cwd: root,
    env: environment(options.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  // A test that is ended while it starts never gets to stop it.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("close", () => process.off("exit", end));
  const found = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}. It printed:\n${output}`));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`did not start within ${startTimeoutMs} ms`);
    }, startTimeoutMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const line = options.ready.exec(output)?.[1];
      if (line === undefined) return;
      clearTimeout(timer);
      resolve(line);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  return {
    pid: child.pid ?? 0,
    found,
    logs: () => output,
    stop(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Settings of the person who runs the tests do not reach the server. */
export function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("FOYER_") && !["HOST", "PORT", "NODE_OPTIONS"].includes(name),
  );
  return { NODE_COMPILE_CACHE: compileCache, ...Object.fromEntries(own), ...extra };
}
