/** Links that are asked for at once, on two servers. */
import { expect, test } from "vitest";
import { mostLinks } from "#lib/drive/limits.ts";
import { openSite } from "../../tests/support/site.ts";
import { createAccess } from "./access.ts";
import { newToken, pathOfLink } from "./link-record.ts";
import { createLinks } from "./links.ts";
import { createDriveStore } from "./store.ts";
import { createPlanter } from "./testing/serve-bytes.ts";

const choices = { expiresAt: null, limit: null, keepPlaces: false, showName: false };
const owner = "ann";

test("no more links are made than an account may have, and each is counted", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  const { id } = await createPlanter(backend, owner).file("a.txt", "a", "text/plain");
  const servers = [0, 1].map(() => {
    const store = createDriveStore({ backend, now: Date.now });
    const access = createAccess({ backend, store });
    return {
      store,
      links: createLinks({ backend, access, store, changed: async () => {}, now: Date.now }),
    };
  });
  const link = { ...choices, owner, node: id, kind: "file", password: null, log: [] };
  const data = { ...link, createdAt: 1, downloads: 0, views: 0 };
  const planted = Array.from({ length: mostLinks - 2 }, () => ({
    set: pathOfLink(newToken()),
    data,
  }));
  await backend.commit(planted);
  const made = await Promise.all(
    [...servers, ...servers, ...servers].map(({ links }) =>
      links.create(owner, id, { ...choices, password: null }),
    ),
  );
  expect(made.filter((one) => one === "too-many")).toHaveLength(4);
  const [one] = servers;
  expect(await one?.links.list(owner, id)).toHaveLength(mostLinks);
  expect(await one?.store.readNode(owner, id)).toMatchObject({ links: mostLinks });
});
