/** The real server as a child process on a free port, with a data folder that ends with it. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStandIn } from "./firebase-stand-in.ts";
import type { StandIn } from "./firebase-stand-in.ts";
import { standInOptions } from "./firebase-stand-in-hosts.ts";
import { tellStandIn } from "./site-services.ts";
import { environment, startProcess, startTimeoutMs } from "./start-process.ts";

const root = join(import.meta.dirname, "../..");

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
  /** The Realtime Database's REST as somebody: `path` is `users/ann`. */
  database(path: string, idToken: string, init?: RequestInit): Promise<Response>;
  /** Set where Firebase is the backend. */
  standIn: StandIn | undefined;
  [Symbol.asyncDispose](): Promise<void>;
};

export type StartOptions = {
  /** A folder that the caller owns; without it a new one, removed at the end. */
  dataDir?: string;
  env?: Record<string, string>;
  /** What is started; the server as it is without. */
  args?: string[];
};

const ready = /^Foyer is at (\S+)$/m;

/** @throws Error with what the process printed when it does not start. */
export async function startFoyer(options: StartOptions = {}): Promise<FoyerProcess> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const env = { FOYER_DATA: dataDir, PORT: "0", ...options.env };
  const {
    found: origin,
    pid,
    logs,
    stop,
  } = await startProcess({ args: options.args ?? ["server/main.ts"], env, ready });
  return {
    origin,
    port: Number(new URL(origin).port),
    dataDir,
    pid,
    logs,
    stop: (signal = "SIGTERM") => stop(signal),
    database: (path, idToken, init) =>
      fetch(`${origin}/${path}.json?ns=foyer&auth=${idToken}`, init),
    standIn: undefined,
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL");
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type HostedOptions = {
  env?: Record<string, string>;
  standIn?: StandIn;
  /** What is started; the port of the stand-in comes after them. */
  args?: string[];
};

/** The same server with a stand-in for Firebase as its backend. It ends with it, unless the caller brought it. */
export async function startHostedFoyer(
  options: HostedOptions = {},
): Promise<FoyerProcess & { standIn: StandIn }> {
  const standIn = options.standIn ?? (await startStandIn());
  const {
    found: origin,
    pid,
    logs,
    stop,
  } = await startHosted(standIn, options).catch(async (error: unknown) => {
    if (options.standIn === undefined) await standIn[Symbol.asyncDispose]();
    throw error;
  });
  tellStandIn(origin, standIn.fetch);
  return {
    origin,
    port: Number(new URL(origin).port),
    get dataDir(): string {
      throw new Error("A hosted site has no data folder: tag the test @embedded.");
    },
    pid,
    logs,
    stop: (signal = "SIGTERM") => stop(signal),
    database: (path, idToken, init) =>
      standIn.fetch(`${standInOptions.databaseURL}/${path}.json?auth=${idToken}`, init),
    standIn,
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL");
      if (options.standIn === undefined) await standIn[Symbol.asyncDispose]();
    },
  };
}

function startHosted(
  standIn: StandIn,
  { env, args = ["tests/support/hosted-main.ts"] }: HostedOptions,
) {
  return startProcess({
    args: [...args, `${standIn.port}`],
    env: { ...standIn.env, PORT: "0", ...env },
    ready,
  });
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
