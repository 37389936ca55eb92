import { expect, test } from "vitest";
import { type SharedTextParts, createSharedText } from "./shared-text.ts";

/** A field on a text that somebody else may write, too. */
function field(merge?: SharedTextParts["merge"]) {
  let there = "The roof";
  const kept: string[] = [];
  const pauses: (() => void)[] = [];
  const shared = createSharedText(
    {
      read: () => there,
      write: (text) => void (there = text),
      keep: (text) => void kept.push(text),
      merge,
    },
    (_, run) => {
      pauses.push(run);
      return () => pauses.splice(pauses.indexOf(run), 1);
    },
  );
  return {
    ...shared,
    kept,
    shown: () => shared.own() ?? there,
    /** The field has drawn what it is to show. */
    draw: () => shared.drawn(shared.own() ?? there),
    /** It was, and is not drawn yet. */
    unseen: (text: string) => void (there = text),
    there: () => there,
    others(text: string) {
      there = text;
      shared.stands(there);
      shared.drawn(shared.own() ?? there);
    },
    leave() {
      shared.leave();
      shared.drawn(shared.own() ?? there);
    },
    pause() {
      pauses.shift()?.();
      shared.drawn(shared.own() ?? there);
    },
  };
}

test("what others write is shown until one types", () => {
  const one = field();
  one.others("The old roof");
  expect(one.shown()).toBe("The old roof");
  one.type("The old roofs");
  expect([one.there(), one.kept]).toEqual(["The old roofs", []]);
});

test("while one types, one's own text stays in the field, and what it takes the place of is kept", () => {
  const one = field();
  one.type("The roof, my words");
  one.others("The roof, their words");
  expect(one.shown()).toBe("The roof, my words");
  one.type("The roof, my words!");
  expect(one.there()).toBe("The roof, my words!");
  expect(one.kept).toEqual(["The roof, their words"]);
  one.others("The roof, their words and more");
  one.type("The roof, my words!!");
  expect(one.kept).toEqual(["The roof, their words", "The roof, their words and more"]);
});

test("who has left the field, or has paused, sees what stands there, and nothing is written by that", () => {
  for (const end of ["leave", "pause"] as const) {
    const one = field();
    one.type("Mine");
    one.others("Theirs");
    one[end]();
    expect([one.shown(), one.there(), one.kept]).toEqual(["Theirs", "Theirs", []]);
    one.type("Theirs and mine");
    expect([one.there(), one.kept]).toEqual(["Theirs and mine", []]);
  }
});

test("what both have written becomes one text where that can be said", () => {
  const one = field(({ own, theirs }) => `${own} + ${theirs}`);
  one.type("Mine");
  one.others("Theirs");
  expect([one.shown(), one.there(), one.kept]).toEqual(["Mine + Theirs", "Mine + Theirs", []]);
  one.type("Mine + Theirs!");
  expect([one.there(), one.kept]).toEqual(["Mine + Theirs!", []]);
});

test("where they have only gone on from it, it is theirs, and nothing is written", () => {
  const one = field(({ theirs }) => theirs);
  one.type("Mine");
  one.others("Mine, and theirs");
  expect([one.shown(), one.there()]).toEqual(["Mine, and theirs", "Mine, and theirs"]);
});

test("what has come and is not drawn yet is not written over by the next letter", () => {
  const one = field();
  one.unseen("Theirs");
  one.type("The roof!");
  expect([one.there(), one.kept]).toEqual(["The roof!", ["Theirs"]]);
});

test("a letter that is typed before the field has drawn what both have written belongs to it", () => {
  const lines = (text: string) => text.split("/");
  // Of two lines, mine is the first one.
  const one = field(({ own, theirs }) => `${lines(own)[0]}/${lines(theirs)[1]}`);
  one.type("Mine/-");
  one.unseen("-/Theirs");
  one.stands(one.there());
  expect(one.there()).toBe("Mine/Theirs");
  one.type("Mine!/-");
  expect([one.there(), one.shown(), one.kept]).toEqual(["Mine!/Theirs", "Mine!/Theirs", []]);
});
