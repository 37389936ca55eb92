import { expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;
const media = (name: string, query = "") => path(name, `?alt=media${query}`);

/** The beginning of a picture. */
const GIF = "GIF89a\x01\0\x01\0";

test("nothing that can run is ever shown in a page", async () => {
  await using storage = await openStorage();
  const types = [
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "application/pdf",
    "text/javascript",
    "text/css",
    "image/png, text/html",
    "image/png text/html",
    "image/png;text/html",
    "",
    "nonsense",
  ];
  for (const contentType of types) {
    await storage.upload(null, "public/x", "<script>alert(1)</script>");
    await storage.adminUpload("public/x", "<script>alert(1)</script>", {
      contentType,
      contentDisposition: "inline; filename=x.html",
    });
    const response = await storage.ask(null, path("public/x", "?alt=media"));
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get("content-disposition"), contentType).toMatch(/^attachment; /);
    expect(headers.get("content-type"), contentType).not.toMatch(/^image\/png/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
});

test("pictures are shown under their name, and the metadata may ask for a download", async () => {
  await using storage = await openStorage();
  const dispositionOf = async (name: string, metadata: object) => {
    await storage.adminUpload(name, GIF, { contentType: "image/gif", ...metadata });
    return (await storage.ask("ada", media(name))).headers.get("content-disposition");
  };
  expect(await dispositionOf("public/a/ü\"'.gif", {})).toBe(
    `inline; filename="__'.gif"; filename*=UTF-8''%C3%BC%22%27.gif`,
  );
  const asked = { contentDisposition: "attachment; filename=cat.gif" };
  expect(await dispositionOf("public/b", asked)).toBe(
    `attachment; filename="cat.gif"; filename*=UTF-8''cat.gif`,
  );
});

test("a picture that is none is saved as nothing, and its metadata keeps what was claimed", async () => {
  await using storage = await openStorage();
  const claim = { contentType: "image/gif" };
  const typeOf = async (name: string) => {
    const { headers } = await storage.ask(null, media(name));
    return [headers.get("content-type"), headers.get("content-disposition")?.split(";")[0]];
  };
  for (const content of ["<script>alert(1)</script>", "%PDF-1.7\n", "", "GI"]) {
    await storage.upload(null, "open/a", content, claim);
    expect(await typeOf("open/a"), content).toEqual(["application/octet-stream", "attachment"]);
  }
  const metadata = (await (await storage.ask(null, path("open/a"))).json()) as object;
  expect(metadata).toMatchObject(claim);
  await storage.upload(null, "open/a", GIF, claim);
  expect(await typeOf("open/a")).toEqual(["image/gif", "inline"]);
  // The claim alone is changed; what the bytes show stays known.
  const change = { method: "PATCH", body: '{"contentType":"image/png"}' };
  expect((await storage.ask(null, path("open/a"), change)).status).toBe(200);
  expect(await typeOf("open/a")).toEqual(["application/octet-stream", "attachment"]);
});

test("private objects are in no cache, public ones as their metadata says", async () => {
  await using storage = await openStorage();
  const cacheOf = async (name: string, metadata: object = {}) => {
    await storage.adminUpload(name, "x", metadata);
    return (await storage.ask(null, path(name, "?alt=media"))).headers.get("cache-control");
  };
  expect(await cacheOf("open/a", { cacheControl: "public, max-age=3600" })).toBe(
    "private, no-store",
  );
  expect(await cacheOf("public/a")).toBe("public, max-age=0, must-revalidate");
  expect(await cacheOf("public/a", { cacheControl: "public, max-age=60" })).toBe(
    "public, max-age=60",
  );
});

test("ranges follow RFC 9110", async () => {
  await using storage = await openStorage();
  await storage.upload(null, "open/a", "0123456789");
  const ask = async (headers: Record<string, string>) => {
    const response = await storage.ask(null, media("open/a"), { headers });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  const whole = [200, null, "0123456789"];
  expect(await ask({ range: "bytes=2-4" })).toEqual([206, "bytes 2-4/10", "234"]);
  expect(await ask({ range: "bytes=8-" })).toEqual([206, "bytes 8-9/10", "89"]);
  expect(await ask({ range: "bytes=-3" })).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await ask({ range: "bytes=-99" })).toEqual([206, "bytes 0-9/10", "0123456789"]);
  expect(await ask({ range: "bytes=0-999999999999999" })).toEqual([
    206,
    "bytes 0-9/10",
    "0123456789",
  ]);
  for (const range of ["bytes=10-", "bytes=99-100", "bytes=-0"]) {
    expect(await ask({ range })).toEqual([416, "bytes */10", ""]);
  }
  for (const range of [
    "bytes=4-2",
    "bytes=0-1,3-4",
    "bytes=-",
    "items=0-1",
    "bytes=a-b",
    `bytes=${"9".repeat(400)}-`,
  ]) {
    expect(await ask({ range }), range).toEqual(whole);
  }
  const refused = await storage.ask(null, media("open/a"), { headers: { range: "bytes=10-" } });
  expect(refused.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(refused.headers.get("cache-control")).toBe("private, no-store");
  for (const headers of [{}, { range: "bytes=0-1" }]) {
    const head = await storage.ask(null, media("open/a"), { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      "10",
      "",
    ]);
  }
});

test("conditions follow RFC 9110", async () => {
  const at = Date.UTC(2026, 0, 2) + 750;
  await using storage = await openStorage({ clock: () => at });
  await storage.upload(null, "open/a", "0123456789");
  const { headers: sent } = await storage.ask(null, media("open/a"));
  const etag = sent.get("etag") ?? "";
  const date = sent.get("last-modified") ?? "";
  const [earlier, later] = [-1000, 1000].map((ms) => new Date(at + ms).toUTCString());
  const known = await storage.ask(null, media("open/a"), { headers: { "if-none-match": etag } });
  expect([known.headers.get("etag"), await known.text()]).toEqual([etag, ""]);
  const cases: [status: number, headers: Record<string, string | undefined>][] = [
    [200, { "if-match": etag }],
    [200, { "if-match": "*" }],
    [200, { "if-match": `"x", ${etag}` }],
    [412, { "if-match": '"x"' }],
    [412, { "if-match": `W/${etag}` }],
    [304, { "if-none-match": etag }],
    [304, { "if-none-match": `"x", W/${etag}` }],
    [304, { "if-none-match": "*" }],
    [200, { "if-none-match": '"x"' }],
    [304, { "if-modified-since": date }],
    [304, { "if-modified-since": later }],
    [200, { "if-modified-since": earlier }],
    [200, { "if-modified-since": "yesterday" }],
    [200, { "if-unmodified-since": date }],
    [412, { "if-unmodified-since": earlier }],
    // Tags are stronger than dates, and If-Match is asked first.
    [200, { "if-match": etag, "if-unmodified-since": earlier }],
    [200, { "if-none-match": '"x"', "if-modified-since": date }],
    [412, { "if-match": '"x"', "if-none-match": etag }],
    [206, { range: "bytes=0-0", "if-range": etag }],
    [206, { range: "bytes=0-0", "if-range": date }],
    [200, { range: "bytes=0-0", "if-range": '"other"' }],
    [200, { range: "bytes=0-0", "if-range": `W/${etag}` }],
    [200, { range: "bytes=0-0", "if-range": earlier }],
    [200, { range: "bytes=0-0", "if-range": later }],
    [304, { range: "bytes=0-0", "if-none-match": etag }],
  ];
  for (const [status, asked] of cases) {
    const headers = Object.entries(asked).map(([name, value]): [string, string] => [
      name,
      value ?? "",
    ]);
    for (const method of ["GET", "HEAD"]) {
      const response = await storage.ask(null, media("open/a"), { method, headers });
      const expected = method === "HEAD" && status === 206 ? 200 : status;
      expect(response.status, `${method} ${JSON.stringify(asked)}`).toBe(expected);
      await response.arrayBuffer();
    }
  }
});

test("generations may be asked for, of the bytes and of the metadata", async () => {
  await using storage = await openStorage();
  const stored = (await (await storage.upload(null, "open/a", "x")).json()) as {
    generation: string;
  };
  const { generation } = stored;
  const cases: [status: number, query: string][] = [
    [200, `ifGenerationMatch=${generation}`],
    [412, "ifGenerationMatch=1"],
    [412, "ifGenerationMatch=0"],
    [200, "ifGenerationNotMatch=1"],
    [304, `ifGenerationNotMatch=${generation}`],
    [200, "ifMetagenerationMatch=1"],
    [412, "ifMetagenerationMatch=2"],
    [304, "ifMetagenerationNotMatch=1"],
    [412, "ifMetagenerationNotMatch=1&ifGenerationMatch=1"],
    [400, "ifMetagenerationMatch=x"],
  ];
  for (const [status, query] of cases) {
    expect((await storage.ask(null, media("open/a", `&${query}`))).status, query).toBe(status);
    expect((await storage.ask(null, path("open/a", `?${query}`))).status, query).toBe(status);
  }
});
