/**
 * What hangs on what was deleted for good goes: objects first, then documents, from the bottom up, so that whatever is
 * broken off is found again from the one that says `left`. docs/files.md
 */
import { objectNameOf, thumbNameOf } from "#lib/drive/node.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { DriveStore, Entry, GoneNode, NodeWrite } from "./store.ts";

export type PurgeBackend = Pick<ServerBackend, "deleteObject" | "findDocuments">;

export type DrivePurge = {
  /** All that may go now. @returns how many objects and documents went @throws BackendError */
  run(owner: string, signal?: AbortSignal): Promise<{ objects: number; nodes: number }>;
  /** @throws BackendError */
  soon(owner: string): Promise<void>;
  jobKinds: JobKinds;
};

const kind = "purge-drives";
const atOnce = 8;
const someNodes = 100;

export function createDrivePurge(deps: {
  backend: PurgeBackend;
  store: DriveStore;
  /** Of what had links or members; can be called again. @throws BackendError */
  forget: (owner: string, ids: ReadonlySet<string>) => Promise<void>;
  changed: (owner: string) => void;
  jobs: () => Pick<Jobs, "schedule">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DrivePurge {
  const { backend, store, forget, changed, jobs, log, now } = deps;
  /** Asked for and not begun. */
  let isAsked = false;

  async function deleteObjects(owner: string, objects: readonly string[]): Promise<void> {
    const waiting = [...objects];
    async function work(): Promise<void> {
      for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
        // oxlint-disable-next-line no-await-in-loop -- so many at once as there are workers
        await backend.deleteObject(thumbNameOf(owner, object));
        // oxlint-disable-next-line no-await-in-loop
        await backend.deleteObject(objectNameOf(owner, object));
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Each folder before what is in it. */
  async function allBelow(owner: string, id: string): Promise<Entry[]> {
    const found: Entry[] = [];
    const seen = new Set([id]);
    const folders = [id];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other
      for await (const entry of store.everyEntryIn(owner, folder)) {
        const entryId = idOf(entry);
        if (seen.has(entryId)) continue;
        seen.add(entryId);
        found.push(entry);
        // Of a gone one nobody says whether it was a folder.
        if ("gone" in entry || entry.node.kind === "folder") folders.push(entryId);
      }
    }
    return found;
  }

  async function purgeOne(owner: string, gone: GoneNode, signal: AbortSignal | undefined) {
    const below = (await allBelow(owner, gone.id)).toReversed();
    let objects = 0;
    for (let from = 0; from < below.length; from += someNodes) {
      signal?.throwIfAborted();
      const some = below.slice(from, from + someNodes);
      const theirs = some.flatMap(objectsOf);
      // oxlint-disable no-await-in-loop -- from the bottom up
      await deleteObjects(owner, theirs);
      const known = some.filter(isKnown).map(idOf);
      if (known.length > 0) await forget(owner, new Set(known));
      await store.update(owner, async () => {
        // Another server may do the same: each node is taken off the count once.
        const found = await Promise.all(some.map((entry) => store.readEntry(owner, idOf(entry))));
        const there = found.flatMap((entry) => entry ?? []);
        const writes = there.map((entry): NodeWrite => ({ forget: idOf(entry) }));
        return { result: undefined, writes, added: -there.filter((one) => "node" in one).length };
      });
      // oxlint-enable no-await-in-loop
      objects += theirs.length;
    }
    await deleteObjects(owner, gone.objects);
    if (gone.known) await forget(owner, new Set([gone.id]));
    const done = { ...gone, left: false, objects: [], known: false, waitsUntil: null };
    await store.update(owner, async () => ({ result: undefined, writes: [{ gone: done }] }));
    return { objects: objects + gone.objects.length, nodes: below.length };
  }

  async function usedOf(owner: string, objects: readonly string[]): Promise<Set<string>> {
    const asked = new Set(objects);
    const used = new Set<string>();
    for await (const page of store.everyEntry(owner)) {
      const nodes = page.filter((entry) => "node" in entry);
      for (const object of nodes.flatMap(objectsOf)) if (asked.has(object)) used.add(object);
    }
    return used;
  }

  /** From now on nobody gives these objects to a node. */
  async function take(owner: string, { id }: GoneNode): Promise<GoneNode | undefined> {
    return store.update<GoneNode | undefined>(owner, async () => {
      const entry = await store.readEntry(owner, id);
      if (!entry || !("gone" in entry) || !entry.gone.left)
        return { result: undefined, writes: [] };
      if (entry.gone.waitsUntil === null) return { result: entry.gone, writes: [] };
      // Who made the copies never said what became of them, and the same act may have been asked for again.
      const used = await usedOf(owner, entry.gone.objects);
      const objects = entry.gone.objects.filter((object) => !used.has(object));
      const gone = { ...entry.gone, objects, waitsUntil: null };
      return { result: gone, writes: [{ gone }] };
    });
  }

  async function run(owner: string, signal?: AbortSignal) {
    const total = { objects: 0, nodes: 0 };
    let after: string | undefined;
    for (;;) {
      // oxlint-disable no-await-in-loop -- one page, and of it one after the other
      const page = await store.leftOvers(owner, someNodes, after);
      for (const left of page) {
        signal?.throwIfAborted();
        if (left.waitsUntil !== null && Date.parse(left.waitsUntil) > now()) continue;
        const gone = await take(owner, left);
        if (gone === undefined) continue;
        const went = await purgeOne(owner, gone, signal);
        total.objects += went.objects;
        total.nodes += went.nodes;
      }
      if (page.length < someNodes) break;
      after = page.at(-1)?.id;
      // oxlint-enable no-await-in-loop
    }
    await store.update(owner, async (head) => {
      const isLeft = (await store.leftOvers(owner, 1)).length > 0;
      const change = { result: undefined, writes: [] };
      return head.left && !isLeft ? { ...change, head: { left: false } } : change;
    });
    if (total.nodes + total.objects > 0) changed(owner);
    return total;
  }

  async function runAll(signal: AbortSignal) {
    isAsked = false;
    const total = { drives: 0, objects: 0, nodes: 0 };
    let failed: unknown;
    for await (const { id } of documentsIn(backend, {
      collection: "drives",
      where: { left: true },
    })) {
      try {
        const went = await run(id, signal);
        total.drives += 1;
        total.objects += went.objects;
        total.nodes += went.nodes;
      } catch (error) {
        signal.throwIfAborted();
        // The others have their turn all the same; the job comes again.
        log.error({ err: error }, "what was deleted of a drive could not be taken away");
        failed = error;
      }
    }
    if (failed !== undefined) throw failed;
    return total;
  }

  return {
    run,
    async soon() {
      if (isAsked) return;
      isAsked = true;
      try {
        await jobs().schedule(kind, { dueAt: new Date(now()), data: {} });
      } catch (error) {
        isAsked = false;
        // The act is done; the daily sweep finds what it left.
        log.warn({ err: error }, "what was deleted of a drive waits for its sweep");
      }
    },
    jobKinds: { [kind]: { run: (_data, { signal }) => runAll(signal) } },
  };
}

function idOf(entry: Entry): string {
  return "node" in entry ? entry.node.id : entry.gone.id;
}

function objectsOf(entry: Entry): string[] {
  if ("gone" in entry) return entry.gone.objects;
  const { node } = entry;
  if (node.kind === "folder") return [];
  return [node.version, ...node.older].map(({ object }) => object);
}

function isKnown(entry: Entry): boolean {
  if ("gone" in entry) return entry.gone.known;
  return entry.node.shared || entry.node.links > 0;
}
