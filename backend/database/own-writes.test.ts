import { expect, test } from "vitest";
import { type Listen, type ListenTarget, type Told, newListen } from "./listen.ts";
import { createOwnWrites } from "./own-writes.ts";

const target: ListenTarget = {
  refreshAuth: () => {},
  callerKey: () => "",
  authVersion: () => 0,
  tell: () => {},
  onEnded: () => {},
  fail: () => {},
};

const told = (...parts: [string, unknown][]): Told => ({
  kind: "merge",
  at: "",
  data: "",
  parts: parts.map(([at, value]) => ({ at, text: JSON.stringify(value) })),
  windowKeys: 0,
});

function open() {
  const anew: Listen[] = [];
  const own = createOwnWrites((listen) => void anew.push(listen));
  const listen = newListen({ target, path: ["s"], query: undefined, answer: () => {} });
  return { anew, own, listen };
}

test("a leaf above a write that is not answered is told again after the answer, once", () => {
  for (const parts of [
    told(["x", "leaf"]),
    told(["", { x: { ".value": 1, ".priority": 2 } }]),
    told(["other", 1], ["x", true]),
  ]) {
    const { anew, own, listen } = open();
    const answered = own.begin([["s", "x", "y"]]);
    own.told(listen, parts);
    own.told(listen, parts);
    expect(anew).toEqual([]);
    answered();
    expect(anew).toEqual([listen]);
  }
});

test("what leaves the written place as it is is not told again, however large it is", () => {
  const { anew, own, listen } = open();
  const answered = own.begin([["s", "x", "y"]]);
  own.told(listen, told(["", { x: { y: 1 }, large: "x".repeat(100_000) }], ["x/y", 1], ["x/z", 2]));
  own.told(listen, told(["", null], ["other", "leaf"]));
  answered();
  expect(anew).toEqual([]);
});

test("a guess at many places causes no other guess", () => {
  const { anew, own, listen } = open();
  const many = told(...Array.from({ length: 5_000 }, (_, i): [string, unknown] => [`k${i}`, i]));
  const answered = own.begin([["s", "x"]]);
  own.told(listen, many);
  answered();
  expect(anew).toEqual([listen]);
  const answeredToo = own.begin([["s", "x"]]);
  own.told(listen, many);
  answeredToo();
  expect(anew).toEqual([listen]);
});
