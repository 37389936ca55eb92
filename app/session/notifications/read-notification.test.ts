import { expect, test } from "vitest";
import { byTime, readNotification } from "./read-notification.ts";

const stored = {
  kind: "reminder",
  title: "Pay rent",
  text: "Today",
  path: "/AdvancedTodoList?task=a",
  at: 1,
  read: false,
  sent: true,
};

test("a notification is shown with what it says and where it leads", () => {
  expect(readNotification("n", stored)).toEqual({
    id: "n",
    title: "Pay rent",
    text: "Today",
    path: "/AdvancedTodoList?task=a",
    at: 1,
    read: false,
  });
});

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:x", "", 7])(
  "one with the path %j leads nowhere else",
  (path) => {
    expect(readNotification("n", { ...stored, path })?.path).toBe("/");
  },
);

test.each([null, "text", {}, { ...stored, title: 7 }, { ...stored, at: "now" }])(
  "what is no notification is not shown: %j",
  (value) => {
    expect(readNotification("n", value)).toBeUndefined();
  },
);

test("the newest comes first, and those of one moment keep their order", () => {
  const at = (id: string, time: number) => readNotification(id, { ...stored, at: time })!;
  const ids = [at("a", 1), at("c", 2), at("b", 2)].toSorted(byTime).map(({ id }) => id);
  expect(ids).toEqual(["b", "c", "a"]);
});
