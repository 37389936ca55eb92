import { expect, test } from "vitest";
import type { ShareLink } from "#lib/drive/share-link.ts";
import { closedWords, endOf, lastDayOf, linkFacts } from "./words.ts";

const link: ShareLink = {
  token: "a".repeat(28),
  path: "/FileStorageApp/a",
  node: "n".repeat(20),
  name: "Tide.jpg",
  kind: "file",
  createdAt: "2026-11-01T00:00:00.000Z",
  expiresAt: null,
  hasPassword: false,
  limit: null,
  downloads: 0,
  views: 1,
  keepPlaces: false,
  showName: false,
};

test("a day that was chosen is the last one, whatever the zone, also where clocks change", () => {
  for (const day of ["2026-11-23", "2026-12-31", "2027-03-28", "2028-02-29"]) {
    expect(lastDayOf(endOf(day))).toBe(day);
  }
  expect(endOf("")).toBeNull();
  expect(lastDayOf(null)).toBe("");
});

test("a link says what it is and why it leads nowhere", () => {
  expect(linkFacts(link)).toBe("No end · 0 downloads · 1 visit");
  expect(linkFacts({ ...link, limit: 3, downloads: 2, hasPassword: true })).toBe(
    "No end · Password · 2 of 3 downloads · 1 visit",
  );
  expect(closedWords(link, 0)).toBe("");
  expect(closedWords({ ...link, limit: 3, downloads: 3 }, 0)).toBe("Used up");
  expect(closedWords({ ...link, expiresAt: "2026-11-02T00:00:00.000Z" }, Date.now())).toBe(
    "Has ended",
  );
  expect(closedWords({ ...link, name: "" }, 0)).toMatch(/^Leads nowhere/);
});
