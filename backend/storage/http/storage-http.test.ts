/** Addresses, bodies and headers as no SDK sends them. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import type { Log } from "../../sqlite/index.ts";
import { createRandom } from "../testing/random.ts";
import { multipart, openStorage } from "../testing/open-storage.ts";

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;

/** Fails the test when the service reports a bug. */
function noBugs(): Log & { bugs: unknown[] } {
  const bugs: unknown[] = [];
  return {
    bugs,
    info: () => {},
    warn: (facts) => bugs.push(facts),
    error: (facts) => bugs.push(facts),
  };
}

test("hostile names are names and nothing else", async () => {
  await using storage = await openStorage();
  const names = [
    "open/...",
    "open/..a/b..",
    "open/%2F%2e%2e%00",
    "open/C:\\windows\\system32",
    "open//double//",
    "open/' OR 1=1; --",
    "open/__proto__/constructor",
    "open/%",
    "open/#?&=+ ",
    "open/ü\u0301\u{1F600}\u202E",
    `open/${"x".repeat(1019)}`,
  ];
  for (const name of names) {
    const metadata = JSON.parse('{"__proto__":"1","constructor":"2"}') as object;
    const stored = await storage.upload(null, name, name, { metadata });
    const body = await stored.text();
    expect(JSON.parse(body), name).toMatchObject({ name });
    expect(body).toContain('"metadata":{"__proto__":"1","constructor":"2"}');
  }
  for (const name of names) {
    expect(await (await storage.ask(null, path(name, "?alt=media"))).text()).toBe(name);
  }
  for (const file of storage.files()) expect(file).toMatch(/^[0-9a-f]{64}$/);
});

test("names that Cloud Storage does not allow, and control characters, are refused", async () => {
  await using storage = await openStorage();
  const names = [
    "",
    "open/a\0b",
    "open/a\r\nb",
    "open/\x7f",
    ".",
    "..",
    "open/..",
    "open/../../../etc/passwd",
    "open/./a",
    `open/${"x".repeat(1020)}`,
    `open/${"ü".repeat(510)}`,
  ];
  for (const name of names) {
    expect((await storage.upload(null, name)).status, name).toBe(400);
    expect((await storage.upload(null, "open/a", "x", { name })).status, name).toBe(400);
  }
  const halfACharacter = multipart("x", { name: "open/\ud800" });
  expect((await storage.ask(null, "", halfACharacter)).status).toBe(400);
  await expect.poll(() => storage.files()).toEqual([]);
});

test("the metadata alone may name the object", async () => {
  await using storage = await openStorage();
  const stored = await storage.ask(null, "", multipart("x", { name: "open/ü" }));
  expect(await stored.json()).toMatchObject({ name: "open/ü" });
});

test("addresses that are none of an object are client faults", async () => {
  await using storage = await openStorage();
  const statusOf = async (address: string, method = "GET") =>
    (await fetch(`${storage.origin}${address}`, { method })).status;
  expect(await statusOf("/v0/b/other-bucket/o/open%2Fa")).toBe(404);
  expect(await statusOf("/v0/b/test-bucket")).toBe(404);
  expect(await statusOf("/v0/b/test-bucket/x/open%2Fa")).toBe(404);
  expect(await statusOf("/v1/b/test-bucket/o/open%2Fa")).toBe(404);
  expect(await statusOf("/v0/b/%E0%A4%A/o")).toBe(400);
  expect(await statusOf("/v0/b/test-bucket/o/%E0%A4%A")).toBe(400);
  expect(await statusOf("/v0/b/test-bucket/o/open/a")).toBe(400);
  expect(await statusOf("/v0/b/test-bucket/o/a%00b")).toBe(400);
  expect(await statusOf("/v0/b/test-bucket/o", "DELETE")).toBe(405);
  expect(await statusOf("/v0/b/test-bucket/o/open%2Fa", "PUT")).toBe(405);
  for (const query of [
    "maxResults=0",
    "maxResults=x",
    "maxResults=-1",
    "delimiter=x",
    "prefix=a",
  ]) {
    expect(await statusOf(`/v0/b/test-bucket/o?${query}`), query).toBe(400);
  }
  expect(await statusOf("/v0/b/test-bucket/o/open%2Fa?ifGenerationMatch=x", "DELETE")).toBe(400);
});

test("metadata that is no metadata is refused and changes nothing", async () => {
  await using storage = await openStorage();
  await storage.upload(null, "open/a", "x", { contentType: "text/plain" });
  const before = await (await storage.ask(null, path("open/a"))).json();
  const bodies = [
    "",
    "{",
    "null",
    "[]",
    '"text"',
    '{"contentType":1}',
    '{"contentType":"text/plain\\r\\nSet-Cookie: a=b"}',
    '{"contentDisposition":"inline; filename=\\"ü\\""}',
    '{"cacheControl":"\\u0000"}',
    `{"contentLanguage":"${"x".repeat(1025)}"}`,
    '{"metadata":"text"}',
    '{"metadata":["a"]}',
    '{"metadata":{"a":1}}',
    '{"metadata":{"a":{"b":"c"}}}',
    '{"metadata":{"":"x"}}',
    `{"metadata":{"a":"${"x".repeat(8192)}"}}`,
    Buffer.from([0x7b, 0xff, 0x7d]),
  ];
  for (const body of bodies) {
    const patched = await storage.ask(null, path("open/a"), { method: "PATCH", body });
    expect(patched.status, String(body)).toBe(400);
  }
  const huge = JSON.stringify({ metadata: { a: "x".repeat(100_000) } });
  const patched = await storage.ask(null, path("open/a"), { method: "PATCH", body: huge });
  expect(patched.status).toBe(413);
  expect(await (await storage.ask(null, path("open/a"))).json()).toEqual(before);
});

test("an upload's own claims are checked: hash, name, length, protocol", async () => {
  await using storage = await openStorage();
  const md5Hash = "XUFAKrxLKna5cZ2REBfFkg==";
  expect((await storage.upload(null, "open/a", "hello", { md5Hash })).status).toBe(200);
  expect((await storage.upload(null, "open/b", "hallo", { md5Hash })).status).toBe(400);
  expect((await storage.upload(null, "open/b", "x", { name: "open/c" })).status).toBe(400);
  const stream = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(multipart("x").body);
        controller.close();
      },
    });
  const chunked = { ...multipart("x"), body: stream(), duplex: "half" } as RequestInit;
  expect((await storage.ask(null, "?name=open/b", chunked)).status).toBe(411);
  const headers = { "x-goog-upload-protocol": "carrier-pigeon" };
  const unknown = { method: "POST", headers, body: "x" };
  expect((await storage.ask(null, "?name=open/b", unknown)).status).toBe(400);
  const large = multipart(Buffer.alloc(32 * 1024 * 1024));
  expect((await storage.ask(null, "?name=open/b", large)).status).toBe(413);
  await expect.poll(() => storage.files()).toHaveLength(1);
});

test("mutated uploads are stored or refused, never a server's fault, and leave no file", async () => {
  const log = noBugs();
  await using storage = await openStorage({ log });
  const random = createRandom(1);
  const statuses = new Set<number>();
  const whole = multipart("\r\n--01234\r\n", { contentType: "text/plain", metadata: { a: "b" } });
  for (let round = 0; round < 120; round++) {
    const body = Buffer.from(whole.body);
    for (let change = random(4); change >= 0; change--) {
      const at = random(body.length);
      if (random(3) === 0) body.copyWithin(at, random(body.length));
      else body[at] = random(2) === 0 ? random(256) : '\r\n-{}:"0'.charCodeAt(random(8));
    }
    const cut = random(5) === 0 ? body.subarray(0, random(body.length)) : body;
    const response = await storage.ask(null, "?name=open/fuzz", { ...whole, body: cut });
    expect([200, 400], `round ${round}`).toContain(response.status);
    statuses.add(response.status);
    await response.arrayBuffer();
  }
  expect(statuses.size).toBe(2);
  expect(log.bugs).toEqual([]);
  await expect.poll(() => storage.files().length).toBeLessThanOrEqual(1);
});

test("a client that goes away in the middle leaves nothing", async () => {
  const log = noBugs();
  await using storage = await openStorage({ log });
  const { headers, body } = multipart("x".repeat(100_000));
  const socket = connect(storage.port, "127.0.0.1");
  socket.write(
    `POST /v0/b/test-bucket/o?name=open/a HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Content-Type: ${headers["content-type"]}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 50_000));
  await expect.poll(() => storage.files(), { timeout: 4000 }).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => storage.files(), { timeout: 4000 }).toEqual([]);
  expect((await storage.ask(null, path("open/a"))).status).toBe(404);
  expect(log.bugs).toEqual([]);
});

test("generations that are asked for must be the object's, for every change of it", async () => {
  await using storage = await openStorage();
  const put = (query: string) => storage.ask(null, `?name=open/a&${query}`, multipart("x"));
  const start = (query: string) =>
    storage.ask(null, `?name=open/a&${query}`, {
      method: "POST",
      headers: {
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": "1",
      },
      body: "{}",
    });
  const change = (query: string) =>
    storage.ask(null, path("open/a", `?${query}`), { method: "PATCH", body: "{}" });
  const remove = (query: string) =>
    storage.ask(null, path("open/a", `?${query}`), { method: "DELETE" });

  // Where there is nothing, both numbers are 0.
  expect((await put("ifGenerationMatch=5")).status).toBe(412);
  expect((await put("ifGenerationNotMatch=0")).status).toBe(412);
  expect((await put("ifMetagenerationMatch=1")).status).toBe(412);
  expect((await start("ifGenerationMatch=5")).status).toBe(412);
  const created = await put("ifGenerationMatch=0");
  expect(created.status).toBe(200);
  const { generation } = (await created.json()) as { generation: string };

  const wrong = [
    "ifGenerationMatch=0",
    `ifGenerationNotMatch=${generation}`,
    "ifMetagenerationMatch=2",
    "ifMetagenerationNotMatch=1",
    `ifGenerationMatch=${generation}&ifMetagenerationMatch=2`,
  ];
  for (const query of wrong) {
    for (const send of [put, start, change, remove]) {
      expect((await send(query)).status, `${send.name} ${query}`).toBe(412);
    }
  }
  expect((await change("ifMetagenerationMatch=1")).status).toBe(200);
  expect((await change("ifMetagenerationMatch=1")).status).toBe(412);
  expect((await put(`ifGenerationMatch=${generation}&ifMetagenerationNotMatch=1`)).status).toBe(
    200,
  );
  expect((await remove(`ifGenerationMatch=${generation}`)).status).toBe(412);
  expect((await remove("ifGenerationNotMatch=0")).status).toBe(204);
  await expect.poll(() => storage.files()).toEqual([]);
});

test("a body that is the content alone is stored as it is, under its Content-Type", async () => {
  await using storage = await openStorage();
  const send = (query: string, headers: Record<string, string>, body: BodyInit = "content") =>
    storage.ask(null, `?name=open/a${query}`, { method: "POST", headers, body });
  const text = { "content-type": "text/plain" };
  for (const [query, headers] of [
    ["", text],
    ["&uploadType=media", text],
    ["", { ...text, "x-goog-upload-protocol": "raw" }],
  ] as const) {
    const stored = await send(query, headers);
    expect(await stored.json()).toMatchObject({
      name: "open/a",
      size: "7",
      contentType: "text/plain",
    });
    expect(await (await storage.ask(null, path("open/a", "?alt=media"))).text()).toBe("content");
  }
  const bytes = await send("", {}, new Uint8Array([1, 2, 3]));
  expect(await bytes.json()).toMatchObject({ size: "3", contentType: "application/octet-stream" });
  const inPath = await storage.ask(null, path("open/b"), {
    method: "POST",
    headers: text,
    body: "x",
  });
  expect(await inPath.json()).toMatchObject({ name: "open/b" });

  expect((await send("&uploadType=multipart", text)).status).toBe(400);
  expect((await send("&uploadType=resumable", text)).status).toBe(400);
  expect((await send("", { "content-type": "multipart/mixed; boundary=x" })).status).toBe(400);
  expect((await send("", { "content-type": "ü".repeat(2) })).status).toBe(400);
  expect((await send("&ifGenerationMatch=0", text)).status).toBe(412);
  const refused = { method: "POST", headers: text, body: "x".repeat(100_000) };
  expect((await storage.ask(null, "?name=small/a", refused)).status).toBe(403);
  expect((await storage.ask(null, "?name=elsewhere/a", refused)).status).toBe(403);
  await expect.poll(() => storage.files()).toHaveLength(2);
});

test("a page token that is none of the list is refused, and a made-up one shows no more", async () => {
  await using storage = await openStorage();
  for (const name of ["a", "b", "c"]) await storage.upload(null, `open/${name}`);
  const list = (pageToken: string, more = "") =>
    storage.ask(
      null,
      `?prefix=open/&delimiter=/&pageToken=${encodeURIComponent(pageToken)}${more}`,
    );
  const encode = (name: string) => Buffer.from(name).toString("base64url");
  const wrong = [
    "!",
    "a b",
    "....",
    "open/b",
    "x".repeat(5000),
    encode("users/ada/"),
    encode("open"),
    encode("\0"),
  ];
  for (const token of wrong) expect((await list(token)).status, token).toBe(400);
  const namesOf = async (answer: Response) =>
    ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
  expect(await namesOf(await list(""))).toHaveLength(3);
  expect(await namesOf(await list(encode("open/b")))).toEqual(["open/b", "open/c"]);
  expect(await namesOf(await list(encode("open/\u{10ffff}")))).toEqual([]);
  expect(await namesOf(await list("", "&maxResults=999999999"))).toHaveLength(3);
  const all = await storage.service.adminFetch(
    new Request("http://local/v0/b/test-bucket/o?maxResults=2"),
  );
  const page = (await all.json()) as { items: unknown[]; nextPageToken: string };
  expect([page.items.length, page.nextPageToken]).toEqual([2, encode("open/c")]);
});
