/**
 * The built files, held in memory with their compressed twins: nothing is read while serving, so a rebuild or a missing
 * file cannot break an answer. Those under /assets/ have their hash in the name and never change.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { lookup } from "mrmime";
import { etagOf } from "../page-cache/page-cache.ts";
import type { Exchange } from "./request-facts.ts";
import { bareContentSecurityPolicy } from "./security-headers.ts";
import { sendBody } from "./send-body.ts";
import { workerWithoutWork } from "./worker-without-work.ts";
import type { SendableBody } from "./send-body.ts";

/** True when there is such a file and it has been answered. In development Vite answers instead. */
export type StaticFiles = (exchange: Exchange) => boolean | Promise<boolean>;

// An SVG that is opened by itself is a document: it may style itself and do nothing else.
const filePolicy = `${bareContentSecurityPolicy}; style-src 'unsafe-inline'`;

// What the worker asks for is the site's alone.
const workerPath = "/sw.js";
const workerPolicy = "default-src 'self'";

// It takes PDFs of strangers apart: it may compile the decoders that its page hands it, and load nothing.
const pdfWorkerPath = /^\/assets\/pdf\.worker[\w.-]*\.mjs$/;
const pdfWorkerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** @param withWorker false: the service worker is switched off, and `/sw.js` takes away the one that a browser has. */
export async function loadStaticFiles(directory: string, withWorker = true): Promise<StaticFiles> {
  const files = new Map<string, SendableBody>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep));
  const served = paths.filter(
    (parts) =>
      !parts.some((part) => part.startsWith(".")) && !/\.(?:br|gz)$/.test(parts.at(-1) ?? ""),
  );
  await Promise.all(
    served.map(async (parts) => {
      files.set(`/${parts.join("/")}`, await readStaticFile(join(directory, ...parts)));
    }),
  );
  for (const [path, file] of files) {
    if (pdfWorkerPath.test(path)) files.set(path, { ...file, policy: pdfWorkerPolicy });
  }
  const worker = withWorker ? files.get(workerPath) : readyFile(Buffer.from(workerWithoutWork));
  if (worker !== undefined) files.set(workerPath, { ...worker, policy: workerPolicy });
  return (exchange) => {
    const file = files.get(exchange.path);
    if (file === undefined) return false;
    sendBody(exchange, file, cacheControl(exchange.path));
    return true;
  };
}

function cacheControl(path: string): string {
  if (path.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  return path === workerPath ? "no-cache" : "public, max-age=3600";
}

function readyFile(script: Buffer): SendableBody {
  return {
    contentType: "text/javascript; charset=utf-8",
    policy: workerPolicy,
    etag: etagOf(script),
    bodies: { identity: script, br: undefined, gzip: undefined },
  };
}

async function readStaticFile(path: string): Promise<SendableBody> {
  const identity = await readFile(path);
  const [br, gzip] = await Promise.all([readTwin(`${path}.br`), readTwin(`${path}.gz`)]);
  const type = lookup(path) ?? "application/octet-stream";
  return {
    contentType: /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type,
    policy: filePolicy,
    etag: etagOf(identity),
    bodies: { identity, br, gzip },
  };
}

async function readTwin(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    // A file that compression does not make smaller has no twin.
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
