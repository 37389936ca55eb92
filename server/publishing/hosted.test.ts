/** Firebase has no commit events and no process of its own: publishing asks over the network, and other copies follow. */
import { expect, test } from "vitest";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import { ann, openDesk, project } from "./testing/open-desk.ts";

const atlas = { kind: "projects", id: "atlas" } as const;

test("content is published, hidden, deleted and had back over the network, and shown at once by the copy that did it", async () => {
  await using site = await serveSite();
  const hosted = await hostedBackendOf(site);
  await using desk = await openDesk({ site, serverBackend: hosted });
  const titles = async () => (await hosted.publicData()).projects.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  expect(await titles()).toEqual(["Atlas"]);
  expect(await desk.names("public", "projects", "atlas")).toHaveLength(1);
  await desk.acts.visibility.hide(atlas, ann);
  expect(await titles()).toEqual([]);
  expect(await desk.names("public", "projects", "atlas")).toEqual([]);
  await desk.acts.trash.delete(atlas, ann);
  await desk.acts.trash.untrash(atlas, ann);
  await desk.acts.visibility.show(atlas, ann);
  expect(await titles()).toEqual(["Atlas"]);
  const whys = (await desk.versions("projects", "atlas")).map(({ data }) => data["why"]);
  expect(whys).toEqual(["published", "hidden", "deleted", "shown"]);
});
