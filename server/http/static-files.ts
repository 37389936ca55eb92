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
import type { SendableBody } from "./send-body.ts";

/** True when there is such a file and it has been answered. In development Vite answers instead. */
export type StaticFiles = (exchange: Exchange) => boolean | Promise<boolean>;

// An SVG that is opened by itself is a document: it may style itself and do nothing else.
const filePolicy = `${bareContentSecurityPolicy}; style-src 'unsafe-inline'`;

export async function loadStaticFiles(directory: string): Promise<StaticFiles> {
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
  return (exchange) => {
    const file = files.get(exchange.path);
    if (file === undefined) return false;
    const immutable = exchange.path.startsWith("/assets/");
    sendBody(
      exchange,
      file,
      immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    );
    return true;
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
