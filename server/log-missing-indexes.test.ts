import { expect, test } from "vitest";
import { recordingLog } from "../tests/support/log.ts";
import { createMissingIndexLog } from "./log-missing-indexes.ts";

test("an index that queries lack is logged once, and clients cannot fill the log with others", () => {
  const { log, entries } = recordingLog();
  const onMissingIndex = createMissingIndexLog(log);
  onMissingIndex({ index: { collectionGroup: "notes" } });
  onMissingIndex({ index: { collectionGroup: "notes" } });
  expect(entries).toMatchObject([{ level: 40, index: { collectionGroup: "notes" } }]);
  onMissingIndex({ index: { collectionGroup: "x".repeat(10_000) } });
  for (let n = 0; n < 500; n += 1) onMissingIndex({ fieldOverride: { fieldPath: `f${n}` } });
  expect(entries).toHaveLength(100);
});
