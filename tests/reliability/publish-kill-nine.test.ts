import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBackend } from "#backend";
import { storedNamesIn } from "#lib/content/content-media.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { howMany } from "../support/how-many.ts";
import { items, openPublishing } from "./publish-acts.ts";

const ROUNDS = howMany("PUBLISH_KILL_ROUNDS", { short: 2, full: 60 });
const script = fileURLToPath(new URL("./publish-until-killed.ts", import.meta.url));

test(`R1: kill -9 in the middle of publishing: all or nothing is shown, no word and no picture is lost, none is public that nobody shows (${ROUNDS} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-publish-"));
  try {
    let next = 1;
    let published = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await publishAndKill(dataDir, next, (round * 53) % 400);
      const last = new Map<string, { draft: number; published: number }>();
      for (const [, kind, id = "", number] of output.matchAll(/^([dp]) (\w) (\d+)$/gm)) {
        const seen = last.get(id) ?? { draft: 0, published: 0 };
        last.set(id, { ...seen, [kind === "d" ? "draft" : "published"]: Number(number) });
        next = Math.max(next, Number(number) + items.length + 1);
        if (kind === "p") published += 1;
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      await withBackend(dataDir, (backend) => check(backend, last));
    }
    expect(published).toBeGreaterThanOrEqual(ROUNDS);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Kills it so long after it has published the first time. */
async function publishAndKill(dataDir: string, next: number, afterMs: number): Promise<string> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  const first = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (/^p /m.test(output)) first.resolve();
  });
  child.once("exit", () => first.resolve());
  child.stdin.end(String(next));
  await first.promise;
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill("SIGKILL");
  await once(child.stdout, "close");
  return output;
}

async function withBackend(dataDir: string, work: (backend: ServerBackend) => Promise<void>) {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
  try {
    const log = createLog("silent");
    await work(createEmbeddedServerBackend(backend, { projectId: "kill", log }));
  } finally {
    await backend.close();
  }
}

async function check(
  backend: ServerBackend,
  last: ReadonlyMap<string, { draft: number; published: number }>,
): Promise<void> {
  const { jobs } = openPublishing(backend, 120_000);
  jobs.start();
  await jobs.runDue();
  await jobs.close();
  for (const id of items) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await checkItem(backend, id, last.get(id));
  }
}

async function checkItem(
  backend: ServerBackend,
  id: string,
  last: { draft: number; published: number } | undefined,
): Promise<void> {
  const [document, draft, versions, open, hidden] = await Promise.all([
    backend.getDocument(`projects/${id}`),
    backend.getDocument(`drafts/projects_${id}`),
    backend.findDocuments(`projects/${id}/versions`, { order: { field: "number" }, limit: 500 }),
    backend.listObjects(`public/projects/${id}/`, { size: 1000 }),
    backend.listObjects(`drafts/projects/${id}/`, { size: 1000 }),
  ]);
  // Numbered without a gap, and the last one is what is there.
  const numbers = versions.map(({ data }) => Number(data["number"]));
  const lowest = numbers[0] ?? 1;
  expect(numbers).toEqual(numbers.map((_, at) => lowest + at));
  if (document !== null) expect(versions.at(-1)?.data["fields"]).toEqual(document.data);
  // What was acknowledged is there: the last draft as a draft, or published.
  const titles = [draft?.data["fields"], ...versions.map(({ data }) => data["fields"])].map(
    (fields) => (fields as PlainFields | undefined)?.["title"],
  );
  if (last !== undefined) expect(titles).toContain(`Title ${last.draft}`);
  if (last !== undefined && last.published > 0) {
    expect(titles.slice(1)).toContain(`Title ${last.published}`);
  }
  // Each picture is where visitors may or may not have it, and none is lost.
  const isShown = document !== null && document.data["hidden"] === false;
  const shown = isShown ? [...storedNamesIn(document.data)] : [];
  expect(open.names).toEqual(shown);
  const all = new Set([...open.names, ...hidden.names].map((name) => name.replace(/^\w+/, "")));
  for (const { data } of versions) {
    for (const name of storedNamesIn(data["fields"] as PlainFields)) {
      expect(all).toContain(name.replace(/^\w+/, ""));
    }
  }
}
