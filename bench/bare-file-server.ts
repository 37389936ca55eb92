/**
 * The reference of P10: `node:http` and `fs` streams. A PUT is written to the file of that name, hashed with MD5 and
 * synced before it is answered; a GET streams it back. Argument: the folder.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

const folder = process.argv[2] as string;

async function receive(request: IncomingMessage, path: string): Promise<string> {
  const md5 = createHash("md5");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      md5.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, hashing, createWriteStream(path));
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
  return md5.digest("base64");
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, basename(request.url ?? ""));
  if (request.method === "PUT") return void response.end(await receive(request, path));
  const { size } = await stat(path);
  response.writeHead(200, { "Content-Length": size });
  await pipeline(createReadStream(path), response);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, pid: process.pid });
});

process.on("disconnect", () => process.exit(1));
process.on("SIGTERM", () => process.exit(0));
