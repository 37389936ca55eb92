import { expect, test } from "vitest";
import {
  maxRedirects,
  type Redirect,
  redirectOf,
  siteRedirects,
  withMovedAddress,
} from "./redirects.ts";

const one = (from: string, to: string): Redirect => ({ from, to, permanent: true });
const fits = (...list: object[]) => siteRedirects.safeParse({ list }).success;

test("an address leads on, over others, and says for good only when all of them do", () => {
  const list = [one("/old", "/older"), { ...one("/older", "/about?x=1"), permanent: false }];
  expect(redirectOf(list, "/OLD/")).toEqual({ to: "/about?x=1", permanent: false });
  expect(redirectOf(list, "/new")).toBeUndefined();
});

test("where an address leads is said in ASCII, as headers take it", () => {
  const list = [one("/a", "/about?q=漢"), one("/b", "https://example.com/é")];
  expect(redirectOf(list, "/a")?.to).toBe("/about?q=%E6%BC%A2");
  expect(redirectOf(list, "/b")?.to).toBe("https://example.com/%C3%A9");
});

test("circles are refused, and lead nowhere where they are stored already", () => {
  const circle = [one("/a", "/b"), one("/b", "/C"), one("/c", "/a")];
  expect(fits(...circle)).toBe(false);
  expect(fits(one("/a", "/a"))).toBe(false);
  for (const { from } of circle) expect(redirectOf(circle, from)).toBeUndefined();
});

test.each([
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["http://evil.example", false],
  ["javascript:alert(1)", false],
  ["https://user:secret@evil.example", false],
  ["https:", false],
  ["about", false],
  ["https://example.com/x?y#z", true],
  ["/about#story", true],
  ["/about?x\r\nSet-Cookie: a=b", false],
  ["https://exa\r\nmple.com/x", false],
  ["/about?x y", false],
])("leads to %s: %s", (to, isGood) => {
  expect(fits(one("/old", to))).toBe(isGood);
});

test.each([
  "/about",
  "/",
  "/API/x",
  "/img/x",
  "/x.data",
  "/__manifest",
  "/.well-known/x",
  "/feed.xml",
  "/Sitemap.xml",
  "/sw.js",
  "x",
  "/a b",
])("never from %s, which is the site's own", (from) => {
  expect(fits(one(from, "/contact"))).toBe(false);
});

test("two from the same address are refused, and more than the limit", () => {
  expect(fits(one("/a", "/about"), one("/A/", "/contact"))).toBe(false);
  const many = Array.from({ length: maxRedirects + 1 }, (_, at) => one(`/old-${at}`, "/about"));
  expect(fits(...many.slice(1))).toBe(true);
  expect(fits(...many)).toBe(false);
});

test("an address that moves takes along what led to it; of too many the oldest made by itself goes", () => {
  const at = "2026-03-01T12:00:00.000Z";
  const moved = withMovedAddress([one("/x", "/project/a")], {
    from: "/project/a",
    to: "/project/b",
    at,
  });
  expect(moved).toEqual([
    one("/x", "/project/b"),
    { ...one("/project/a", "/project/b"), auto: true, at },
  ]);
  const back = withMovedAddress(moved, { from: "/project/b", to: "/project/a", at });
  expect(back.map(({ from, to }) => [from, to])).toEqual([
    ["/x", "/project/a"],
    ["/project/b", "/project/a"],
  ]);
  const full = Array.from({ length: maxRedirects }, (_, n) => ({
    ...one(`/old-${n}`, "/about"),
    auto: n > 0,
  }));
  const longer = withMovedAddress(full, { from: "/p", to: "/q", at });
  expect(longer).toHaveLength(maxRedirects);
  expect(longer.map(({ from }) => from).slice(0, 2)).toEqual(["/old-0", "/old-2"]);
});

test("what is no redirect stays where it is when an address moves, and so do fields of other versions", () => {
  const at = "2026-03-01T12:00:00.000Z";
  const odd = ["text", { from: "/project/a", to: "javascript:1" }, { from: "/api", auto: true }];
  const noted = { from: "/x", to: "/project/a", note: "mine" };
  const moved = { from: "/project/a", to: "/project/b", at };
  expect(withMovedAddress<unknown>([...odd, noted], moved)).toEqual([
    ...odd,
    { ...noted, to: "/project/b" },
    { ...moved, permanent: true, auto: true },
  ]);
  const typed = Array.from({ length: maxRedirects + 20 }, (_, n) => one(`/old-${n}`, "/about"));
  expect(withMovedAddress(typed, moved)).toEqual(typed);
  const nearlyFull = [...odd, ...typed.slice(0, maxRedirects - 1)];
  expect(withMovedAddress<unknown>(nearlyFull, moved)).toHaveLength(nearlyFull.length + 1);
});

test("what an admin has leading away from the new address stays where that is asked, but never in a circle", () => {
  const moved = { from: "/project/a", to: "/project/b", at: "2026-03-01T12:00:00.000Z" };
  const auto = { ...moved, permanent: true, auto: true };
  const away = one("/project/b", "/about");
  const kept = { keepsOwn: true };
  expect(withMovedAddress([away], moved)).toEqual([auto]);
  expect(withMovedAddress([away], moved, kept)).toEqual([away, auto]);
  expect(withMovedAddress([{ ...away, auto: true }], moved, kept)).toEqual([auto]);
  for (const list of [
    [one("/project/b", "/project/a")],
    [one("/project/b", "/x"), one("/x", "/project/a")],
  ]) {
    expect(withMovedAddress(list, moved, kept)).toEqual(list);
  }
});
