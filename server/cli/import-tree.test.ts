import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { checkTree, importTree } from "./import-tree.ts";

async function openText(text: string) {
  const folder = await mkdtemp(join(tmpdir(), "foyer-import-"));
  await writeFile(join(folder, "file"), text);
  const handle = await open(join(folder, "file"));
  await rm(folder, { recursive: true });
  return handle;
}

const nested = (keys: number) => `${'{"k":'.repeat(keys)}1${"}".repeat(keys)}`;
const texts = [
  "null",
  '{"a":[1,null,{"b":"ü"}],"c":{}}',
  '{".value":1,".priority":null}',
  '{".priority":1}',
  '{"a":{".priority":"x","b":{".value":true,".priority":-1.5}}}',
  '{"a":{".value":1,"b":2}}',
  '{"a":{".value":{}}}',
  '{"a":{".value":[1]}}',
  '{"b":1,".priority":{}}',
  '{"b":1,".priority":true}',
  '{"b":1,".priority":false}',
  '{"a.b":1}',
  '{"":1}',
  '{"a/b":null}',
  '{"\\u007f":1}',
  '{".other":1}',
  `{"${"x".repeat(768)}":1}`,
  `{"${"x".repeat(769)}":1}`,
  `{"${"ü".repeat(384)}":1}`,
  `{"${"ü".repeat(385)}":1}`,
  nested(31),
  nested(32),
  nested(33),
  `${'{"k":'.repeat(31)}{".value":1,".priority":1}${"}".repeat(31)}`,
  '{"a":1e400}',
  '{"a":-1e400}',
  '{"__proto__":{"constructor":1}}',
  '{"\\ud800":"\\udfff"}',
  '{"a":1',
  '{"a":01}',
];

test("a document is checked as the server would judge it", async () => {
  await using site = await openSite();
  for (const text of texts) {
    const request = new Request("http://any.invalid/place.json", { method: "PUT", body: text });
    const { status } = await site.backend.adminFetch(request);
    await using handle = await openText(text);
    const isGood = await checkTree(handle, "place").then(
      () => true,
      () => false,
    );
    expect(isGood, text).toBe(status === 200);
  }
});

test("an import that the backend stops says how far it came", async () => {
  const text = JSON.stringify(Array.from({ length: 60_000 }, (_, i) => i));
  await using handle = await openText(text);
  const told: number[] = [];
  const backend = {
    putValue: async () => true,
    updateValues: () => Promise.reject(new Error("The server has stopped meanwhile.")),
  };
  await expect(importTree(backend, handle, "", (values) => told.push(values))).rejects.toThrow(
    "The server has stopped meanwhile.\nThe import is not complete: 50000 values are written. Run it again.",
  );
  expect(told).toEqual([50_000]);
});
