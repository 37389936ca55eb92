import { expect, test } from "vitest";
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import { carePlan } from "./care-plan.ts";

const day = 86_400_000;

test("a photo goes for good 30 days after it was deleted, and not when somebody has brought it back", async () => {
  const records = createMemoryRecords();
  const made = (id: string) => [
    { kind: "media", id, register: "of", value: { entry: "e" } },
    { kind: "media", id, register: "file", value: { name: id } },
  ];
  const gone = (id: string, v: boolean) => ({ kind: "media", id, register: "gone", value: { v } });
  await records.change([...made("shown"), ...made("deleted"), ...made("back")]);
  await records.change([gone("deleted", true), gone("back", true), gone("back", false)]);
  const deletedAt = (records.item("media", "deleted")?.registers["gone"]?.t ?? 0) / 1000;
  expect(carePlan(records, deletedAt + 30 * day).old).toEqual([]);
  const { old, known } = carePlan(records, deletedAt + 30 * day + 1);
  expect(old).toEqual(["deleted"]);
  expect(known.toSorted()).toEqual(["back", "deleted", "shown"]);
});
