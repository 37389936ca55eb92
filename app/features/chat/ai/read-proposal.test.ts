import { expect, test } from "vitest";
import { readProposal } from "./read-proposal.ts";

const read = (value: unknown) => readProposal(JSON.stringify(value));

test("a todo, a card and a journal entry can be proposed", () => {
  expect(
    read({ make: "todo", title: " Water\nthe beans ", due: "2026-03-01", notes: "a\nb" }),
  ).toEqual({ kind: "todo", title: "Water the beans", text: "a\nb", due: "2026-03-01" });
  expect(read({ make: "card", title: "Fence" })).toEqual({
    kind: "card",
    title: "Fence",
    text: "",
  });
  expect(read({ make: "journal", text: "It rained." })).toEqual({
    kind: "journal",
    title: "",
    text: "It rained.",
  });
});

test("what is none, or more than that, is nothing, or less", () => {
  for (const none of ["", "[]", "null", "{", '"todo"', '{"make":"mail","title":"x"}']) {
    expect(readProposal(none), none).toBeUndefined();
  }
  expect(read({ make: "todo" })).toBeUndefined();
  expect(read({ make: "todo", title: { a: 1 } })).toBeUndefined();
  expect(read({ make: "journal", text: "  " })).toBeUndefined();
  expect(read({ make: "todo", title: "x", due: "2026-02-31" })).not.toHaveProperty("due");
  const long = read({ make: "card", title: "x".repeat(999), notes: "y".repeat(99_999), path: "/" });
  expect(long?.title).toHaveLength(200);
  expect(long?.text).toHaveLength(10_000);
  expect(long).not.toHaveProperty("path");
});
