import { expect, test } from "vitest";
import { versionsKept } from "#lib/content/version.ts";
import { openSite } from "../../tests/support/site.ts";
import { createVersions } from "./versions.ts";

test("versions that are more than one commit may delete are erased all the same", async () => {
  await using site = await openSite();
  const { serverBackend: backend } = site;
  const versions = createVersions({ backend, now: () => 0, newId: () => "x" });
  const body = "x".repeat(900_000);
  for (let number = 1; number <= 30; number += 1) {
    const data = { fields: { body }, at: "", by: "ann", byName: "Ann", why: "saved", number };
    // oxlint-disable-next-line no-await-in-loop -- all of them in one commit would be too much
    await backend.commit([{ set: `projects/long/versions/v-${number}`, data }]);
  }
  await versions.erase("projects", "long");
  expect(await backend.findDocuments("projects/long/versions", { limit: 1 })).toEqual([]);
});

test("what is kept of the versions is decided without reading a word of them", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const read: string[] = [];
  const versions = createVersions({
    backend: {
      ...serverBackend,
      async findDocuments(collection, query) {
        const found = await serverBackend.findDocuments(collection, query);
        read.push(...found.flatMap(({ data }) => Object.keys(data)));
        return found;
      },
    },
    now: () => 0,
    newId: () => "x",
  });
  const count = versionsKept.others + 3;
  await serverBackend.commit(
    Array.from({ length: count }, (_, at) => ({
      set: `projects/long/versions/v-${at + 1}`,
      data: {
        fields: { body: "Many words." },
        at: "",
        by: "ann",
        byName: "Ann",
        why: "saved",
        number: at + 1,
        ...(at === 1 && { label: "Kept" }),
      },
    })),
  );
  expect(await versions.countNamed("projects", "long")).toBe(1);
  await versions.thin("projects", "long");
  const left = await serverBackend.findDocuments("projects/long/versions", { limit: 200 });
  const gone = ["v-1", "v-2", "v-3"].filter((id) => !left.some((version) => version.id === id));
  expect(gone).toEqual(["v-1", "v-3"]);
  expect(read).not.toContain("fields");
});
