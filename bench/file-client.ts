/**
 * The client of P10, a process of its own with one connection and bytes that are made before the clock runs. Up to
 * Foyer it speaks the resumable protocol in chunks; to the reference it is one PUT. The hash that the server answers is
 * compared. Argument: a `Transfer` as JSON. Prints a `TransferReport`.
 */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import {
  type Transfer,
  type TransferReport,
  bucket,
  chunkBytes,
  fileName,
} from "./file-transfer.ts";

const transfer = JSON.parse(process.argv[2] as string) as Transfer;
const { to, port, direction, sizeBytes, content } = transfer;
const name = fileName(content);
const block = randomBytes(chunkBytes);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The chunk at `offset`, which no other of the file equals, in memory that every chunk uses. */
function chunkAt(offset: number): Buffer {
  block.writeDoubleLE(content, 0);
  block.writeDoubleLE(offset, 8);
  return block.subarray(0, Math.min(chunkBytes, sizeBytes - offset));
}

function* chunks(): Generator<Buffer> {
  for (let offset = 0; offset < sizeBytes; offset += chunkBytes) yield chunkAt(offset);
}

function md5OfAll(): string {
  const md5 = createHash("md5");
  for (const chunk of chunks()) md5.update(chunk);
  return md5.digest("base64");
}

/** A chunk is asked for when the one before has left. @throws Error when the answer is not 200 */
async function send(
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body: Iterable<Buffer> = [],
): Promise<IncomingMessage> {
  const sent = request({ port, host: "127.0.0.1", agent, method, path, headers });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  for (const chunk of body) {
    await new Promise<void>((resolve, reject) => {
      sent.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
  sent.end();
  const [answer] = await answered;
  if (answer.statusCode !== 200) {
    throw new Error(`${method} ${path}: ${answer.statusCode} ${await text(answer)}`);
  }
  return answer;
}

async function uploadToFoyer(): Promise<string> {
  const metadata = Buffer.from("{}");
  const headers = {
    "X-Goog-Upload-Protocol": "resumable",
    "X-Goog-Upload-Command": "start",
    "X-Goog-Upload-Header-Content-Length": sizeBytes,
    "Content-Length": metadata.length,
  };
  const started = await send("POST", `/v0/b/${bucket}/o?name=${name}`, headers, [metadata]);
  await text(started);
  const { pathname, search } = new URL(String(started.headers["x-goog-upload-url"]));
  let answer = "";
  for (let offset = 0; offset < sizeBytes; offset += chunkBytes) {
    const chunk = chunkAt(offset);
    const isLast = offset + chunk.length === sizeBytes;
    const headers = {
      "X-Goog-Upload-Command": isLast ? "upload, finalize" : "upload",
      "X-Goog-Upload-Offset": offset,
      "Content-Length": chunk.length,
    };
    answer = await text(await send("POST", pathname + search, headers, [chunk]));
  }
  return (JSON.parse(answer) as { md5Hash: string }).md5Hash;
}

async function uploadToBare(): Promise<string> {
  return text(await send("PUT", `/${name}`, { "Content-Length": sizeBytes }, chunks()));
}

async function download(): Promise<number> {
  const path = to === "foyer" ? `/v0/b/${bucket}/o/${name}?alt=media` : `/${name}`;
  let bytes = 0;
  for await (const chunk of await send("GET", path)) bytes += (chunk as Buffer).length;
  return bytes;
}

async function run(): Promise<void> {
  if (direction === "down") {
    const bytes = await download();
    if (bytes !== sizeBytes) throw new Error(`${bytes} bytes came instead of ${sizeBytes}.`);
    return;
  }
  const md5 = await (to === "foyer" ? uploadToFoyer() : uploadToBare());
  if (md5 !== expectedMd5) throw new Error("The server has another content than was sent.");
}

const expectedMd5 = direction === "up" ? md5OfAll() : "";
const [cpuBefore, started] = [process.cpuUsage(), performance.now()];
await run();
const elapsedMs = performance.now() - started;
const { user, system } = process.cpuUsage(cpuBefore);
const report: TransferReport = {
  megabytesPerSecond: sizeBytes / 1000 / elapsedMs,
  clientCpu: (user + system) / 1000 / elapsedMs,
};
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
