import { expect, test } from "vitest";
import { pages } from "./pages.ts";
import { shownNavigation, wholeNavigation } from "./shown-navigation.ts";

test("without a stored navigation every page stands in its menu, in the table's order", () => {
  const shown = shownNavigation(null);
  expect(shown.map(({ label }) => label)).toEqual(["Work", "Food", "Play", ""]);
  expect(shown.flatMap(({ entries }) => entries)).toEqual(
    ["work", "food", "play", "main"].flatMap((group) =>
      pages
        .filter((page) => page.group === group && page.path !== "/")
        .map(({ path, title }) => ({ to: path, label: title })),
    ),
  );
});

test("the owner's order and words count, what is hidden is away, and what was not placed stands at the end", () => {
  const shown = shownNavigation({
    groups: [
      {
        id: "main",
        hidden: false,
        items: [
          { to: "/contact", label: "Write to me", hidden: false },
          { to: "https://shop.example/", hidden: false },
          { to: "/about", hidden: true },
        ],
      },
      {
        id: "work",
        label: "Things",
        hidden: false,
        items: [
          { to: "/resume", hidden: false },
          { to: "/resume", label: "Twice", hidden: false },
        ],
      },
      { id: "food", hidden: true, items: [] },
      { id: "of-a-newer-version", hidden: false, items: [{ to: "/x", hidden: false }] },
    ],
  });
  expect(shown.map(({ id, label }) => [id, label])).toEqual([
    ["main", ""],
    ["work", "Things"],
    ["play", "Play"],
  ]);
  expect(shown[0]?.entries).toEqual([
    { to: "/contact", label: "Write to me" },
    { to: "https://shop.example/", label: "shop.example" },
  ]);
  expect(shown[1]?.entries.map(({ to }) => to)).toEqual([
    "/resume",
    "/project",
    "/certificates",
    "/github",
    "/leetcode",
  ]);
});

test("every page is in the whole once, however it is stored", () => {
  const whole = wholeNavigation({
    groups: [{ id: "work", hidden: false, items: [{ to: "/contact", hidden: false }] }],
  });
  const all = whole.flatMap(({ items }) => items.map(({ to }) => to));
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain("/about");
  expect(whole.find(({ id }) => id === "work")?.items[0]?.to).toBe("/contact");
});
