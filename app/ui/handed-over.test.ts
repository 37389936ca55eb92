import { expect, test } from "vitest";
import { handOver, takeOver } from "./handed-over.ts";

const draft = { kind: "todo", title: "Water the beans", text: "" } as const;

test("what is handed over is taken once, by who takes such a thing; the last one counts", () => {
  handOver({ kind: "journal", title: "", text: "Nobody took it." });
  handOver(draft);
  expect(takeOver("journal")).toBeUndefined();
  expect(takeOver("todo")).toBe(draft);
  expect(takeOver("todo")).toBeUndefined();
  handOver(draft);
  handOver(undefined);
  expect(takeOver("todo")).toBeUndefined();
});
