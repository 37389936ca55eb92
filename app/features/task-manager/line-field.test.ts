import { expect, test } from "vitest";
import { createLine } from "./line-field.ts";

/** A field on a line that somebody else may write, too. */
function field() {
  const there = { text: "Ladder", isGone: false };
  const kept: string[] = [];
  const parts = (shown: string) => ({
    shown,
    read: () => there.text,
    write(text: string) {
      if (!there.isGone) there.text = text;
      return !there.isGone;
    },
    keep: (text: string) => void kept.push(text),
  });
  const line = createLine(parts(there.text));
  return {
    ...line,
    there,
    kept,
    others: (text: string) => {
      there.text = text;
      line.use(parts(text));
    },
    leave: (isKept: boolean) => {
      line.leave(isKept);
      line.use(parts(there.text));
    },
  };
}

test("what was typed stands there once the field is left, and not before", () => {
  const { type, leave, there, kept } = field();
  type("A ladder");
  type(" A long ladder ");
  expect(there.text).toBe("Ladder");
  leave(true);
  expect([there.text, kept]).toEqual(["A long ladder", []]);
});

test("what is taken back, or has no words, is not written", () => {
  const { type, leave, there } = field();
  type("No");
  leave(false);
  type("  ");
  leave(true);
  expect(there.text).toBe("Ladder");
});

test("who typed nothing writes nothing over what others wrote", () => {
  const { type, leave, there, others } = field();
  others("Steps");
  leave(true);
  expect(there.text).toBe("Steps");
  type("Steps!");
  type("Steps");
  others("Stairs");
  leave(true);
  expect(there.text).toBe("Stairs");
});

test("what others wrote meanwhile is put beside, unless it is in what was typed", () => {
  const { type, leave, there, kept, others } = field();
  type("A ladder");
  others("Steps");
  leave(true);
  expect([there.text, kept]).toEqual(["A ladder", ["Steps"]]);
  type("A ladder and nails");
  others("A ladder and");
  leave(true);
  expect([there.text, kept]).toEqual(["A ladder and nails", ["Steps"]]);
});

test("what others wrote just before the first letter, and is not seen yet, is put beside, too", () => {
  const { type, leave, there, kept } = field();
  there.text = "Steps";
  type("A ladder");
  leave(true);
  expect([there.text, kept]).toEqual(["A ladder", ["Steps"]]);
});

test("words for what is gone meanwhile are put beside", () => {
  const { type, leave, there, kept } = field();
  type("A long ladder");
  there.isGone = true;
  leave(true);
  expect(kept).toEqual(["A long ladder"]);
});
