/**
 * What other sites say of the owner, kept as `snapshots/{id}`: pages show it and never wait for those sites. It is read
 * anew by jobs, when a page was asked for and it is older than six hours, and every six hours; what fails is put off,
 * longer each time, or as long as the site says. The last one that made sense stays.
 */
import { misfitsOf } from "#lib/documents/schema-of.ts";
import { profileUser } from "#lib/profile-user.ts";
import type { ProfileId } from "#lib/profile-user.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { SourceError } from "./profile-source.ts";
import type { ProfileSource, Snapshots } from "./profile-source.ts";
import { memoryWrite, problemWrite, readMemory, readProblem } from "./snapshot-state.ts";
import type { SnapshotProblem } from "./snapshot-state.ts";

type SnapshotsBackend = Pick<ServerBackend, "getDocument" | "commit" | "publicData">;

type Refreshed =
  | { outcome: "read"; fetchedAt: string }
  /** The resume names no user there. */
  | { outcome: "nobody" }
  | { outcome: "failed"; message: string; nextTryAt: string }
  /** The site said when it answers again, and was not asked. */
  | { outcome: "waiting"; message: string; nextTryAt: string };

export type ProfileSnapshots = {
  jobKinds: JobKinds;
  /** Somebody looks at its page, and does not wait. Resolves when a job has it, if it is due; never rejects. */
  seen(id: ProfileId): Promise<void>;
  /** Reads it now. @throws BackendError; what `signal` is aborted with */
  refresh(id: ProfileId, signal?: AbortSignal): Promise<Refreshed>;
  /** Null when the last reading went well. @throws BackendError */
  problemOf(id: ProfileId): Promise<SnapshotProblem | null>;
  /** Of all sources. @throws BackendError */
  problems(): Promise<SnapshotProblem[]>;
};

const hourMs = 3_600_000;
const freshMs = 6 * hourMs;
/** Of the job that comes again: what a page view had read in between is not asked for once more. */
const recentMs = 3 * hourMs;
/** What is due is asked about no oftener by a copy of the server: that costs a read. */
const lookMs = 60_000;
const readMs = 90_000;
const firstWaitMs = 15 * 60_000;
const longestWaitMs = 6 * hourMs;
/** Of what a site may ask for. */
const longestRetryMs = 24 * hourMs;

/** What there is to decide by. */
type Standing = {
  user: string | undefined;
  snapshot: Snapshots[ProfileId] | null;
  /** Milliseconds since it was read; infinite when there is none, or it is of somebody else. */
  ageMs: number;
};

export function createProfileSnapshots(deps: {
  backend: SnapshotsBackend;
  sources: readonly ProfileSource[];
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ProfileSnapshots {
  const { backend, sources, jobs, log, now } = deps;
  const looked = new Map<ProfileId, { state: string; at: number }>();
  const reading = new Map<ProfileId, Promise<Refreshed>>();

  function sourceOf(id: ProfileId): ProfileSource {
    const found = sources.find((source) => source.id === id);
    if (found === undefined) throw new TypeError(`There is no source ${id}.`);
    return found;
  }

  /** Undefined while the content cannot be read. */
  async function standingOf(source: ProfileSource): Promise<Standing | undefined> {
    const data = await backend.publicData();
    if (data.failed) return undefined;
    const user = profileUser(data.resume, source.id);
    const snapshot = data[source.id];
    const isTheirs =
      snapshot !== null && source.userOf(snapshot).toLowerCase() === user?.toLowerCase();
    const ageMs = isTheirs ? now() - Date.parse(snapshot.fetchedAt) : Number.POSITIVE_INFINITY;
    // One of the future was written by a clock that was ahead.
    return { user, snapshot, ageMs: ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs };
  }

  async function look(source: ProfileSource): Promise<void> {
    const standing = await standingOf(source);
    if (standing === undefined || standing.ageMs <= freshMs) return;
    const { user, snapshot } = standing;
    if (user === undefined) return;
    const read = snapshot === null ? 0 : Date.parse(snapshot.fetchedAt);
    const state = [source.id, user, read].join("-");
    const last = looked.get(source.id);
    if (last?.state === state && now() >= last.at && now() < last.at + lookMs) return;
    looked.set(source.id, { state, at: now() });
    const problem = await readProblem(backend, source.id);
    if (isPutOff(problem, user)) return;
    // Each state is read on from once, whichever copy of the server comes upon it.
    const id = ["read", state, problem === null ? 0 : Date.parse(problem.at)];
    const dueAt = new Date(now());
    await jobs().schedule("read-profile", {
      id: id.join("-"),
      dueAt,
      data: { profile: source.id },
    });
  }

  /** What is wrong with one user says nothing of another, unless the site has had enough of us. */
  function isPutOff(problem: SnapshotProblem | null, user: string): boolean {
    if (problem === null || (problem.user !== user && !problem.isLimit)) return false;
    const leftMs = Date.parse(problem.nextTryAt) - now();
    return leftMs > 0 && leftMs <= longestRetryMs;
  }

  async function readIfOlder(
    source: ProfileSource,
    ageMs: number,
    signal: AbortSignal,
  ): Promise<string> {
    const standing = await standingOf(source);
    if (standing === undefined) throw new Error("The content cannot be read.");
    if (standing.user !== undefined) {
      if (standing.ageMs <= ageMs) return "fresh";
      if (isPutOff(await readProblem(backend, source.id), standing.user)) return "waiting";
    }
    return (await readOnce(source, standing, signal)).outcome;
  }

  /** Who asks while it is read gets what that comes to. */
  function readOnce(
    source: ProfileSource,
    standing: Standing,
    signal: AbortSignal | undefined,
  ): Promise<Refreshed> {
    const already = reading.get(source.id);
    if (already !== undefined) return already;
    const read = readNow(source, standing, signal).finally(() => reading.delete(source.id));
    reading.set(source.id, read);
    return read;
  }

  async function readNow(
    source: ProfileSource,
    { user, snapshot, ageMs }: Standing,
    stop: AbortSignal | undefined,
  ): Promise<Refreshed> {
    const { id } = source;
    const path = `snapshots/${id}`;
    if (user === undefined) {
      // Whoever takes a profile from the resume wants nothing of it to stay.
      const problem = await readProblem(backend, id);
      if (snapshot !== null) await backend.commit([{ delete: path }]);
      if (problem !== null) await backend.commit([problemWrite(id, null)]);
      return { outcome: "nobody" };
    }
    const isTheirs = snapshot !== null && ageMs !== Number.POSITIVE_INFINITY;
    const before = isTheirs ? { snapshot, memory: await readMemory(backend, id, user) } : null;
    const timeout = AbortSignal.timeout(readMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    try {
      const { snapshot: said, memory = {} } = await source.read(user, { before, signal });
      const name = source.userOf(said);
      if (name.toLowerCase() !== user.toLowerCase()) {
        throw new SourceError(`${source.name} calls “${user}” “${name}” now: mend the resume.`);
      }
      const fetchedAt = new Date(now()).toISOString();
      const data = { ...said, fetchedAt };
      const faults = misfitsOf(path, data);
      if (faults.length > 0) {
        const cause = faults.slice(0, 5).map(({ path: field, message }) => `${field} ${message}`);
        throw new SourceError(`${source.name}’s answer makes no sense.`, { cause });
      }
      await backend.commit([
        { set: path, data },
        problemWrite(id, null),
        memoryWrite(id, user, memory),
      ]);
      return { outcome: "read", fetchedAt };
    } catch (error) {
      if (error instanceof SourceError) return await putOff(source, user, error);
      if (stop?.aborted !== true && timeout.aborted) {
        const late = new SourceError(`${source.name} did not answer in time.`, { cause: error });
        return await putOff(source, user, late);
      }
      throw error;
    }
  }

  async function putOff(
    source: ProfileSource,
    user: string,
    error: SourceError,
  ): Promise<Refreshed> {
    const { message, retryAt } = error;
    const last = await readProblem(backend, source.id);
    const failures = (last?.user === user ? last.failures : 0) + 1;
    const usual = now() + Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    const latest = now() + longestRetryMs;
    const nextTryAt = new Date(Math.min(latest, Math.max(usual, retryAt ?? 0))).toISOString();
    const at = new Date(now()).toISOString();
    const isLimit = retryAt !== undefined;
    const problem = { user, at, message, failures, nextTryAt, isLimit };
    await backend.commit([problemWrite(source.id, problem)]);
    log.warn({ err: error, source: source.id, failures, nextTryAt }, "a profile was not read");
    return { outcome: "failed", message, nextTryAt };
  }

  return {
    jobKinds: {
      "read-profile": {
        leaseMs: 2 * readMs,
        async run({ profile }, { signal }) {
          const source = sources.find(({ id }) => id === profile);
          if (source === undefined) return;
          return { outcome: await readIfOlder(source, freshMs, signal) };
        },
      },
      "read-profiles": {
        every: { ms: freshMs },
        leaseMs: 2 * readMs,
        async run(_data, { signal }) {
          const outcomes = await Promise.all(
            sources.map(async (source) => [source.id, await readIfOlder(source, recentMs, signal)]),
          );
          return Object.fromEntries(outcomes) as Record<string, string>;
        },
      },
    },
    async seen(id) {
      try {
        await look(sourceOf(id));
      } catch (error) {
        log.warn({ err: error, source: id }, "whether a profile is fresh could not be told");
      }
    },
    async refresh(id, signal) {
      const source = sourceOf(id);
      const already = reading.get(id);
      if (already !== undefined) return already;
      const standing = await standingOf(source);
      if (standing === undefined) throw new Error("The content cannot be read.");
      const { user } = standing;
      const problem = user === undefined ? null : await readProblem(backend, id);
      if (user !== undefined && problem?.isLimit === true && isPutOff(problem, user)) {
        const { message, nextTryAt } = problem;
        return { outcome: "waiting", message, nextTryAt };
      }
      return readOnce(source, standing, signal);
    },
    problemOf: (id) => readProblem(backend, id),
    async problems() {
      const found = await Promise.all(sources.map(({ id }) => readProblem(backend, id)));
      return found.filter((problem) => problem !== null);
    },
  };
}
