import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { gitHubUser, openGitHubReplay } from "../../tests/support/github-replay.ts";
import type { GitHubMood } from "../../tests/support/github-replay.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createProfileSnapshots } from "../profile-snapshots/profile-snapshots.ts";
import { createGitHubSource } from "./github-source.ts";

const start = Date.parse("2026-11-22T12:00:00Z");
const dayMs = 86_400_000;

const badDays: Record<Exclude<GitHubMood, "well">, string> = {
  down: "GitHub cannot be read just now.",
  silent: "GitHub cannot be read just now. It did not answer in time.",
  limited: "GitHub was asked too often and answers no more for a while.",
  busy: "GitHub was asked too often and answers no more for a while.",
  hurried: "GitHub was asked too often and answers no more for a while.",
  revoked: "GitHub does not take the token.",
  nonsense: "GitHub’s answer makes no sense.",
  emptied: "GitHub’s answer makes no sense.",
  cut: "GitHub’s answer makes no sense.",
  endless: "GitHub cannot be read just now. Its answer is too large.",
  elsewhere: "GitHub leads elsewhere: no answer is taken from there.",
  broken: "GitHub answers with an error (502).",
};

for (const token of [undefined, "t"]) {
  const by = token === undefined ? "without a token" : "with a token";
  test(`${by}, on each bad day of GitHub's, what it said last stays on show with its time`, async () => {
    await using site = await openSite();
    await using replay = await openGitHubReplay();
    const backend = site.serverBackend;
    const basics = { name: "Ada", profiles: [{ network: "GitHub", username: gitHubUser }] };
    await backend.commit([{ set: "site/resume", data: { document: { basics } } }]);
    const clock = { ms: start };
    const now = () => clock.ms;
    const { log } = recordingLog();
    const { fetch } = replay.web;
    // No question of a test on a good day takes longer; on a silent one all do.
    const timeoutMs = 2000;
    const snapshots = createProfileSnapshots({
      backend,
      sources: [createGitHubSource({ fetch, token, now, timeoutMs })],
      jobs: () => jobs,
      log,
      now,
    });
    const kinds = snapshots.jobKinds;
    const jobs: Jobs = createJobs({ backend, log, now, newId: randomUUID, kinds, graceMs: 0 });
    const look = async () => {
      await snapshots.seen("github");
      await jobs.runDue();
      return (await backend.publicData()).github;
    };

    const first = await look();
    expect(first).toMatchObject({
      login: gitHubUser,
      recent: [{ name: "hello-world" }, { name: "tide-clock" }],
      fetchedAt: "2026-11-22T12:00:00.000Z",
    });
    for (const [mood, message] of Object.entries(badDays)) {
      clock.ms += dayMs;
      replay.mood = mood as GitHubMood;
      replay.resetAt = clock.ms / 1000 + 60;
      replay.web.asked.length = 0;
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      expect(await look(), mood).toEqual(first);
      const asked = replay.web.asked.filter((line) => line.includes("//api.github.com/"));
      expect(asked, mood).toHaveLength(1);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const problem = await snapshots.problemOf("github");
      expect(problem?.message, mood).toContain(message);
    }
    clock.ms += dayMs;
    replay.mood = "well";
    expect(await look()).toMatchObject({ fetchedAt: new Date(clock.ms).toISOString() });
    expect(await snapshots.problemOf("github")).toBeNull();
    await jobs.close();
  });
}
