import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { urlsOnOrigin } from "../backend-port/clients.ts";
import { createHostedServerBackend } from "../backend-port/hosted.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { SourceError } from "./profile-source.ts";
import type { ProfileSource } from "./profile-source.ts";
import { createProfileSnapshots } from "./profile-snapshots.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const minute = 60_000;
const hour = 60 * minute;

const said = (login: string, followers = 0): Omit<GitHubSnapshot, "fetchedAt"> => ({
  login,
  url: `https://github.com/${login}`,
  followers,
  following: 0,
  repositories: 0,
  years: [],
  isPrivateCounted: false,
  languages: [],
  pinned: [],
  recent: [],
  activity: [],
});

type Read = ProfileSource<"github">["read"];

/** A copy of the server over the site's data, with a GitHub that says what `read` does. */
function openCopy(
  site: Site,
  clock: { ms: number },
  read: Read,
  backend: ServerBackend = site.serverBackend,
) {
  const asked: string[] = [];
  const { log, entries } = recordingLog();
  const now = () => clock.ms;
  const source: ProfileSource<"github"> = {
    id: "github",
    name: "GitHub",
    userOf: ({ login }) => login,
    read(user, context) {
      asked.push(user);
      return read(user, context);
    },
  };
  const snapshots = createProfileSnapshots({
    backend,
    sources: [source],
    jobs: () => jobs,
    log,
    now,
  });
  const kinds = snapshots.jobKinds;
  const jobs: Jobs = createJobs({ backend, log, now, newId: randomUUID, kinds, graceMs: 0 });
  return {
    ...snapshots,
    asked,
    entries,
    jobs,
    /** What a look at the page comes to. */
    async look() {
      await snapshots.seen("github");
      await jobs.runDue();
    },
  };
}

async function nameUser(site: Site, username: string | undefined): Promise<void> {
  const profiles = username === undefined ? [] : [{ network: "GitHub", username }];
  const document = { basics: { name: "Ada", profiles } };
  await site.serverBackend.commit([{ set: "site/resume", data: { document } }]);
}

const shown = async (site: Site) => (await site.serverBackend.publicData()).github;

test("a page view has a snapshot read, once for all copies, and not again for six hours", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const clock = { ms: start };
  let followers = 0;
  const read: Read = async (user) => ({ snapshot: said(user, (followers += 1)) });
  const copies = [openCopy(site, clock, read), openCopy(site, clock, read)] as const;
  await Promise.all(copies.map((copy) => copy.look()));
  expect(copies.flatMap(({ asked }) => asked)).toEqual(["ada"]);
  expect(await shown(site)).toMatchObject({
    login: "ada",
    followers: 1,
    fetchedAt: "2026-03-01T12:00:00.000Z",
  });
  clock.ms += 6 * hour;
  await copies[0].look();
  expect(followers).toBe(1);
  clock.ms += minute;
  await copies[0].look();
  expect(await shown(site)).toMatchObject({ followers: 2 });
});

test("copies that reach the data over the network read once, too", async () => {
  await using site = await serveSite();
  await nameUser(site, "ada");
  const key = await site.backend.createServiceAccount(site.origin);
  const clock = { ms: start };
  const copies = [1, 2].map(() => {
    const backend = createHostedServerBackend({
      urls: urlsOnOrigin(site.origin),
      projectId: "foyer",
      bucket: "foyer",
      namespace: "foyer",
      key,
      log: recordingLog().log,
    });
    return openCopy(site, clock, async (user) => ({ snapshot: said(user) }), backend);
  });
  await Promise.all(copies.map((copy) => copy.look()));
  expect(copies.flatMap(({ asked }) => asked)).toEqual(["ada"]);
  expect(await shown(site)).toMatchObject({ login: "ada" });
  expect(copies.flatMap(({ entries }) => entries)).toEqual([]);
});

test("what the site said before is handed on, with what was noted then", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const befores: unknown[] = [];
  const copy = openCopy(site, { ms: start }, async (user, { before }) => {
    befores.push(before && [before.snapshot.login, before.memory]);
    return { snapshot: said(user), memory: { etag: "x" } };
  });
  await copy.refresh("github");
  await copy.refresh("github");
  await nameUser(site, "ben");
  await copy.refresh("github");
  expect(befores).toEqual([null, ["ada", { etag: "x" }], null]);
});

test("when the site fails the last snapshot stays, and it is asked less and less often", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const clock = { ms: start };
  let isDown = false;
  const copy = openCopy(site, clock, async (user) => {
    if (isDown) throw new SourceError("GitHub cannot be read just now.");
    return { snapshot: said(user, 7) };
  });
  await copy.refresh("github");
  isDown = true;
  const tries: number[] = [];
  for (clock.ms = start + 6 * hour + minute; clock.ms < start + 12 * hour; clock.ms += minute) {
    const before = copy.asked.length;
    // oxlint-disable-next-line no-await-in-loop -- one minute after the other
    await copy.look();
    if (copy.asked.length > before) tries.push((clock.ms - start - 6 * hour) / minute);
  }
  expect(tries).toEqual([1, 16, 46, 106, 226]);
  expect(await shown(site)).toMatchObject({ followers: 7, fetchedAt: "2026-03-01T12:00:00.000Z" });
  expect(await copy.problemOf("github")).toMatchObject({
    user: "ada",
    message: "GitHub cannot be read just now.",
    failures: 5,
    isLimit: false,
  });
  isDown = false;
  expect(await copy.refresh("github")).toMatchObject({ outcome: "read" });
  expect(await copy.problemOf("github")).toBeNull();
});

test("a site that says when it answers again is not asked before, not even by hand", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const clock = { ms: start };
  const copy = openCopy(site, clock, async (user) => {
    if (clock.ms >= start + 2 * hour) return { snapshot: said(user) };
    throw new SourceError("GitHub was asked too often.", { retryAt: start + 2 * hour });
  });
  expect(await copy.refresh("github")).toMatchObject({ outcome: "failed" });
  clock.ms += 2 * hour - 1;
  expect(await copy.refresh("github")).toEqual({
    outcome: "waiting",
    message: "GitHub was asked too often.",
    nextTryAt: "2026-03-01T14:00:00.000Z",
  });
  await copy.look();
  expect(copy.asked).toHaveLength(1);
  clock.ms += 1;
  expect(await copy.refresh("github")).toMatchObject({ outcome: "read" });
});

test("a time that is far off holds for a day at most", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const clock = { ms: start };
  const copy = openCopy(site, clock, async () => {
    throw new SourceError("GitHub was asked too often.", { retryAt: start + 1000 * 24 * hour });
  });
  expect(await copy.refresh("github")).toMatchObject({ nextTryAt: "2026-03-02T12:00:00.000Z" });
});

test("what fits no snapshot is not written", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const copy = openCopy(site, { ms: start }, async (user) => ({
    snapshot: { ...said(user), url: "javascript:alert(1)" },
  }));
  expect(await copy.refresh("github")).toMatchObject({
    outcome: "failed",
    message: "GitHub’s answer makes no sense.",
  });
  expect(await site.serverBackend.getDocument("snapshots/github")).toBeNull();
});

test("another user is read at once, whatever was wrong with the one before", async () => {
  await using site = await openSite();
  await nameUser(site, "typo");
  const clock = { ms: start };
  const copy = openCopy(site, clock, async (user) => {
    if (user === "typo") throw new SourceError("GitHub knows nobody called “typo”.");
    return { snapshot: said(user) };
  });
  await copy.look();
  await nameUser(site, "ada");
  clock.ms += minute;
  await copy.look();
  expect(copy.asked).toEqual(["typo", "ada"]);
  expect(await shown(site)).toMatchObject({ login: "ada" });
});

test("a user who is called otherwise now is told, not read again and again", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const clock = { ms: start };
  let login = "Ada";
  const copy = openCopy(site, clock, async () => ({ snapshot: said(login) }));
  await copy.look();
  login = "ada-lovelace";
  clock.ms += 7 * hour;
  await copy.look();
  expect(await copy.problemOf("github")).toMatchObject({
    message: "GitHub calls “ada” “ada-lovelace” now: mend the resume.",
  });
  expect(await shown(site)).toMatchObject({ login: "Ada" });
  clock.ms += 5 * minute;
  await copy.look();
  expect(copy.asked).toHaveLength(2);
});

test("what was wrong with a profile is forgotten with it", async () => {
  await using site = await openSite();
  await nameUser(site, "typo");
  const copy = openCopy(site, { ms: start }, async () => {
    throw new SourceError("GitHub knows nobody called “typo”.");
  });
  await copy.refresh("github");
  expect(await copy.problems()).toMatchObject([{ user: "typo" }]);
  await nameUser(site, undefined);
  expect(await copy.refresh("github")).toEqual({ outcome: "nobody" });
  expect(await copy.problems()).toEqual([]);
});

test("whoever takes the profile from the resume is no longer shown", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const clock = { ms: start };
  const copy = openCopy(site, clock, async (user) => ({ snapshot: said(user) }));
  await copy.refresh("github");
  await nameUser(site, undefined);
  await copy.jobs.schedule("read-profiles", { dueAt: new Date(start), data: {} });
  await copy.jobs.runDue();
  expect(await site.serverBackend.getDocument("snapshots/github")).toBeNull();
  expect(copy.asked).toEqual(["ada"]);
});

test("who asks while it is read gets what that comes to", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const answered = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const copy = openCopy(site, { ms: start }, async (user) => {
    begun.resolve();
    await answered.promise;
    return { snapshot: said(user) };
  });
  const first = copy.refresh("github");
  await begun.promise;
  const second = copy.refresh("github");
  answered.resolve();
  expect(await Promise.all([first, second])).toMatchObject([
    { outcome: "read" },
    { outcome: "read" },
  ]);
  expect(copy.asked).toEqual(["ada"]);
});

test("a server that stops leaves the reading to the next one", async () => {
  await using site = await openSite();
  await nameUser(site, "ada");
  const begun = Promise.withResolvers<void>();
  const copy = openCopy(site, { ms: start }, (_user, { signal }) => {
    begun.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  const looked = copy.look();
  await begun.promise;
  await copy.jobs.close();
  await looked;
  expect(await copy.problemOf("github")).toBeNull();
  const next = openCopy(site, { ms: start }, async (user) => ({ snapshot: said(user) }));
  await next.jobs.runDue();
  expect(await shown(site)).toMatchObject({ login: "ada" });
});
