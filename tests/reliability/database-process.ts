/** A server of the embedded backend as a child process, as a test sees it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Held, ServerSettings } from "./database-server.ts";

const server = fileURLToPath(new URL("./database-server.ts", import.meta.url));
const FLAGS = ["--expose-gc", "--disable-warning=ExperimentalWarning"];
const MB = 1_000_000;

export type DatabaseProcess = Awaited<ReturnType<typeof startDatabase>>;

type ProcessSettings = {
  /** The most that V8 may hold, in each thread. */
  heapMb?: number;
  /** The largest file that it may write. Only where there is a POSIX shell. */
  largestFileKiB?: number;
  /** Whom it runs as. */
  uid?: number;
};

export async function startDatabase({
  dataDir,
  heapMb,
  largestFileKiB,
  uid,
  ...settings
}: ServerSettings & ProcessSettings & { dataDir: string }) {
  const flags = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const node = [process.execPath, ...FLAGS, ...flags, server, dataDir, JSON.stringify(settings)];
  // POSIX counts in blocks of 512 bytes.
  const limit = `ulimit -f ${(largestFileKiB ?? 0) * 2} && exec "$0" "$@"`;
  const command = largestFileKiB === undefined ? node : ["/bin/sh", "-c", limit, ...node];
  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let printed = "";
  child.stderr?.on("data", (chunk: Buffer) => (printed += chunk));
  const closed = once(child, "close");
  const [{ port }] = (await Promise.race([
    once(child, "message"),
    closed.then(() => {
      throw new Error(`The server did not start. It printed:\n${printed}`);
    }),
  ])) as [{ port: number }];

  async function answer<Answer>(): Promise<Answer> {
    const ended = closed.then(() => {
      throw new Error(`The server has ended. It printed:\n${printed}`);
    });
    const [message] = await Promise.race([once(child, "message"), ended]);
    return message as Answer;
  }

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** Warnings and errors. */
    printed: () => printed,
    isRunning: () => isRunning(child),
    /** What its main thread holds, after a full collection. */
    held(): Promise<Held> {
      child.send("held");
      return answer<Held>();
    },
    /** Of the whole process, as the system counts it; 1 MB is 1,000,000 bytes. */
    memoryMb: () => memoryMbOf(child.pid ?? 0),
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** An account of its own at the server; who is signed in may send more. */
export async function signUp({ origin }: { origin: string }): Promise<string> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`;
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify({ email: "somebody@example.com", password: "correct horse" }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { idToken: string }).idToken;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Now, and the most that it ever was. */
function memoryMbOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return Math.round((Number(kib) * 1024) / MB);
  };
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
