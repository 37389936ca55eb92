/** The real server as a child process on a free port, with a data folder that ends with it. */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const startTimeoutMs = 20_000;

export type Exit = { code: number | null; output: string };

export type FoyerProcess = {
  /** `http://localhost:PORT` */
  origin: string;
  port: number;
  dataDir: string;
  pid: number;
  /** What it printed so far. */
  logs(): string;
  /** Sends the signal at once; resolves with the exit code when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type StartOptions = {
  /** A folder that the caller owns; without it a new one, removed at the end. */
  dataDir?: string;
  env?: Record<string, string>;
};

/** @throws Error with what the process printed when it does not start. */
export async function startFoyer(options: StartOptions = {}): Promise<FoyerProcess> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: environment({ FOYER_DATA: dataDir, PORT: "0", ...options.env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}. It printed:\n${output}`));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`did not start within ${startTimeoutMs} ms`);
    }, startTimeoutMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^Foyer is at (\S+)$/m.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  return {
    origin,
    port: Number(new URL(origin).port),
    dataDir,
    pid: child.pid ?? 0,
    logs: () => output,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server that is expected to end by itself. */
export function runServer(options: StartOptions & { dataDir: string }): Promise<Exit> {
  return run(["server/main.ts"], { FOYER_DATA: options.dataDir, PORT: "0", ...options.env });
}

/** `npm run foyer -- ARGS` on a data folder, with or without a server on it. */
export function runCommand(dataDir: string, ...args: string[]): Promise<Exit> {
  return run(["server/cli/foyer.ts", ...args], { FOYER_DATA: dataDir });
}

function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), "foyer-e2e-"));
}

function run(args: string[], env: Record<string, string>): Promise<Exit> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: root, env: environment(env), timeout: startTimeoutMs },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

// Settings of the person who runs the tests do not reach the server.
function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("FOYER_") && !["HOST", "PORT", "NODE_OPTIONS"].includes(name),
  );
  return { ...Object.fromEntries(own), ...extra };
}
