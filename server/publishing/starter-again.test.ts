/** Starter content that was hidden or deleted and comes back is the invented one still. */
import { expect, test } from "vitest";
import { ann, openDesk, project } from "./testing/open-desk.ts";

const atlas = { kind: "projects", id: "atlas" } as const;

async function openStarter() {
  const desk = await openDesk();
  await desk.backend.commit([{ set: "projects/atlas", data: project({ sample: true }) }]);
  return { ...desk, isStarter: async () => (await desk.backend.publicData()).sample };
}

test("hidden and shown again, or deleted and taken back, it can be removed as starter content", async () => {
  await using desk = await openStarter();
  const { visibility, trash } = desk.acts;
  await visibility.hide(atlas, ann);
  await visibility.show(atlas, ann);
  expect(await desk.isStarter()).toBe("all");
  await trash.delete(atlas, ann);
  await trash.untrash(atlas, ann);
  expect(await desk.isStarter()).toBe("all");
  await visibility.hide(atlas, ann);
  await trash.delete(atlas, ann);
  await trash.untrash(atlas, ann);
  await visibility.show(atlas, ann);
  expect(await desk.isStarter()).toBe("all");
});

test("what the owner has published is the owner's, also when it is hidden and shown later", async () => {
  await using desk = await openStarter();
  await desk.draft("projects", "atlas", project({ sample: true, title: "Mine" }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  await desk.acts.visibility.hide(atlas, ann);
  await desk.acts.visibility.show(atlas, ann);
  expect(await desk.isStarter()).toBe(false);
});
