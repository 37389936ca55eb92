import { expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;

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
    await storage.adminUpload(name, "x", { contentType: "image/png", ...metadata });
    return (await storage.ask("ada", path(name, "?alt=media"))).headers.get("content-disposition");
  };
  expect(await dispositionOf("public/a/ü\"'.png", {})).toBe(
    `inline; filename="__'.png"; filename*=UTF-8''%C3%BC%22%27.png`,
  );
  const asked = { contentDisposition: "attachment; filename=cat.png" };
  expect(await dispositionOf("public/b", asked)).toBe("attachment; filename=cat.png");
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

test("ranges and conditions follow RFC 9110", async () => {
  await using storage = await openStorage();
  await storage.upload(null, "open/a", "0123456789");
  const ask = async (headers: Record<string, string>) => {
    const response = await storage.ask(null, path("open/a", "?alt=media"), { headers });
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
  const head = await storage.ask(null, path("open/a", "?alt=media"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    "10",
    "",
  ]);
  const etag = head.headers.get("etag") ?? "";
  expect(await ask({ "if-none-match": `"x", W/${etag}` })).toEqual([304, null, ""]);
  expect(await ask({ range: "bytes=0-0", "if-range": etag })).toEqual([206, "bytes 0-0/10", "0"]);
  expect(await ask({ range: "bytes=0-0", "if-range": '"other"' })).toEqual(whole);
});
