import { expect, test } from "vitest";
import type { PublicData } from "#lib/server-backend.ts";
import { createCheckedContent } from "./checked-content.ts";

const contentOf = (title: string): PublicData => ({
  version: Math.random(),
  failed: false,
  projects: [{ id: "a", slug: "a", title, summary: "" } as PublicData["projects"][number]],
  certificates: [],
  problems: [],
  foodPosts: [],
  foodWishlist: [],
  github: null,
  leetcode: null,
  resume: null,
  profile: null,
  settings: {} as PublicData["settings"],
  sections: {} as PublicData["sections"],
  navigation: null,
  seo: null,
  redirects: [],
  sample: false,
});
const empty: PublicData = { ...contentOf(""), projects: [], failed: true };

/** A backend whose content, reach and pace the test decides. */
function open() {
  const state = { now: 1_000_000, title: "first", isDown: false, reads: 0 };
  let wait = Promise.resolve();
  const content = createCheckedContent({
    clock: () => state.now,
    async read() {
      state.reads += 1;
      await wait;
      return state.isDown ? empty : contentOf(state.title);
    },
  });
  return {
    state,
    ...content,
    title: async () => (await content.publicData()).projects[0]?.title,
    /** Reads take until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wait = promise;
      return resolve;
    },
    /** Resolves when a read that nobody waits for has come to its end. */
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("it is read once for all who ask, and not again for five seconds", async () => {
  const { state, title, publicVersion } = open();
  expect(await Promise.all([title(), title()])).toEqual(["first", "first"]);
  const version = publicVersion();
  state.now += 4_999;
  expect(await title()).toBe("first");
  expect(publicVersion()).toBe(version);
  expect(state.reads).toBe(1);
});

test("a change is seen after five seconds and a read that nobody waits for", async () => {
  const { state, title, publicVersion, hold, settled } = open();
  await title();
  const version = publicVersion();
  state.title = "second";
  state.now += 5_000;
  const release = hold();
  expect(publicVersion()).toBe(version);
  expect(await title()).toBe("first");
  expect(state.reads).toBe(2);
  release();
  await settled();
  expect(publicVersion()).not.toBe(version);
  expect(await title()).toBe("second");
});

test("content that is the same keeps its version, and so the pages that were made of it", async () => {
  const { state, title, publicVersion, settled } = open();
  await title();
  const version = publicVersion();
  for (let round = 0; round < 5; round += 1) {
    state.now += 5_000;
    publicVersion();
    await settled();
  }
  expect(state.reads).toBe(6);
  expect(publicVersion()).toBe(version);
});

test("after a minute without visitors the first one waits for what is there now", async () => {
  const { state, title, publicVersion } = open();
  await title();
  const version = publicVersion();
  state.title = "second";
  state.now += 60_000;
  expect(publicVersion()).not.toBe(version);
  expect(await title()).toBe("second");
});

test("a clock that is put back delays nothing", async () => {
  const { state, title, publicVersion, publicData, settled } = open();
  await title();
  const version = publicVersion();
  state.title = "second";
  state.now -= 3_600_000;
  expect(publicVersion()).not.toBe(version);
  expect(await title()).toBe("second");
  state.isDown = true;
  state.now += 60_000;
  await publicData();
  state.isDown = false;
  state.now -= 3_600_000;
  await publicData();
  await settled();
  expect(await publicData()).toMatchObject({ failed: false });
});

test("out of reach, what was known last is shown, not kept, and nobody waits for more", async () => {
  const { state, title, publicData, hold, settled } = open();
  await title();
  state.isDown = true;
  state.now += 60_000;
  expect(await publicData()).toMatchObject({
    failed: true,
    isLastKnown: true,
    projects: [{ title: "first" }],
  });
  const reads = state.reads;
  expect(await title()).toBe("first");
  expect(state.reads).toBe(reads);
  state.now += 5_000;
  const release = hold();
  expect(await publicData()).toMatchObject({ failed: true, projects: [{ title: "first" }] });
  state.isDown = false;
  state.title = "second";
  release();
  await settled();
  expect(await publicData()).toMatchObject({ failed: false, projects: [{ title: "second" }] });
});

test("a backend that was never reached leaves the lists empty and is tried again", async () => {
  const { state, publicData, settled } = open();
  state.isDown = true;
  expect(await publicData()).toMatchObject({ failed: true, projects: [] });
  expect(await publicData()).toMatchObject({ failed: true, projects: [] });
  expect(state.reads).toBe(1);
  state.isDown = false;
  state.now += 5_000;
  await publicData();
  await settled();
  expect(await publicData()).toMatchObject({ failed: false, projects: [{ title: "first" }] });
});

test("what this server has changed itself is there for who asks next, also when a look was under way", async () => {
  const site = open();
  expect(await site.title()).toBe("first");
  site.state.title = "second";
  site.expire();
  expect(await site.title()).toBe("second");

  site.state.now += 10_000;
  const release = site.hold();
  expect(await site.title()).toBe("second");
  site.state.title = "third";
  site.expire();
  const asked = site.title();
  release();
  expect(await asked).toBe("third");
  expect(await site.title()).toBe("third");
});
