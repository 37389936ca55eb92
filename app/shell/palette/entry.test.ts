import { expect, test } from "vitest";
import type { SearchEntry } from "#lib/search-entry.ts";
import { actionEntries, contentEntries, pageEntries } from "./entry.ts";

const roles = (admin: boolean, editor: boolean) => ({ admin, editor, user: true });
const paths = (...given: Parameters<typeof pageEntries>) =>
  pageEntries(...given).map(({ id }) => id);

test("everybody is offered the pages that they may open, and nobody the secret one", () => {
  const offered = {
    visitor: paths(undefined, []),
    user: paths(roles(false, false), []),
    editor: paths(roles(false, true), []),
    admin: paths(roles(true, false), []),
  };
  expect(offered.visitor).toContain("/about");
  expect(
    Object.entries(offered).map(([who, found]) => [
      who,
      ...["/Settings", "/EditProjects", "/UserManagement", "/secret"].map((path) =>
        found.includes(path),
      ),
    ]),
  ).toEqual([
    ["visitor", false, false, false, false],
    ["user", true, false, false, false],
    ["editor", true, true, false, false],
    ["admin", true, true, true, false],
  ]);
});

test("pages are offered before the index is there, and get their words from it", () => {
  const index: SearchEntry[] = [["page", "About", "/about", "The longer story.", ""]];
  const about = (entries: SearchEntry[]) =>
    pageEntries(undefined, entries).find(({ id }) => id === "/about");
  expect(about([])).toMatchObject({ title: "About", summary: "", target: { path: "/about" } });
  expect(about(index)?.summary).toBe("The longer story.");
  expect(contentEntries(index)).toEqual([]);
  // No page of the router: it is left to the browser.
  expect(contentEntries([["file", "Download resume", "/resume.pdf", "", "cv"]])).toMatchObject([
    { title: "Download resume", summary: "", target: { address: "/resume.pdf" } },
  ]);
});

test("no two entries are one, and what can be done depends on who is there", () => {
  const titles = (status: Parameters<typeof actionEntries>[0]) =>
    actionEntries(status, () => {}).map(({ title }) => title);
  expect(titles("signed-out")).toContain("Sign in");
  expect(titles("signed-out")).not.toContain("Sign out");
  expect(titles("signed-in")).toContain("Sign out");
  expect(titles("unknown")).not.toContain("Sign in");
  const ids = [...pageEntries(roles(true, true), []), ...actionEntries("signed-in", () => {})].map(
    ({ id }) => id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});
