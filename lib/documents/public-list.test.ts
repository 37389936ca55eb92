import { expect, test } from "vitest";
import { createPublicList } from "./public-list.ts";

type Entry = { id: string; title: string };

function stored(id: string, title: string) {
  const time = "2026-01-01T00:00:00.000000Z";
  return { path: `notes/${id}`, id, data: { title }, createTime: time, updateTime: time };
}

/** Notes by title; those without one are not shown. Counts what it costs. */
function open() {
  const cost = { read: 0, compared: 0 };
  const list = createPublicList<Entry, Entry>({
    entryOf({ id, data }) {
      cost.read += 1;
      const { title } = data as { title: string };
      return title === "" ? null : { id, title };
    },
    order(a, b) {
      cost.compared += 1;
      return a.title < b.title ? -1 : 1;
    },
    shownOf: (entries) => entries,
  });
  return { list, cost, titles: () => list.all().map(({ title }) => title) };
}

test("what is set and deleted is listed in order, and again only when it changes", () => {
  const { list, titles } = open();
  expect(titles()).toEqual([]);
  list.set(stored("1", "pear"));
  list.set(stored("2", "apple"));
  list.set(stored("3", ""));
  expect(titles()).toEqual(["apple", "pear"]);
  expect(list.all()).toBe(list.all());
  list.set(stored("2", "quince"));
  list.set(stored("3", "fig"));
  expect(titles()).toEqual(["fig", "pear", "quince"]);
  list.delete("1");
  list.set(stored("3", ""));
  list.delete("none");
  expect(titles()).toEqual(["quince"]);
});

test("of several changes of one document the last one counts", () => {
  const { list, titles } = open();
  list.set(stored("1", "pear"));
  list.delete("1");
  list.set(stored("2", "fig"));
  list.set(stored("2", "date"));
  expect(titles()).toEqual(["date"]);
});

test("a change reads what was changed alone, and looks at each of the others about once", () => {
  const { list, cost } = open();
  const count = 5000;
  for (let at = 0; at < count; at += 1) list.set(stored(`${at}`, `title ${(at * 7919) % count}`));
  const before = list.all();
  expect(cost.read).toBe(count);
  Object.assign(cost, { read: 0, compared: 0 });
  list.set(stored("17", "title 2500 and more"));
  const after = list.all();
  expect(cost.read).toBe(1);
  expect(cost.compared).toBeLessThan(count + 50);
  const known = new Set(before);
  expect(after.filter((entry) => !known.has(entry))).toEqual([
    { id: "17", title: "title 2500 and more" },
  ]);
});
