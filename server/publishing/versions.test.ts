import { expect, test } from "vitest";
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
