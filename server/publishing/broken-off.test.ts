import { expect, test } from "vitest";
import { ann, openDesk, project, start } from "./testing/open-desk.ts";
import type { PublishingBackend } from "./site-facts.ts";

const atlas = { kind: "projects", id: "atlas" } as const;

/** Lets so many changes through; then the process is as good as dead. */
function mortal() {
  let left = Number.POSITIVE_INFINITY;
  const isDead = () => left-- <= 0;
  const wrap = (backend: PublishingBackend): PublishingBackend => {
    const dying =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (isDead()) throw new Error("The process died.");
        return call(...args);
      };
    return {
      ...backend,
      commit: dying(backend.commit),
      putObject: dying(backend.putObject),
      deleteObject: dying(backend.deleteObject),
    };
  };
  return { wrap, dieAfter: (count: number) => (left = count) };
}

// The first change is the secret that signs what was cleaned.
test.each([2, 4])(
  "publishing that ends after %i changes shows all or nothing, loses nothing, and leaves no file public that nobody shows",
  async (count) => {
    const process = mortal();
    await using desk = await openDesk(process);
    const cover = await desk.upload("projects", "atlas", "a.jpg");
    const other = await desk.upload("projects", "atlas", "b.jpg");
    await desk.draft("projects", "atlas", project({ cover, gallery: [other] }));
    process.dieAfter(count);
    await desk.acts.drafts.publish(atlas, 1, ann).catch(() => undefined);
    process.dieAfter(Number.POSITIVE_INFINITY);
    desk.clock.ms = start + 120_000;
    await desk.jobs.runDue();
    const isShown = (await desk.backend.publicData()).projects.length === 1;
    expect(await desk.names("public", "projects", "atlas")).toHaveLength(isShown ? 2 : 0);
    expect(await desk.names("drafts", "projects", "atlas")).toHaveLength(isShown ? 0 : 2);
    expect(await desk.versions("projects", "atlas")).toHaveLength(isShown ? 1 : 0);
    const draft = await desk.backend.getDocument("drafts/projects_atlas");
    expect(draft === null).toBe(isShown);
    // Once more from the start, whatever there was.
    if (!isShown) await desk.acts.drafts.publish(atlas, 1, ann);
    expect(await desk.names("public", "projects", "atlas")).toHaveLength(2);
  },
);

test.each([1])(
  "hiding that ends after %i changes hides all or nothing, and its pictures are where they belong",
  async (count) => {
    const process = mortal();
    await using desk = await openDesk(process);
    const cover = await desk.upload("projects", "atlas", "a.jpg");
    await desk.draft("projects", "atlas", project({ cover }));
    await desk.acts.drafts.publish(atlas, 1, ann);
    process.dieAfter(count);
    await desk.acts.visibility.hide(atlas, ann).catch(() => undefined);
    process.dieAfter(Number.POSITIVE_INFINITY);
    desk.clock.ms = start + 120_000;
    await desk.jobs.runDue();
    const isShown = (await desk.backend.publicData()).projects.length === 1;
    expect(await desk.names("public", "projects", "atlas")).toHaveLength(isShown ? 1 : 0);
    expect(await desk.names("drafts", "projects", "atlas")).toHaveLength(isShown ? 0 : 1);
  },
);

test("what is deleted is deleted, although the look at the content after it fails", async () => {
  let isFaulty = false;
  const wrap = (backend: PublishingBackend): PublishingBackend => ({
    ...backend,
    publicData: () =>
      isFaulty ? Promise.reject(new Error("No connection.")) : backend.publicData(),
  });
  await using desk = await openDesk({ wrap });
  await desk.draft("projects", "atlas", project());
  await desk.acts.drafts.publish(atlas, 1, ann);
  isFaulty = true;
  await desk.acts.trash.delete(atlas, ann);
  expect((await desk.backend.publicData()).projects).toEqual([]);
});
