import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileAddress } from "#lib/file-address.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { splitTarget } from "../http/request-facts.ts";
import { createFileHandler } from "./serve-file.ts";

let site: Site;
let origin: string;
const http = createServer();

beforeAll(async () => {
  site = await openSite();
  const handle = createFileHandler({ backend: site.serverBackend });
  http.on("request", (request, response) => {
    const exchange = { request, response, id: "test", ...splitTarget(request.url ?? "/") };
    void handle({ ...exchange, client: () => "127.0.0.1" });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  http.close();
  await site[Symbol.asyncDispose]();
});

const pdf = "%PDF-1.7 a certificate";

async function put(name: string, text: string, contentType: string): Promise<string> {
  await site.serverBackend.putObject(name, new Uint8Array(Buffer.from(text)), { contentType });
  return origin + (fileAddress(name) ?? "/file/none");
}

test("a PDF opens in a tab of its own, from where nothing runs, and is asked for again", async () => {
  const address = await put("public/certificates/a/x/März.pdf", pdf, "application/pdf");
  const answer = await fetch(address);
  expect(await answer.text()).toBe(pdf);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'inline; filename="M_rz.pdf"',
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
    "content-length": String(pdf.length),
    "cache-control": "public, max-age=0, must-revalidate",
  });
  const head = await fetch(address, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(pdf.length)]);
  const etag = answer.headers.get("etag") ?? "";
  expect((await fetch(address, { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect((await fetch(address, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${address}?x`)).status).toBe(404);
});

test("nothing else is there: other files, what only says that it is a PDF, and what is not public", async () => {
  const page = await put("public/a/page.html", "<script>", "text/html");
  const lie = await put("public/a/lie.pdf", "<script>alert(1)</script>", "application/pdf");
  await put("drafts/a/secret.pdf", pdf, "application/pdf");
  const others = ["/file/../drafts/a/secret.pdf", "/file/%2e%2e/drafts/a/secret.pdf", "/file/"];
  for (const address of [page, lie, ...others.map((path) => origin + path)]) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    expect((await fetch(address)).status, address).toBe(404);
  }
});
