import { ref, updateMetadata, uploadBytes } from "firebase/storage";
import { expect, test } from "vitest";
import { openStorage } from "./testing/open-storage.ts";
import { beginUpload } from "./testing/resumable.ts";

test("a change is told after its commit and before it is answered", async () => {
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, text: string) => errors.push(text) };
  await using storage = await openStorage({ log });
  const told: unknown[] = [];
  const end = storage.service.onObjectChange(async ({ name, generation }) => {
    const { status } = await storage.ask(null, `/${encodeURIComponent(name)}`);
    told.push([name, typeof generation, status]);
    throw new Error("A listener that fails changes nothing.");
  });
  const file = ref(storage.sdk, "open/a");
  await uploadBytes(file, new Uint8Array(3));
  expect(told).toEqual([["open/a", "number", 200]]);
  await updateMetadata(file, { customMetadata: { a: "b" } });
  expect(told).toHaveLength(2);
  await storage.ask(null, "/open%2Fa", { method: "DELETE" });
  expect(told[2]).toEqual(["open/a", "object", 404]);
  const { send } = await beginUpload(storage, null, "open/b", 1);
  expect(told).toHaveLength(3);
  await send("upload, finalize", 0, "x");
  expect(told[3]).toEqual(["open/b", "number", 200]);
  expect((await storage.upload(null, "users/ada/a")).status).toBe(403);
  expect(told).toHaveLength(4);
  expect(errors).toEqual(told.map(() => "A listener to object changes failed"));
  end();
  await storage.upload(null, "open/a");
  expect(told).toHaveLength(4);
});
