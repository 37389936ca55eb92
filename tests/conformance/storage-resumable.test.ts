/** Uploads as somebody makes them who has the description of the protocol and no SDK: header by header. */
import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { buffer as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../support/sdk-client.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";

let site: ServedSite;
const stack = new AsyncDisposableStack();
const accounts = { me: { uid: "", token: "" }, other: { uid: "", token: "" } };
type Sender = keyof typeof accounts | "nobody";

beforeAll(async () => {
  site = stack.use(await serveSite());
  for (const name of ["me", "other"] as const) {
    const { uid, idToken } = await signUp(stack.use(createSdkClient(site.origin)));
    accounts[name] = { uid, token: await idToken() };
  }
});
afterAll(() => stack.disposeAsync());

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Asked = {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  sender?: Sender;
};

/** `target` is a whole address or what comes after `/v0/b/foyer/o`. Header names are sent as they are written. */
function ask(target: string, { method = "POST", headers, body = "", sender = "me" }: Asked = {}) {
  const url = new URL(target.startsWith("http") ? target : `${site.origin}/v0/b/foyer/o${target}`);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = httpRequest(url, {
    method,
    headers: {
      ...(sender !== "nobody" && { Authorization: `Firebase ${accounts[sender].token}` }),
      ...(method !== "GET" && { "Content-Length": String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
  request.once("error", reject);
  request.once("response", (response) => {
    const { statusCode: status = 0, headers } = response;
    readAll(response).then((body) => resolve({ status, headers, body }), reject);
  });
  request.end(body);
  return promise;
}

const own = (name: string) => `users/${accounts.me.uid}/${name}`;
const json = ({ body }: Answer) => JSON.parse(body.toString()) as Record<string, unknown>;
const md5 = (bytes: Uint8Array | string) => createHash("md5").update(bytes).digest("base64");

function start(name: string, sizeBytes: number | string, more: Asked & { query?: string } = {}) {
  return ask(`?name=${encodeURIComponent(name)}${more.query ?? ""}`, {
    body: "{}",
    ...more,
    headers: {
      "X-Goog-Upload-Protocol": "resumable",
      "X-Goog-Upload-Command": "start",
      "X-Goog-Upload-Header-Content-Length": String(sizeBytes),
      "X-Goog-Upload-Header-Content-Type": "text/plain",
      "Content-Type": "application/json; charset=utf-8",
      ...more.headers,
    },
  });
}

const urlOf = ({ headers }: Answer) => String(headers["x-goog-upload-url"]);

async function begin(name: string, sizeBytes: number, more?: Parameters<typeof start>[2]) {
  const begun = await start(name, sizeBytes, more);
  expect([begun.status, begun.headers["x-goog-upload-status"]]).toEqual([200, "active"]);
  return urlOf(begun);
}

const send = (
  url: string,
  command: string,
  offset?: number | string,
  body?: Asked["body"],
  sender?: Sender,
) =>
  ask(url, {
    headers: {
      "X-Goog-Upload-Command": command,
      ...(offset !== undefined && { "X-Goog-Upload-Offset": String(offset) }),
    },
    ...(body !== undefined && { body }),
    ...(sender && { sender }),
  });

/** Status, state of the upload, and how much of it is there. */
async function said(answer: Promise<Answer>) {
  const { status, headers } = await answer;
  const size = headers["x-goog-upload-size-received"];
  return [status, headers["x-goog-upload-status"], ...(size === undefined ? [] : [size])];
}

const contentOf = async (name: string) => {
  const found = await ask(`/${encodeURIComponent(name)}?alt=media`, { method: "GET" });
  return found.status === 200 ? found.body.toString() : found.status;
};

test("start, upload, query, upload and finalize: what is sent is there once it is final", async () => {
  const name = own("by parts");
  const metadata = { contentType: "text/css", cacheControl: "no-cache", metadata: { a: "b" } };
  const url = await begin(name, 10, { body: JSON.stringify(metadata) });
  expect(url.startsWith(`${site.origin}/v0/b/foyer/o?name=`)).toBe(true);
  expect(await said(send(url, "query"))).toEqual([200, "active", "0"]);
  expect(await said(send(url, "upload", 0, "0123"))).toEqual([200, "active"]);
  expect(await said(send(url, "query"))).toEqual([200, "active", "4"]);
  expect(await contentOf(name)).toBe(404);
  const last = await send(url, "upload, finalize", 4, "456789");
  expect(last.headers["x-goog-upload-status"]).toBe("final");
  expect(json(last)).toMatchObject({
    name,
    bucket: "foyer",
    size: "10",
    contentType: "text/css",
    cacheControl: "no-cache",
    metadata: { a: "b" },
    md5Hash: md5("0123456789"),
    metageneration: "1",
  });
  expect(await contentOf(name)).toBe("0123456789");
  const part = await ask(`/${encodeURIComponent(name)}?alt=media`, {
    method: "GET",
    headers: { Range: "bytes=3-6" },
  });
  expect([part.status, part.headers["content-range"], part.body.toString()]).toEqual([
    206,
    "bytes 3-6/10",
    "3456",
  ]);
});

test("finalize alone, an upload of nothing, and one in a single request", async () => {
  const first = await begin(own("alone"), 3);
  expect(await said(send(first, "upload", 0, "abc"))).toEqual([200, "active"]);
  expect(await said(send(first, "finalize"))).toEqual([200, "final"]);
  const nothing = await begin(own("nothing"), 0);
  expect(await said(send(nothing, "finalize"))).toEqual([200, "final"]);
  const whole = await begin(own("whole"), 3);
  expect(await said(send(whole, "upload, finalize", 0, "xyz"))).toEqual([200, "final"]);
  const names = ["alone", "nothing", "whole"].map(own);
  expect(await Promise.all(names.map(contentOf))).toEqual(["abc", "", "xyz"]);
});

test("after the end it can be asked what became of it, and nothing can be added or undone", async () => {
  const url = await begin(own("ended"), 3);
  const last = await send(url, "upload, finalize", 0, "abc");
  expect(await said(send(url, "query"))).toEqual([200, "final", "3"]);
  const again = await send(url, "finalize");
  expect([again.status, json(again)]).toEqual([200, json(last)]);
  // Who lost the last answer sends the last part again: no verdict, so that it asks.
  expect(await said(send(url, "upload", 3, "d"))).toEqual([503, undefined]);
  expect(await said(send(url, "upload, finalize", 0, "abd"))).toEqual([503, undefined]);
  expect(await said(send(url, "cancel"))).toEqual([400, undefined]);
  expect(await contentOf(own("ended"))).toBe("abc");
});

test("what is cancelled is gone, whatever is asked of it then", async () => {
  const url = await begin(own("cancelled"), 3);
  await send(url, "upload", 0, "ab");
  expect(await said(send(url, "cancel"))).toEqual([200, "cancelled"]);
  for (const command of ["query", "cancel", "finalize", "upload", "upload, finalize"]) {
    expect((await send(url, command, 2, "c")).status, command).toBe(404);
  }
  expect(await contentOf(own("cancelled"))).toBe(404);
});

test("bytes at another place, too few and too many change nothing", async () => {
  const url = await begin(own("places"), 6);
  expect(await said(send(url, "upload", 0, "ab"))).toEqual([200, "active"]);
  // No verdict: who asks how far it is goes on from there.
  for (const offset of [0, 1, 3, 6, 999]) {
    expect((await send(url, "upload", offset, "c")).status, String(offset)).toBe(503);
  }
  expect((await send(url, "finalize")).status).toBe(503);
  for (const offset of [undefined, "", "x", "-1", "1.5", "0x2", "1e0", "2, 2"]) {
    expect((await send(url, "upload", offset, "c")).status, String(offset)).toBe(400);
  }
  expect(await said(send(url, "query"))).toEqual([200, "active", "2"]);
  expect((await send(url, "upload, finalize", 2, "cde")).status).toBe(503);
  expect(await said(send(url, "query"))).toEqual([200, "active", "5"]);
  expect((await send(url, "upload, finalize", 5, "fgh")).status).toBe(400);
  expect(await contentOf(own("places"))).toBe(404);
});

test("an upload is its beginner's alone", async () => {
  const url = await begin(own("mine"), 3);
  for (const sender of ["other", "nobody"] as const) {
    expect((await start(own("mine"), 3, { sender })).status).toBe(403);
    for (const command of ["query", "upload", "upload, finalize", "finalize", "cancel"]) {
      expect((await send(url, command, 0, "abc", sender)).status, command).toBe(403);
    }
  }
  expect(await said(send(url, "query"))).toEqual([200, "active", "0"]);
  const guessed = url.replace(/upload_id=.*/, "upload_id=00000000-0000-4000-8000-000000000000");
  expect((await send(guessed, "query")).status).toBe(404);
  // The name in its address is for people; the upload knows its own.
  const renamed = url.replace(/name=[^&]*/, "name=public%2Fmine");
  expect(json(await send(renamed, "upload, finalize", 0, "abc"))).toMatchObject({
    name: own("mine"),
  });
});

test("headers may be written in any case and with spaces, commands as they are described", async () => {
  const begun = await ask(`?name=${encodeURIComponent(own("forms"))}`, {
    headers: {
      "x-goog-upload-protocol": "resumable",
      "X-GOOG-UPLOAD-COMMAND": "  start ",
      "X-goog-Upload-header-content-length": " 4 ",
    },
  });
  const url = urlOf(begun);
  const forms: [command: string, status: number][] = [
    ["upload,,finalize", 400],
    ["finalize, upload", 400],
    ["start, upload", 400],
    ["delete", 400],
    ["", 400],
    ["upload , finalize", 200],
  ];
  for (const [command, status] of forms) {
    expect((await send(url, command, " 0 ", "abcd")).status, command).toBe(status);
  }
  // Nobody said what it is, and its metadata was left out.
  const found = await ask(`/${encodeURIComponent(own("forms"))}`, { method: "GET" });
  expect(json(found)).toMatchObject({ size: "4", contentType: "application/octet-stream" });
});

test("a start that does not say what is to come is refused", async () => {
  for (const sizeBytes of ["", "-1", "x", "1.5", "1e3", "9".repeat(16)]) {
    expect((await start(own("a"), sizeBytes)).status, sizeBytes).toBe(411);
  }
  for (const body of ["{", "[]", '"a"', '{"name":"other"}', '{"metadata":1}', '{"md5Hash":"x"}']) {
    expect((await start(own("a"), 1, { body })).status, body).toBe(400);
  }
  expect((await start("", 1)).status).toBe(400);
  expect((await start(own("../a"), 1)).status).toBe(400);
  // More than the rules allow.
  expect((await start(own("a"), 5_368_709_121)).status).toBe(403);
  expect((await ask("?upload_id=", { headers: { "X-Goog-Upload-Command": "query" } })).status).toBe(
    404,
  );
  expect((await ask("", { headers: { "X-Goog-Upload-Command": "query" } })).status).toBe(400);
});

test("names are kept as they are, whatever is in them", async () => {
  const names = [
    "a b+c%20d&e=f?g#h;i",
    "größe/☃/\u{1F600}\u200D",
    "e\u0301 and \u00E9",
    "quotes \"' and \\ <b>",
    "//double///slashes/",
    "con.../..a/.b.",
    "long".repeat(200),
  ].map(own);
  for (const name of names) {
    const url = await begin(name, 1);
    expect(json(await send(url, "upload, finalize", 0, "x")).name).toBe(name);
    expect(await contentOf(name)).toBe("x");
  }
  const { body } = await ask(`?prefix=${encodeURIComponent(own(""))}&delimiter=/`, {
    method: "GET",
  });
  const listed = JSON.parse(body.toString()) as { items: { name: string }[]; prefixes: string[] };
  expect(listed.items.map(({ name }) => name)).toEqual(
    expect.arrayContaining([names[0], names[2]]),
  );
  expect(listed.prefixes).toEqual(expect.arrayContaining(["größe/", "/", "con.../"].map(own)));
});

test("parts of 16 MiB pass, more than 32 MiB in one request do not", async () => {
  const part = Buffer.alloc(16 * 1024 * 1024, "0123456789abcdef!");
  const url = await begin(own("large"), part.length + 3);
  expect(await said(send(url, "upload", 0, part))).toEqual([200, "active"]);
  const last = await send(url, "upload, finalize", part.length, "end");
  expect(json(last)).toMatchObject({
    size: String(part.length + 3),
    md5Hash: md5(Buffer.concat([part, Buffer.from("end")])),
  });
  const tooLarge = await begin(own("too large"), 33 * 1024 * 1024 + 1);
  const headers = { "X-Goog-Upload-Command": "upload", "X-Goog-Upload-Offset": "0" };
  const body = Buffer.alloc(32 * 1024 * 1024 + 1);
  expect((await ask(tooLarge, { headers, body })).status).toBe(413);
});

test("an upload under a condition is asked for it at its start and at its end", async () => {
  const name = own("conditional");
  const onlyNew = { query: "&ifGenerationMatch=0" };
  const slow = await begin(name, 1, onlyNew);
  const quick = await begin(name, 1, onlyNew);
  expect(await said(send(quick, "upload, finalize", 0, "q"))).toEqual([200, "final"]);
  expect((await send(slow, "upload, finalize", 0, "s")).status).toBe(412);
  expect((await start(name, 1, onlyNew)).status).toBe(412);
  const { generation } = json(await ask(`/${encodeURIComponent(name)}`, { method: "GET" }));
  expect((await start(name, 1, { query: "&ifGenerationMatch=1" })).status).toBe(412);
  expect((await start(name, 1, { query: "&ifGenerationMatch=x" })).status).toBe(400);
  const same = await begin(name, 1, { query: `&ifGenerationMatch=${String(generation)}` });
  expect(await said(send(same, "upload, finalize", 0, "n"))).toEqual([200, "final"]);
  expect(await contentOf(name)).toBe("n");
});

test("a promised md5Hash is kept or nothing is", async () => {
  const body = JSON.stringify({ md5Hash: md5("abc") });
  const right = await begin(own("right"), 3, { body });
  expect(await said(send(right, "upload, finalize", 0, "abc"))).toEqual([200, "final"]);
  const wrong = await begin(own("wrong"), 3, { body });
  expect((await send(wrong, "upload, finalize", 0, "abd")).status).toBe(400);
  expect((await send(wrong, "query")).status).toBe(404);
  expect(await contentOf(own("wrong"))).toBe(404);
});

test("in one request: two parts, or the content alone", async () => {
  const name = encodeURIComponent(own("one"));
  const parts = (boundary: string) =>
    [
      `--${boundary}`,
      "content-type: application/json",
      "",
      '{"contentType":"text/css"}',
      `--${boundary}`,
      "Content-Type:text/plain",
      "",
      `a\r\n--${boundary.slice(0, -1)}\r\nb`,
      `--${boundary}--`,
    ].join("\r\n");
  const forms: [query: string, headers: Record<string, string>, body: string, type: string][] = [
    [
      "",
      { "X-Goog-Upload-Protocol": "multipart", "Content-Type": "multipart/related; boundary=xyz" },
      parts("xyz"),
      "text/css",
    ],
    [
      "&uploadType=multipart",
      { "Content-Type": 'Multipart/Related; Boundary="x y z"' },
      parts("x y z"),
      "text/css",
    ],
    ["&uploadType=media", { "Content-Type": "text/plain" }, "raw", "text/plain"],
    ["", { "X-Goog-Upload-Protocol": "raw", "Content-Type": "image/png" }, "raw", "image/png"],
    ["", {}, "raw", "application/octet-stream"],
  ];
  for (const [query, headers, body, contentType] of forms) {
    const stored = await ask(`?name=${name}${query}`, { headers, body });
    const content =
      body === "raw" ? "raw" : (/\r\n\r\n(a\r\n--.*\r\nb)\r\n/s.exec(body)?.[1] ?? "");
    expect([stored.status, json(stored)]).toMatchObject([
      200,
      { contentType, size: String(content.length), md5Hash: md5(content) },
    ]);
    expect(await contentOf(own("one"))).toBe(content);
  }
});
