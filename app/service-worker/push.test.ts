import { expect, test } from "vitest";
import { addressOf, openAddress, readData, shownOf } from "./push.ts";

const origin = "https://ada.example";

test("a push is shown as it says, once for each notification", () => {
  const told = { id: "rem-1", title: "Pay rent", text: "Today", path: "/AdvancedTodoList?task=a" };
  expect(shownOf(readData({ text: () => JSON.stringify(told) }))).toEqual({
    title: "Pay rent",
    options: { body: "Today", tag: "rem-1", data: "/AdvancedTodoList?task=a" },
  });
});

test.each(["", "no JSON", "null", "7", "[]", '{"title":7,"text":[],"id":"","path":{}}'])(
  "a push of %j says that there is something",
  (text) => {
    expect(shownOf(readData({ text: () => text }))).toEqual({
      title: "Something new",
      options: { body: "", data: "/" },
    });
  },
);

test("so does a push without anything in it", () => {
  expect(shownOf(readData(null)).title).toBe("Something new");
});

test.each([
  ["/AdvancedTodoList?task=a", "/AdvancedTodoList?task=a"],
  ["/Settings#notifications", "/Settings#notifications"],
  ["https://evil.example/", "/"],
  ["//evil.example/", "/"],
  ["/\\evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["https://", "/"],
  [undefined, "/"],
])("a tap on one that leads to %j opens %j", (path, opened) => {
  expect(addressOf(path, origin)).toBe(origin + opened);
});

test("a tab that shows it already comes to the front, and no other tab is taken for it", async () => {
  const done: string[] = [];
  const tab = (url: string) => ({ url, focus: async () => void done.push(`focus ${url}`) });
  const windows = {
    matchAll: async () => [tab(`${origin}/about`), tab(`${origin}/Settings`)],
    openWindow: async (url: string) => void done.push(`open ${url}`),
  };
  await openAddress(windows, `${origin}/Settings`);
  await openAddress(windows, `${origin}/AdvancedTodoList?task=a`);
  expect(done).toEqual([`focus ${origin}/Settings`, `open ${origin}/AdvancedTodoList?task=a`]);
});
