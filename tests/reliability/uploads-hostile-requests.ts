/** One hostile request to the files' `/v0`, from a seed. Bodies are bytes: what is sent need not be any text. */
import type { Random } from "../support/seeded-random.ts";

export type HostileRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
};

/** `tokens` of people who are signed in; `uploads` are addresses of some that were begun and may be alive. */
export type Known = { tokens: readonly string[]; uploads: readonly string[] };

const BUCKET = "foyer";
const ADDRESSES = 200;

const NAMES = "open/a open/b open/c/d open/e.png open/f.html open/g.svg strict/a".split(" ");
const ODD_NAMES = [
  "strict/b",
  "nowhere/x",
  "open/ü ☃ 😀.txt",
  "open/a\r\nX-Injected: 1",
  "open/\u202egnp.exe",
  "open/../../../../etc/passwd",
  "open/..",
  "../open",
  "/open",
  "open//a",
  "open/",
  "",
  ".",
  "open/\u0000",
  "open/\ud800",
  'open/";x="',
  "open/%2e%2e%2f",
  "open/a?b#c",
  "__proto__",
  "open/constructor",
  `open/${"n".repeat(1019)}`,
  `open/${"n".repeat(1020)}`,
  `open/${"ü".repeat(510)}`,
  `open/${"a/".repeat(500)}`,
  `open/${"x".repeat(5000)}`,
];
const NUMBERS = [
  ..."0 1 2 5 -1 1e3 0x10 1.5 NaN Infinity 262144 1073741824 999999999999999 9007199254740993".split(
    " ",
  ),
  "9".repeat(40),
  "",
  " 1",
  "1,2",
];
const COMMANDS = ["start", "start", "query", "upload", "upload, finalize", "cancel"];
const ODD_COMMANDS = [
  "upload,finalize",
  "finalize",
  "",
  "upload, upload",
  "finalize, upload",
  "START",
  "x".repeat(300),
];
const TEXTS = ["text/plain", "text/html; charset=utf-8", "image/png", "no-cache", "aa/b"];
const ODD_TEXTS = [
  "image/png\r\nX: y",
  "a/b;;;",
  "",
  "\u0000",
  "ü☃",
  "no-cache, no-store",
  'attachment; filename="a\\"',
  "gzip",
  "x".repeat(1025),
  "x".repeat(70_000),
];
const MD5S = ["XUFAKrxLKna5cZ2REBfFkg==", "x", "", "=".repeat(24), "1B2M2Y8AsgTpgAmY7PhCfg=="];
const FIELDS = [
  "contentType",
  "cacheControl",
  "contentDisposition",
  "contentEncoding",
  "contentLanguage",
];
const ODD_FIELDS = ["name", "bucket", "size", "generation", "metadata", "__proto__", "owner", "x"];
const RANGES = [
  "bytes=0-",
  "bytes=0-0",
  "bytes=-5",
  "bytes=-0",
  "bytes=5-1",
  "bytes=999999999999-",
  "bytes=0-1,3-4",
  "bytes=a-b",
  "items=0-1",
  "bytes=",
  `bytes=${"0-1,".repeat(2000)}`,
  "bytes=9007199254740993-9007199254740994",
];
const ETAGS = ["*", '"x"', "W/x", '""', `${'"x",'.repeat(1000)}"y"`, "x"];
const DATES = ["Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 01 Jan 2099 00:00:00 GMT", "x", "0"];
const PRECONDITIONS = [
  "ifGenerationMatch",
  "ifGenerationNotMatch",
  "ifMetagenerationMatch",
  "ifMetagenerationNotMatch",
];

export function newRequest(random: Random, known: Known): HostileRequest {
  const request = kindOf(random, known);
  const headers = { ...common(random, known), ...request.headers };
  return { ...request, headers: asLatin1(headers) };
}

function kindOf(random: Random, known: Known): HostileRequest {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return multipart(random);
    case 3:
    case 4:
    case 5:
      return resumable(random, known);
    case 6:
      return change(random);
    case 7:
    case 8:
      return read(random);
    case 9:
      return list(random);
    case 10:
      return random.below(2) === 0 ? remove(random) : tokens(random);
    default:
      return odd(random);
  }
}

function multipart(random: Random): HostileRequest {
  const boundary = mostly(random, ["cut"], ["a b", "x".repeat(70), "x".repeat(71), "ü", ""]);
  const given = random.below(10) === 0 ? "other" : boundary;
  const type = random.below(15) === 0 ? "multipart/mixed" : "multipart/related";
  const line = random.below(30) === 0 ? "\n" : "\r\n";
  const lines = [
    `--${boundary}`,
    "Content-Type: application/json",
    ...(random.below(20) === 0 ? [`X: ${"y".repeat(5000)}`] : []),
    ...(random.below(20) === 0 ? Array.from({ length: 20 }, () => "A: b") : []),
    "",
    metadata(random),
    `--${boundary}`,
    `Content-Type: ${mostly(random, TEXTS, ODD_TEXTS)}`,
    "",
  ];
  const head = Buffer.from(lines.join(line) + line);
  const end = Buffer.from(`${line}--${random.below(15) === 0 ? "x" : boundary}--`);
  const body = damaged(random, Buffer.concat([head, content(random), end]));
  return {
    method: "POST",
    url: `/v0/b/${BUCKET}/o?name=${name(random)}${preconditions(random)}`,
    headers: {
      "content-type": `${type}; boundary=${random.below(3) === 0 ? `"${given}"` : given}`,
      ...(random.below(5) > 0 && { "x-goog-upload-protocol": "multipart" }),
    },
    body,
  };
}

function resumable(random: Random, { uploads }: Known): HostileRequest {
  const command = mostly(random, COMMANDS, ODD_COMMANDS);
  const isStart = command === "start" && random.below(20) > 0;
  const known = uploads.length > 0 && random.below(8) > 0 ? random.pick(uploads) : undefined;
  const unknown = `/v0/b/${BUCKET}/o?name=${name(random)}&upload_id=${random.pick(["x", "", "../x", "0".repeat(36), "%00"])}`;
  return {
    method: "POST",
    url: isStart
      ? `/v0/b/${BUCKET}/o?name=${name(random)}${preconditions(random)}`
      : (known ?? unknown),
    headers: {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": command,
      "x-goog-upload-header-content-length": mostly(random, ["100", "8", "0"], NUMBERS),
      "x-goog-upload-offset": mostly(random, ["0"], NUMBERS),
      ...(random.below(4) === 0 && {
        "x-goog-upload-header-content-type": mostly(random, TEXTS, ODD_TEXTS),
      }),
    },
    body: isStart ? damaged(random, Buffer.from(metadata(random))) : piece(random),
  };
}

function change(random: Random): HostileRequest {
  return {
    method: random.below(10) === 0 ? "PUT" : "PATCH",
    url: `${object(random)}?x=1${preconditions(random)}`,
    headers: { "content-type": random.pick(["application/json", "text/plain", "x"]) },
    body: damaged(random, Buffer.from(metadata(random))),
  };
}

function read(random: Random): HostileRequest {
  const headers: Record<string, string> = {};
  if (random.below(2) === 0) headers["range"] = random.pick(RANGES);
  for (const header of ["if-match", "if-none-match", "if-range"]) {
    if (random.below(5) === 0) headers[header] = random.pick(ETAGS);
  }
  for (const header of ["if-modified-since", "if-unmodified-since", "if-range"]) {
    if (random.below(8) === 0) headers[header] = random.pick(DATES);
  }
  const media = random.below(4) === 0 ? "alt=json" : "alt=media";
  const token =
    random.below(5) === 0 ? `&token=${random.pick(["x", "", "%00", "a".repeat(5000)])}` : "";
  const method = random.below(4) === 0 ? "HEAD" : "GET";
  return { method, url: `${object(random)}?${media}${token}${preconditions(random)}`, headers };
}

function list(random: Random): HostileRequest {
  const prefix = encodeURIComponent(
    mostly(random, ["open/", "open/c/"], ["", ...ODD_NAMES]).toWellFormed(),
  );
  const page = mostly(random, ["", "b3Blbi8"], ["x", "%00", "////", "_".repeat(3000), "gICA"]);
  const delimiter = mostly(random, ["%2F"], ["", "x", "%00"]);
  const size = mostly(random, ["5", "1000"], NUMBERS);
  return {
    method: "GET",
    url:
      `/v0/b/${BUCKET}/o?prefix=${prefix}&delimiter=${delimiter}` +
      `&maxResults=${encodeURIComponent(size)}&pageToken=${page}`,
    headers: {},
  };
}

function remove(random: Random): HostileRequest {
  const url = `${object(random)}?x=1${preconditions(random)}`;
  const isWithBody = random.below(10) === 0;
  return { method: "DELETE", url, headers: {}, ...(isWithBody && { body: content(random) }) };
}

function tokens(random: Random): HostileRequest {
  const what = random.pick([
    "create_token=true",
    "create_token=x",
    "delete_token=x",
    "delete_token=",
  ]);
  return { method: "POST", url: `${object(random)}?${what}`, headers: {}, body: Buffer.alloc(0) };
}

function odd(random: Random): HostileRequest {
  const url = random.pick([
    "/v0/b/",
    "/v0/b//o",
    "/v0/b/other/o",
    `/v0/b/${BUCKET}`,
    `/v0/b/${BUCKET}/`,
    `/v0/b/${BUCKET}/o/`,
    `/v0/b/${BUCKET}/o/a/b/c`,
    `/v0/b/${BUCKET}/o/%`,
    `/v0/b/${BUCKET}/o/%ff%fe`,
    `/v0/b/${BUCKET}/o/..%2f..%2f..%2fetc%2fpasswd?alt=media`,
    `/v0/b/${BUCKET}/o/%2e%2e/x`,
    `/v0/b/${BUCKET}/usage`,
    `/v0/b/${BUCKET}/usage/x`,
    `/v0/b/${BUCKET}/usage/%00`,
    `/v0/b/${BUCKET}/x`,
    "/v0/b/%/o",
    "/v0/b/__proto__/o",
    `/v0/b/${BUCKET}/o?${"a=b&".repeat(1000)}`,
  ]);
  const method = random.pick(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"]);
  const takesBody = !["GET", "HEAD", "OPTIONS"].includes(method);
  return { method, url, headers: {}, ...(takesBody && { body: Buffer.from(metadata(random)) }) };
}

/** JSON of a file's metadata, mostly of the right form. */
function metadata(random: Random): string {
  switch (random.below(30)) {
    case 0:
      return "[".repeat(20_000) + "]".repeat(20_000);
    case 1:
      return `{"a":`.repeat(5000);
    case 2:
      return random.pick(["", "null", "1", '"x"', "[]", "[{}]", "{", "\u0000", "{}x", "{}{}"]);
    case 3:
      return `{"metadata":{${Array.from({ length: 2000 }, (_, key) => `"k${key}":"v"`).join(",")}}}`;
  }
  const fields: string[] = [];
  for (const field of FIELDS) {
    if (random.below(4) === 0) fields.push(`${JSON.stringify(field)}:${value(random)}`);
  }
  if (random.below(15) === 0) {
    fields.push(`${JSON.stringify(random.pick(ODD_FIELDS))}:${value(random)}`);
  }
  if (random.below(4) === 0) {
    const key = mostly(
      random,
      ["a"],
      ["__proto__", "", "ü", "x".repeat(2000), "a\r\nb", "constructor"],
    );
    fields.push(`"metadata":{${JSON.stringify(key)}:${value(random)}}`);
  }
  if (random.below(10) === 0) fields.push(`"md5Hash":${JSON.stringify(random.pick(MD5S))}`);
  return `{${fields.join(",")}}`;
}

function value(random: Random): string {
  if (random.below(8) > 0) return JSON.stringify(mostly(random, TEXTS, ODD_TEXTS));
  return random.pick(["null", "1", "-0", "1e999", "true", "[]", "{}", '"\\ud800"', '"\\u0000"']);
}

/** Of a resumable upload, which was announced with such a size. */
function piece(random: Random): Buffer {
  return random.below(4) === 0 ? content(random) : Buffer.alloc(random.pick([100, 100, 8, 50, 0]));
}

function content(random: Random): Buffer {
  switch (random.below(8)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return Buffer.alloc(random.below(60_000), 7);
    case 2:
      return Buffer.from("\x89PNG\r\n\x1a\n");
    case 3:
      return Buffer.from("\r\n--cut\r\n--cut--\r\n--cut".repeat(random.below(20)));
    default:
      return Buffer.from("x".repeat(random.below(3000)));
  }
}

/** Now and then what no client means; so that the rest goes deep enough. */
function mostly(random: Random, fine: readonly string[], odd: readonly string[]): string {
  return random.pick(random.below(6) === 0 ? odd : fine);
}

function damaged(random: Random, body: Buffer): Buffer {
  switch (random.below(30)) {
    case 0:
      return body.subarray(0, random.below(body.length));
    case 1: {
      const changed = Buffer.from(body);
      if (changed.length > 0) changed[random.below(changed.length)] = random.below(256);
      return changed;
    }
    case 2:
      return Buffer.concat([body, Buffer.from("\r\nmore")]);
    default:
      return body;
  }
}

function object(random: Random): string {
  return `/v0/b/${BUCKET}/o/${name(random)}`;
}

function name(random: Random): string {
  return encodeURIComponent(mostly(random, NAMES, ODD_NAMES).toWellFormed());
}

function preconditions(random: Random): string {
  if (random.below(12) > 0) return "";
  return `&${random.pick(PRECONDITIONS)}=${encodeURIComponent(random.pick(NUMBERS))}`;
}

function common(random: Random, { tokens: known }: Known): Record<string, string> {
  const headers: Record<string, string> = {
    "x-forwarded-for": `10.9.2.${random.below(ADDRESSES)}`,
  };
  if (random.below(2) === 0) headers["authorization"] = `Firebase ${random.pick(known)}`;
  if (random.below(40) === 0) {
    headers["authorization"] = random.pick(["Firebase x", "Firebase", "owner", "Bearer owner"]);
  }
  if (random.below(30) === 0) headers["x-firebase-appcheck"] = random.pick(ODD_TEXTS);
  return headers;
}

/** Node sends no line breaks in headers, nor what is beyond a byte, and ends a connection whose head is too large. */
function asLatin1(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([key, text]) => [
      key,
      Buffer.from(text.slice(0, 1500))
        .toString("latin1")
        // oxlint-disable-next-line no-control-regex
        .replace(/[\u0000-\u0008\n-\u001f\u007f]/g, ""),
    ]),
  );
}
