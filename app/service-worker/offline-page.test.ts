import { expect, test } from "vitest";
import { offlinePage } from "./offline-page.ts";

test("it leads to what can be read, runs nothing and is kept by nobody", async () => {
  const page = offlinePage([{ path: "/about", title: "About · Ada &amp; Co" }]);
  expect(page.status).toBe(503);
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain('<a href="/about">About · Ada &amp; Co</a>');
});

test("with nothing to read it says what to do", async () => {
  const html = await offlinePage([]).text();
  expect(html).toContain("Load this page again when you are connected.");
  expect(html).not.toContain("<ul>");
});
