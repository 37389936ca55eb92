import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchRules } from "./watch-rules.mjs";

test("each change of a rules file is told, also of one that is replaced, and none of the indexes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-rules-"));
  const told: string[] = [];
  let onTold: () => void = () => undefined;
  const stop = watchRules(folder, (name) => {
    told.push(name);
    onTold();
  });
  const nextTold = () => new Promise<void>((resolve) => (onTold = resolve));
  const replace = async (name: string, text: string) => {
    await writeFile(join(folder, `${name}.new`), text);
    await rename(join(folder, `${name}.new`), join(folder, name));
  };
  for (const [name, text] of [
    ["firestore.rules", "1"],
    ["firestore.rules", "2"],
    ["database.rules.json", "3"],
  ] as const) {
    const again = nextTold();
    // oxlint-disable-next-line no-await-in-loop
    await replace("firestore.indexes.json", text);
    // oxlint-disable-next-line no-await-in-loop
    await replace(name, text);
    // oxlint-disable-next-line no-await-in-loop
    await again;
  }
  expect(told).toEqual(["firestore.rules", "firestore.rules", "database.rules.json"]);
  stop();
  await rm(folder, { recursive: true });
});
