import { expect, test } from "vitest";
import { mayOpen } from "./access.ts";

const visitor = undefined;
const user = { admin: false, editor: false, user: true };
const editor = { ...user, editor: true };
const admin = { ...user, admin: true };
const nobody = { admin: false, editor: false, user: false };

test("who may open which page", () => {
  const people = [visitor, nobody, user, editor, admin];
  expect(people.map((roles) => mayOpen("visitor", roles))).toEqual([true, true, true, true, true]);
  expect(people.map((roles) => mayOpen("user", roles))).toEqual([false, true, true, true, true]);
  expect(people.map((roles) => mayOpen("editor", roles))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(people.map((roles) => mayOpen("admin", roles))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});
