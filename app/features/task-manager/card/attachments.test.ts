import { afterAll, expect, test, vi } from "vitest";
import type { NewUpload, Uploads } from "#app/live/uploads/upload.ts";
import { attach, comingOf } from "./attachments.ts";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
});
afterAll(() => vi.unstubAllGlobals());

test("what was cut off elsewhere does not take a file that is put on a card", async () => {
  const added: NewUpload[] = [];
  const cutOff = new Set(["users/ann/files/drive"]);
  const uploads: Pick<Uploads, "add" | "attach"> = {
    async add(files) {
      added.push(...files);
      return [];
    },
    attach: async (files, isMeant = () => true) =>
      Array.from(cutOff).some(isMeant) ? [] : [...files],
  };
  const put = (card: string) =>
    attach(uploads as Uploads, { uid: "ann", board: "b", card }, [new File(["x"], "plan.txt")]);
  await put("one");
  expect(added).toHaveLength(1);
  cutOff.add(comingOf("ann")[0]!.path);
  await put("two");
  expect(added).toHaveLength(2);
  // Given to its own card, it goes on.
  await put("one");
  expect(added).toHaveLength(2);
});
