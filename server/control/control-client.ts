/** The commands' side of the control socket. */
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { createConnection } from "node:net";
import { Readable } from "node:stream";
import type { CommandInput, CommandResult } from "./command-message.ts";
import { findSocketPath } from "./socket-path.ts";

/**
 * @returns undefined when no server listens for this folder.
 * @throws Error when the connection breaks: the command may or may not have been carried out; when somebody else could
 * be the one who listens.
 */
export async function sendCommand(
  dataDir: string,
  input: CommandInput,
): Promise<CommandResult | undefined> {
  const path = await findSocketPath(dataDir);
  if (path === undefined) return undefined;
  try {
    const body = Buffer.from(JSON.stringify(input));
    const answer = await ask(path, "POST", "/command", {}, body);
    return (await toResponse(answer).json()) as CommandResult;
  } catch (error) {
    if (isNobodyThere(error)) return undefined;
    throw error;
  }
}

/** The REST of the database and of documents of the server that runs on this folder; undefined when none does. */
export async function findServer(
  dataDir: string,
): Promise<((request: Request) => Promise<Response>) | undefined> {
  const path = await findSocketPath(dataDir);
  if (path === undefined || !(await isListening(path))) return undefined;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers);
    try {
      return toResponse(await ask(path, request.method, pathname + search, headers, body));
    } catch (error) {
      if (!isNobodyThere(error)) throw error;
      throw new Error("The server has stopped meanwhile.", { cause: error });
    }
  };
}

async function isListening(path: string): Promise<boolean> {
  const socket = createConnection(path);
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if (isNobodyThere(error)) return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

async function ask(
  socketPath: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<IncomingMessage> {
  const request = httpRequest({ socketPath, method, path, headers, agent: false });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
}

/** A body that breaks off fails its reader. */
function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (status !== 204 && status !== 304) {
    return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
  }
  answer.resume();
  return new Response(null, { status, headers });
}

function isNobodyThere(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ECONNREFUSED";
}
