/**
 * The door for commands while the server runs: a Unix socket in the data folder that only its owner can open.
 * The client writes one JSON request and ends its side, the server one JSON answer.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Log } from "../log.ts";
import type { CommandInput, CommandResult } from "./command-message.ts";

// The system's limit for a socket's path is 104 bytes on some systems and 108 on others.
const maxPathBytes = 100;
const maxRequestBytes = 4 * 1024 * 1024;
const idleTimeoutMs = 60_000;
const pointerName = "control-socket-path";

export type ControlSocket = { close(): Promise<void> };

export async function openControlSocket(
  dataDir: string,
  run: (input: CommandInput) => Promise<CommandResult>,
  log: Log,
): Promise<ControlSocket> {
  const { path, folder } = await makeSocketPath(dataDir);
  // Of these a command has not been received whole.
  const listening = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    listening.add(socket);
    socket.once("end", () => listening.delete(socket));
    socket.once("close", () => listening.delete(socket));
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    socket.on("error", (error) => log.debug({ err: error }, "a command's connection broke"));
    answer(socket, run, log).then(
      (result) => socket.end(JSON.stringify(result)),
      (error: unknown) => {
        log.debug({ err: error }, "a command was not received whole");
        socket.destroy();
      },
    );
  });
  await listen(server, path);
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of listening) socket.destroy();
      await closed;
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @returns undefined when no server listens for this folder.
 * @throws Error when the connection breaks: the command may or may not have been carried out.
 */
export async function sendCommand(
  dataDir: string,
  input: CommandInput,
): Promise<CommandResult | undefined> {
  const socket = createConnection(await findSocketPath(dataDir));
  try {
    socket.end(JSON.stringify(input));
    const answered = await text(socket);
    if (answered === "") throw new Error("The server closed the connection without an answer.");
    return JSON.parse(answered) as CommandResult;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ECONNREFUSED") return undefined;
    throw error;
  }
}

async function answer(
  socket: Socket,
  run: (input: CommandInput) => Promise<CommandResult>,
  log: Log,
): Promise<CommandResult> {
  const request = await readRequest(socket);
  try {
    const input = JSON.parse(request) as CommandInput;
    const result = await run(input);
    log.info({ command: input.name, ok: result.ok }, "command");
    return result;
  } catch (error) {
    log.error({ err: error }, "a command failed");
    return { ok: false, lines: [error instanceof Error ? error.message : String(error)] };
  }
}

async function readRequest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes) throw new Error(`A command is at most ${maxRequestBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** `folder` is what was made for the socket outside the data folder. */
async function makeSocketPath(dataDir: string): Promise<{ path: string; folder?: string }> {
  await rm(join(dataDir, pointerName), { force: true });
  const path = join(dataDir, "control.sock");
  if (Buffer.byteLength(path) <= maxPathBytes) {
    // Whoever made an old socket is gone: this process holds the lock of the folder.
    await rm(path, { force: true });
    return { path };
  }
  const folder = await mkdtemp(join(tmpdir(), "foyer-"));
  const elsewhere = join(folder, "control.sock");
  await writeFile(join(dataDir, pointerName), elsewhere, { mode: 0o600 });
  return { path: elsewhere, folder };
}

async function findSocketPath(dataDir: string): Promise<string> {
  const path = join(dataDir, "control.sock");
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  return readFile(join(dataDir, pointerName), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return join(dirname(path), "none");
    throw error;
  });
}

async function listen(server: Server, path: string): Promise<void> {
  // Until chmod the process's umask keeps others out.
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
  await chmod(path, 0o600);
}
