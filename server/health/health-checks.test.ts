import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { backupsDocument } from "#lib/backups.ts";
import type { Health, HealthState } from "#lib/health.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createHealth } from "./health-checks.ts";
import type { HealthDeps } from "./health-checks.ts";

const start = Date.UTC(2026, 10, 22, 13);
const day = 24 * 3_600_000;
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function look(more: Partial<HealthDeps> = {}): Promise<Health> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-health-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await writeFile(join(dataDir, "a"), "x".repeat(2000));
  return createHealth({
    backend: site.serverBackend,
    jobs: () => ({ list: async () => ({ jobs: [], next: undefined }) }),
    mail: { sends: false, waiting: async () => ({ mails: [], total: 0 }) },
    links: { problems: async () => [] },
    profileProblems: async () => [],
    dataDir,
    origin: () => "https://ada.example",
    version: "1.2.3",
    startedAt: start - 3 * day,
    providers: ["Google"],
    mailTestPath: "server/mailTest",
    log: recordingLog().log,
    now: () => start,
    certificateOf: async () => ({ validTo: start + 60 * day, isTrusted: true }),
    ...more,
  })();
}

const of = ({ checks }: Health, id: string) => checks.find((check) => check.id === id)!;

test("each check says what is, and one that wants something says what to do", async () => {
  const health = await look();
  const ids = health.checks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { state, text, todo, title } of health.checks) {
    expect(text).toMatch(/^[^a-z].*\.$/);
    expect(title).not.toBe("");
    expect(todo !== "", `${title}: ${todo}`).toBe(state === "warn" || state === "bad");
  }
  expect(of(health, "server").text).toMatch(/^Foyer 1\.2\.3 on Node .*, running for 3 days\.$/);
  expect(of(health, "disk").text).toContain("has 2 KB");
  expect(of(health, "mail")).toMatchObject({ state: "warn" });
  expect(of(health, "backups")).toMatchObject({ state: "warn", text: "There is no back-up yet." });
  expect(of(health, "sign-in").text).toContain("e-mail and password and Google");
});

test("a site that could not be read of the owner is named, with when it is tried again", async () => {
  const problem = {
    message: "GitHub answers with an error (502).",
    nextTryAt: new Date(start).toISOString(),
  };
  const found = of(await look({ profileProblems: async () => [problem] }), "profiles");
  expect(found).toMatchObject({ state: "warn", text: "GitHub answers with an error (502)." });
  expect(found.todo).toContain("2026-11-22 13:00 UTC");
});

test("one check that fails leaves the others, and the log has why", async () => {
  const { log, entries } = recordingLog();
  const health = await look({
    log,
    links: {
      problems: async () => {
        throw new Error("the disk is on fire");
      },
    },
  });
  expect(of(health, "links")).toMatchObject({ state: "unknown" });
  expect(of(health, "server").state).toBe("ok");
  expect(JSON.stringify(health)).not.toContain("on fire");
  expect(entries).toHaveLength(1);
});

test("a certificate that ends soon, has ended or is nobody's is seen, and a site without https", async () => {
  const stateOf = async (more: Partial<HealthDeps>): Promise<HealthState> =>
    of(await look(more), "https").state;
  const ends = (days: number, isTrusted = true) => ({
    certificateOf: async () => ({ validTo: start + days * day, isTrusted }),
  });
  expect(await stateOf(ends(60))).toBe("ok");
  expect(await stateOf(ends(9))).toBe("warn");
  expect(await stateOf(ends(-1))).toBe("bad");
  expect(await stateOf(ends(60, false))).toBe("bad");
  expect(await stateOf({ certificateOf: async () => Promise.reject(new Error("no")) })).toBe(
    "unknown",
  );
  expect(await stateOf({ origin: () => "http://ada.example" })).toBe("bad");
  expect(await stateOf({ origin: () => "http://localhost:3000" })).toBe("unknown");
});

test("mail that nobody takes, failed jobs, old back-ups and a failed drill are bad", async () => {
  const at = new Date(start - 10 * day).toISOString();
  const state = {
    last: { at, name: "x", bytes: 5_000_000 },
    failure: null,
    drill: { at, name: "x", ok: false, text: "A file differs.", ms: 1 },
  };
  await site.serverBackend.commit([{ set: backupsDocument, data: state }]);
  const job = { kind: "check-links" } as never;
  const health = await look({
    jobs: () => ({ list: async () => ({ jobs: [job], next: undefined }) }),
    mail: {
      sends: true,
      waiting: async () => ({ mails: [{ createdAt: start - day } as never], total: 1 }),
    },
    links: {
      problems: async () => [{ kind: "projects", docId: "a", problem: "a.test: gone." } as never],
    },
  });
  expect(of(health, "jobs")).toMatchObject({
    state: "bad",
    text: "1 job has failed: check-links.",
    path: "/UserManagement?tab=jobs&job=failed",
  });
  expect(of(health, "mail")).toMatchObject({ state: "bad" });
  expect(of(health, "mail").text).toContain("the oldest for 24 hours");
  expect(of(health, "backups")).toMatchObject({ state: "warn" });
  expect(of(health, "drill").text).toContain("A file differs.");
  expect(of(health, "links")).toMatchObject({ state: "warn", path: "/EditProjects?id=a" });
});

test("what Firebase does not tell is not known, and no fault", async () => {
  const health = await look({ mail: undefined, dataDir: undefined });
  for (const id of ["disk", "backups", "drill", "mail"]) {
    expect(of(health, id), id).toMatchObject({ state: "unknown", todo: "" });
  }
});
