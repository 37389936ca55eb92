import { expect, test } from "vitest";
import { isToldRead } from "./told-read.ts";

const room = { id: "roof", read: { n: 4, threads: { m000000002: 3 } } };
const at = (n: number, more = "") => `/Chat?room=roof&at=m00000000${n}${more}`;

test("what was told of a room is read once its number is, and the room is open", () => {
  expect(isToldRead(at(4), room, "")).toBe(true);
  expect(isToldRead(at(5), room, "")).toBe(false);
  expect(isToldRead("/Chat?room=roof", room, "")).toBe(true);
  expect(isToldRead(at(4), undefined, "")).toBe(false);
  expect(isToldRead(at(4), { ...room, id: "cellar" }, "")).toBe(false);
  expect(isToldRead("/AdvancedTodoList?room=roof", room, "")).toBe(false);
  expect(isToldRead(at(1), { ...room, read: undefined }, "")).toBe(false);
});

test("what was told of a thread is read in the thread", () => {
  const thread = "&thread=m000000002";
  expect(isToldRead(at(3, thread), room, "")).toBe(false);
  expect(isToldRead(at(3, thread), room, "m000000002")).toBe(true);
  expect(isToldRead(at(4, thread), room, "m000000002")).toBe(false);
});
