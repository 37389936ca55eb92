import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import { urlsOnOrigin } from "../backend-port/clients.ts";
import { createHostedServerBackend } from "../backend-port/hosted.ts";
import { ann, openDesk } from "../publishing/testing/open-desk.ts";
import { createDuplicates } from "./duplicates.ts";
import { createProblemImport } from "./import-problems.ts";

test("problems are imported, merged and taken apart over the network as well", async () => {
  await using site = await serveSite();
  const { log } = recordingLog();
  const hosted = createHostedServerBackend({
    urls: urlsOnOrigin(site.origin),
    projectId: "foyer",
    bucket: "foyer",
    namespace: "foyer",
    key: await site.backend.createServiceAccount(site.origin),
    log,
  });
  await using desk = await openDesk({ site, serverBackend: hosted });
  const { audit } = desk;
  const { inTurn } = desk.acts.publishing;
  const now = () => desk.clock.ms;
  const deps = { backend: hosted, audit, inTurn, log, now, newId: randomUUID };
  const imports = createProblemImport(deps);
  const duplicates = createDuplicates(deps);
  const problem = (at: number) => ({
    title: `Problem ${at}`,
    link: `https://leetcode.com/problems/problem-${at}/`,
    categories: ["Array"],
    solutions: [{ language: "c", code: `code ${at}` }],
  });
  const many = Array.from({ length: 200 }, (_, at) => problem(at));
  const results = await imports.add(many, { publish: true, actor: ann });
  expect(new Set(results.map(({ did, as }) => `${did} ${as}`))).toEqual(
    new Set(["made published"]),
  );
  expect((await hosted.publicData()).problems).toHaveLength(200);

  const twin = { ...problem(7), solutions: [{ language: "c", code: "another" }] };
  await hosted.commit([{ set: "problems/twin", data: twin }]);
  const [group] = await duplicates.list();
  expect(group?.entries.map(({ id, isShown }) => [id, isShown])).toEqual([
    ["problem-7", true],
    ["twin", false],
  ]);
  const seen = Object.fromEntries(group!.entries.map(({ id, updatedAt }) => [id, updatedAt]));
  const { undo } = await duplicates.merge({ keep: "problem-7", others: ["twin"] }, seen, ann);
  expect((await hosted.getDocument("problems/problem-7"))?.data["solutions"]).toHaveLength(2);
  expect(await hosted.getDocument("problems/twin")).toBeNull();
  await duplicates.undo(undo, ann);
  expect((await hosted.getDocument("problems/twin"))?.data).toMatchObject(twin);
});
