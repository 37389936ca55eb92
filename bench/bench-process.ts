/** Processes of a bench that are told what to do by messages. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export type BenchProcess = AsyncDisposable & {
  send(message: unknown): void;
  /** The next message. Rejects when the process ends before it. */
  next<Message>(): Promise<Message>;
};

export function startProcess(file: URL, args: readonly string[]): BenchProcess {
  const child: ChildProcess = fork(file, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const unread: unknown[] = [];
  let reader: ((message: unknown) => void) | undefined;
  child.on("message", (message) => {
    if (reader === undefined) return void unread.push(message);
    reader(message);
    reader = undefined;
  });
  return {
    send: (message) => void child.send(message as object),
    next<Message>() {
      if (unread.length > 0) return Promise.resolve(unread.shift() as Message);
      return new Promise<Message>((resolve, reject) => {
        reader = (message) => resolve(message as Message);
        void exited.then((code) => reject(new Error(`${file.pathname} ended with ${code}.`)));
      });
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** What it prints, when it has ended well. */
export async function runScript(file: URL, args: readonly (string | number)[]): Promise<string> {
  const script = [fileURLToPath(file), ...args.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  return stdout;
}
