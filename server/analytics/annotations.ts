/** What may be why figures changed: content that was published, and new versions of the site's code. */
import type { Annotation } from "#lib/analytics/report.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Audit } from "../audit/audit.ts";

type BuildsBackend = Pick<ServerBackend, "getDocument" | "commit">;
type Build = { id: string; at: string };

const buildsPath = "server/builds";
const maxBuilds = 100;
const maxPublished = 100;

/**
 * Keeps when a version of the code first ran.
 * @param build what tells versions apart
 * @throws BackendError
 */
export async function noteBuild(
  backend: BuildsBackend,
  build: string,
  now: () => number,
): Promise<void> {
  const stored = await backend.getDocument(buildsPath);
  const builds = readBuilds(stored?.data["builds"]);
  if (builds.at(-1)?.id === build) return;
  const next = [...builds, { id: build, at: new Date(now()).toISOString() }].slice(-maxBuilds);
  const when = stored === null ? { exists: false } : { updateTime: stored.updateTime };
  try {
    await backend.commit([{ set: buildsPath, data: { builds: next }, when }]);
  } catch (error) {
    // Another copy has begun at the same time, with the same code.
    if (!isConflict(error)) throw error;
  }
}

/** Oldest first, `from` and `to` (days) included. @throws BackendError */
export async function annotationsOf(
  { backend, audit }: { backend: BuildsBackend; audit: Pick<Audit, "list"> },
  { from, to }: { from: string; to: string },
): Promise<Annotation[]> {
  const instants = { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` };
  const [stored, acts] = await Promise.all([
    backend.getDocument(buildsPath),
    audit.list({ action: "content.publish", ...instants, limit: maxPublished }),
  ]);
  // The first one is no change.
  const builds = readBuilds(stored?.data["builds"])
    .slice(1)
    .filter(({ at }) => at >= instants.from && at <= instants.to)
    .map(({ at }): Annotation => ({ at, kind: "new-version", text: "New version of the site" }));
  const contents = acts.entries.map(({ at, details }): Annotation => {
    const title = details["title"];
    const text = typeof title === "string" && title !== "" ? title : String(details["kind"] ?? "");
    return { at, kind: "published", text };
  });
  return [...builds, ...contents].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function readBuilds(value: unknown): Build[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const { id, at } = (typeof one === "object" && one !== null ? one : {}) as Partial<Build>;
    return typeof id === "string" && typeof at === "string" ? [{ id, at }] : [];
  });
}
