import { expect, test } from "vitest";
import { sectionOf, sections } from "./sections.ts";
import { wordsOf } from "./visible-value.tsx";

test("every section has an address, and any other hash shows the first one", () => {
  for (const { id } of sections) expect(sectionOf(`#${id}`)).toBe(id);
  for (const hash of ["", "#", "#main", "#Security", "#__proto__"]) {
    expect(sectionOf(hash)).toBe("profile");
  }
});

test("names of fields are shown as words", () => {
  expect(["lastLoginAt", "userAITokens", "date_created", "uid", "isOwnLimit"].map(wordsOf)).toEqual(
    ["Last login at", "User AI tokens", "Date created", "Uid", "Is own limit"],
  );
});
