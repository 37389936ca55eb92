import { expect, test } from "vitest";
import { readNotification } from "./read-notification.ts";
import { newsText } from "./use-news.ts";

const notification = (title: string) => readNotification(title, { title, at: 1 })!;

test("what came is said by its title, and several by how many they are", () => {
  expect(newsText([])).toBe("");
  expect(newsText([notification("Pay rent")])).toBe("New notification: Pay rent");
  expect(newsText([notification("Pay rent"), notification("Call mum")])).toBe(
    "2 new notifications",
  );
});
