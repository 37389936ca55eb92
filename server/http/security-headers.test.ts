import { expect, test } from "vitest";
import { createSecurityHeaders } from "./security-headers.ts";

const headersOf = (path: string, origin?: string) =>
  new Map(createSecurityHeaders(origin === undefined ? undefined : new URL(origin))(path));

test("pages whose address holds a secret send no referrer, the others only their origin", () => {
  const secret = ["/forgot-password", "/forgot-password.data", "/share/abc", "/ticket/x.png"];
  for (const path of [
    ...secret,
    "/calendar/x.ics",
    "/TaskManager/abc",
    "/taskmanager/abc.data",
    "/FileStorageApp/abc",
    "/filestorageapp/abc/file/x",
  ]) {
    expect(headersOf(path).get("Referrer-Policy"), path).toBe("no-referrer");
  }
  for (const path of ["/", "/shared", "/about", "/TaskManager", "/TaskManager.data"]) {
    expect(headersOf(path).get("Referrer-Policy"), path).toBe("strict-origin-when-cross-origin");
  }
});

test("no page is known to the windows that it opens, unless they have to speak to it", () => {
  const policy = "Cross-Origin-Opener-Policy";
  expect(headersOf("/").get(policy)).toBe("same-origin");
  const headers = new Map(createSecurityHeaders(undefined, { speaksToPopups: true })("/"));
  expect(headers.get(policy)).toBe("same-origin-allow-popups");
});

test("browsers are told to stay on https only when the site is on https", () => {
  expect(headersOf("/", "https://me.example").has("Strict-Transport-Security")).toBe(true);
  expect(headersOf("/", "http://me.example").has("Strict-Transport-Security")).toBe(false);
  expect(headersOf("/").has("Strict-Transport-Security")).toBe(false);
});
