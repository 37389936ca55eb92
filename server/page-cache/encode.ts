import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Brotli levels: 5 costs about a millisecond a page; a page that is stored is worth more. */
export async function encode(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return compressGzip(body, { level: Math.min(quality, 9) });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

type Accepted = { br: boolean; gzip: boolean };
const known = new Map<string, Accepted>();

/** The best encoding that an Accept-Encoding header allows (RFC 9110 §12.5.3), of those that there are. */
export function chooseEncoding(
  accept: string | string[] | undefined,
  available: Partial<Record<Encoding, unknown>> = { br: true, gzip: true },
): Encoding {
  if (accept === undefined) return "identity";
  const accepted = read(String(accept));
  if (accepted.br && available.br !== undefined) return "br";
  return accepted.gzip && available.gzip !== undefined ? "gzip" : "identity";
}

function read(header: string): Accepted {
  const before = known.get(header);
  if (before !== undefined) return before;
  const accepted = parseAccept(header);
  // Browsers send a handful of different headers; whoever sends more gets no place in the memory.
  if (known.size < 100 && header.length < 200) known.set(header, accepted);
  return accepted;
}

function parseAccept(header: string): Accepted {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q));
  }
  const allows = (name: string) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  return { br: allows("br"), gzip: allows("gzip") };
}
