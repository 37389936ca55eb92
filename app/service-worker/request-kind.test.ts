import { expect, test } from "vitest";
import { dataPath, pageOf, requestKind } from "./request-kind.ts";

const origin = "https://example.com";

type Facts = { method?: string; url: string; navigates?: boolean; headers?: [string, string][] };

function kindOf({ method = "GET", url, navigates = false, headers = [] }: Facts) {
  return requestKind(
    { method, url: new URL(url, origin).href, navigates, headers: new Headers(headers) },
    origin,
  );
}

test.each([
  ["/assets/base-1.js", "asset", "/assets/base-1.js"],
  ["/assets/figtree-1.woff2", "asset", "/assets/figtree-1.woff2"],
  ["/img/0a1b/640.avif/cover.jpg", "picture", "/img/0a1b/640.avif/cover.jpg"],
  ["/sample/tide-clock.svg", "file", "/sample/tide-clock.svg"],
  ["/search.json", "file", "/search.json"],
  ["/_.data?_routes=x", "data", "/_.data"],
  ["/project/atlas.data?_routes=x", "data", "/project/atlas.data"],
])("%s is kept as %s under its path", (url, kind, key) => {
  expect(kindOf({ url })).toEqual({ kind, key });
});

test.each(["/", "/project", "/project/atlas", "/contact", "/AdvancedJournal", "/resume?print"])(
  "the document %s is kept when a tab asks for it, and not when a script does",
  (url) => {
    expect(kindOf({ url, navigates: true })).toEqual({ kind: "page", key: url.split("?")[0] });
    expect(kindOf({ url })).toBeUndefined();
  },
);

const untouched = [
  "/TaskManager/abcdefghijklmnopqrstuvwxyz.data",
  "/FileStorageApp/abcdefghijklmnopqrstuvwxyzab.data",
  "/api/contact",
  "/api/users/me",
  "/auth/callback?code=x",
  "/v0/b/foyer/o/public%2Fa.png",
  "/v1/projects/foyer/databases/(default)/documents/users/a",
  "/.ws?v=5",
  "/.lp",
  "/users.json?auth=x",
  "/identitytoolkit.googleapis.com/v1/accounts:lookup",
  "/securetoken.googleapis.com/v1/token",
  "/__/firebase/init.json",
  "/share/abc",
  "/ticket/abc",
  "/calendar/abc.ics",
  "/og/index.png",
  "/resume.pdf",
  "/search.json?ns=foyer",
  "/sw.js",
  "/__manifest",
  "/healthz",
  "/forgot-password?mode=resetPassword&oobCode=x",
  "/forgot-password.data",
  "/api/x.data",
  "/share/abc.data",
  "/About",
  "/about/",
  "/no-such-page",
  "https://example.org/assets/base-1.js",
  "https://firestore.googleapis.com/v1/projects/x",
];

test.each(untouched)("%s is never the worker's", (url) => {
  expect(kindOf({ url })).toBeUndefined();
  expect(kindOf({ url, navigates: true })).toBeUndefined();
});

test.each(["/", "/assets/base-1.js", "/img/0a1b/640.avif/cover.jpg", "/about.data"])(
  "%s with another method, a range, somebody's token or ahead of its time is never the worker's",
  (url) => {
    for (const method of ["POST", "PUT", "DELETE", "HEAD"])
      expect(kindOf({ url, method, navigates: true })).toBeUndefined();
    for (const header of ["Range", "Authorization", "Purpose"])
      expect(kindOf({ url, navigates: true, headers: [[header, "x"]] })).toBeUndefined();
  },
);

test("a page and its data name each other", () => {
  expect(dataPath("/")).toBe("/_.data");
  expect(dataPath("/project/atlas")).toBe("/project/atlas.data");
  expect(pageOf({ kind: "data", key: "/_.data" })).toBe("/");
  expect(pageOf({ kind: "data", key: "/project/atlas.data" })).toBe("/project/atlas");
  expect(pageOf({ kind: "asset", key: "/assets/x.js" })).toBeUndefined();
});
