/**
 * The door for commands while the server runs: HTTP over a Unix socket in the data folder that only its owner can open.
 * `POST /command` carries out a command; every path that ends in `.json` is the Realtime Database's REST, below
 * `/v1/projects/` is Firestore's, and Identity Toolkit's forms for administrators are where they are on the network. All
 * as admin.
 */
import { chmod, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import type { Log } from "../log.ts";
import type { CommandInput, CommandResult } from "./command-message.ts";
import { makeSocketPath } from "./socket-path.ts";

const maxCommandBytes = 4 * 1024 * 1024;
const receiveTimeoutMs = 60_000;
/** A client that reads nothing of its answer holds a closing server no longer than this. */
const closeTimeoutMs = 10_000;

const adminPaths =
  /\.json$|^\/v1\/projects\/|^\/identitytoolkit\.googleapis\.com\/v[12]\/projects\//;

export type ControlSocket = { close(): Promise<void> };

export type ControlHandlers = {
  run: (input: CommandInput) => Promise<CommandResult>;
  /** Acts as the server itself: who opens the socket could open the folder too. */
  fetch: (request: Request) => Promise<Response>;
};

export async function openControlSocket(
  dataDir: string,
  { run, fetch }: ControlHandlers,
  log: Log,
): Promise<ControlSocket> {
  const { path, folder } = await makeSocketPath(dataDir);
  // Of these a request has not been received whole.
  const receiving = new Set<Socket>();
  const server = createServer(
    { requestTimeout: receiveTimeoutMs, connectionsCheckingInterval: 5_000 },
    (request, response) => {
      request.once("end", () => receiving.delete(request.socket));
      answer(request, response).catch((error: unknown) => {
        log.debug({ err: error }, "a command's connection broke");
        response.destroy();
      });
    },
  );
  server.on("connection", (socket: Socket) => {
    receiving.add(socket);
    socket.once("close", () => receiving.delete(socket));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // One request a connection: none idles when the server closes.
    response.setHeader("Connection", "close");
    const [pathname = ""] = (request.url ?? "").split("?");
    if (request.method === "POST" && pathname === "/command") {
      response.end(JSON.stringify(await carryOut(await readBody(request))));
    } else if (adminPaths.test(pathname)) {
      const options = { protocol: "http:", host: "control.invalid" };
      await sendResponse(response, await fetch(createRequest(request, response, options)));
    } else {
      response.writeHead(404).end();
    }
  }

  async function carryOut(body: string): Promise<CommandResult> {
    try {
      const input = JSON.parse(body) as CommandInput;
      const result = await run(input);
      log.info({ command: input.name, ok: result.ok }, "command");
      return result;
    } catch (error) {
      log.error({ err: error }, "a command failed");
      return { ok: false, lines: [error instanceof Error ? error.message : String(error)] };
    }
  }

  await listen(server, path);
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of receiving) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxCommandBytes) throw new Error(`A command is at most ${maxCommandBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function listen(server: Server, path: string): Promise<void> {
  // Until chmod the process's umask keeps others out.
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
  await chmod(path, 0o600);
}
