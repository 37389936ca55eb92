/**
 * Writes until a file may not grow any more (`ulimit -f`), which fails a commit in the middle.
 * Reports what was acknowledged and what the store says afterwards.
 */
import { type StoreError, openSqlite } from "../index.ts";
import type { EntryOperations } from "./entry-operations.ts";

const store = await openSqlite<EntryOperations>({
  path: process.argv[2] as string,
  modules: [{ url: new URL("./entry-operations.ts", import.meta.url) }],
});
let acknowledged = 0;
let failed: string | undefined;
while (failed === undefined && acknowledged < 10_000) {
  try {
    await store.write("put", { key: `key-${acknowledged}`, value: "x".repeat(4_000) });
    acknowledged += 1;
  } catch (error) {
    failed = (error as StoreError).code;
  }
}
const after = await store.write("put", { key: "after", value: "" }).then(
  () => "saved",
  (error: StoreError) => error.code,
);
await store.close();
process.send?.({ acknowledged, failed, after });
process.disconnect?.();
