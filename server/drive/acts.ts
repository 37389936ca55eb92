/** Acts on a drive, by its owner or by members of its shared folders. docs/files.md */
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { tidyName, whyNotName } from "#lib/drive/names.ts";
import { objectNameOf } from "#lib/drive/node.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import { createRoleIn } from "./access.ts";
import { createActView } from "./act-view.ts";
import { type Brought, broughtBy, forgetBrought } from "./brought.ts";
import type { CopyObject } from "./copy-object.ts";
import { type ActObject, type Judging, judgeAct } from "./judge-act.ts";
import { newDriveId } from "./new-id.ts";
import { kindOfFolders } from "./memberships.ts";
import {
  type DriveChange,
  type DriveHead,
  type DriveStore,
  type NodeWrite,
  DriveBusyError,
} from "./store.ts";

export type DriveActs = {
  /** One that fails stops none of the others. @throws BackendError, DriveBusyError */
  run(uid: string, owner: string, acts: readonly DriveAct[]): Promise<DriveActResult[]>;
};

export type ActsBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "getObject" | "deleteObject" | "commit"
>;

/** An object that the server makes for an act. */
type Copy = { from: string; to: string; fileName: string; node: string };

const copiesAtOnce = 4;
/** What was copied for nobody goes after that. */
const copyMs = 3_600_000;
const countedMs = 60_000;
/** Of an account, so many at a time: moving a large folder looks into all that are in it. */
const looking = { burst: 200, perMinute: 40 };
const foldersOfLook = 500;

export function createDriveActs(deps: {
  backend: ActsBackend;
  store: DriveStore;
  copyObject: CopyObject;
  /** After a change of what is in these folders; not waited for. */
  changed: (owner: string, folders: readonly string[]) => void;
  /** Something is left of what was deleted. */
  purgeSoon: (owner: string) => Promise<void>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DriveActs {
  const { backend, store, copyObject, changed, purgeSoon, now } = deps;
  const storedRole = createRoleIn(backend);
  const looks = createRateLimit({ ...looking, now });
  const counts = new Map<string, { count: number; until: number }>();

  async function countOf(owner: string, folder: string): Promise<number> {
    const key = `${owner}/${folder}`;
    const known = counts.get(key);
    if (known && known.until > now()) return (known.count += 1);
    let count = 0;
    for await (const entry of store.everyEntryIn(owner, folder)) if ("node" in entry) count += 1;
    for (const [other, { until }] of counts) if (until <= now()) counts.delete(other);
    counts.set(key, { count, until: now() + countedMs });
    return count;
  }

  type Asked = { uid: string; owner: string; acts: readonly DriveAct[] };

  async function judgeAll(
    { uid, owner, acts }: Asked,
    head: DriveHead,
    at: string,
    objects: ReadonlyMap<string, ActObject>,
  ) {
    let looked = 0;
    const view = createActView(store, owner, (folders) => {
      for (looked += folders; looked >= foldersOfLook; looked -= foldersOfLook) {
        if (looks.take(uid) > 0) throw new DriveBusyError("Too many large folders were moved.");
      }
    });
    const roles = new Map<string, ReturnType<Judging["roleIn"]>>();
    const on: Judging = {
      view,
      uid,
      owner,
      at,
      nodes: head.nodes,
      depth: head.depth,
      objects,
      newId: newDriveId,
      countOf: (folder) => countOf(owner, folder),
      roleIn(folder) {
        const role = roles.get(folder) ?? storedRole(uid, owner, folder);
        roles.set(folder, role);
        return role;
      },
    };
    await readAhead(view, acts);
    const results: DriveActResult[] = [];
    // oxlint-disable-next-line no-await-in-loop -- each sees what the one before has done
    for (const act of acts) results.push(await judgeAct(on, act));
    const writes = view.writes();
    return { results, writes, nodes: on.nodes, depth: on.depth, folders: await view.folders() };
  }

  type Judged = Awaited<ReturnType<typeof judgeAll>>;

  function change(result: Judged, more: readonly NodeWrite[] = []): DriveChange<Judged> {
    const { writes, nodes, depth } = result;
    const all = [...writes, ...more];
    return all.length === 0
      ? { result, writes: all }
      : { result, writes: all, head: { nodes, depth } };
  }

  async function infoOf(name: string): Promise<ObjectInfo | undefined> {
    return (await backend.getObject(name)) ?? undefined;
  }

  /** What is stored already, and what has to be copied first if the acts may be. */
  async function lookUp({ uid, owner, acts }: Asked) {
    const objects = new Map<string, ActObject>();
    const copies = new Map<string, Copy>();
    await Promise.all(
      acts.map(async (act) => {
        if (!("object" in act) || act.act === "restore-version" || act.act === "drop-version")
          return;
        const name = objectNameOf(owner, act.object);
        const there = await infoOf(name);
        if (act.act !== "copy-file" && uid === owner) {
          objects.set(act.object, there ? actObject(there) : "no-object");
          return;
        }
        const from = await sourceOf(act, uid, owner);
        const source = from === undefined ? undefined : await infoOf(from);
        // Of an answer that was lost: it is there, and what it came of may be gone.
        const { actOf, actFor } = there?.customMetadata ?? {};
        // For no other node: an object of before belongs to the one it was made for, or has gone with it.
        const isOurs = actOf === uid && actFor === act.id;
        if (there && isOurs) objects.set(act.object, actObject(there));
        else if (there || from === undefined || !source) objects.set(act.object, "no-object");
        else {
          objects.set(act.object, actObject(source));
          const fileName = "name" in act ? act.name : "";
          copies.set(act.object, { from, to: name, fileName, node: act.id });
        }
      }),
    );
    return { objects, copies };
  }

  async function sourceOf(act: DriveAct, uid: string, owner: string): Promise<string | undefined> {
    if (act.act !== "copy-file") {
      return "object" in act ? objectNameOf(uid, act.object) : undefined;
    }
    const node = await store.readNode(owner, act.from);
    return node?.kind === "file" ? objectNameOf(owner, node.version.object) : undefined;
  }

  /** Notes first what is to go again if this process ends before a node has it. @returns the note */
  async function makeCopies(asked: Asked, wanted: ReadonlyMap<string, Copy>) {
    const { uid, owner } = asked;
    const note = newDriveId();
    const made = new Map<string, ActObject>();
    await store.update(owner, async (_head, at) => {
      const waitsUntil = new Date(now() + copyMs).toISOString();
      const known = { id: note, parent: "", goneAt: at, known: false };
      const gone = { ...known, left: true, objects: [...wanted.keys()], waitsUntil };
      return { result: undefined, writes: [{ gone }] };
    });
    const waiting = [...wanted];
    async function work(): Promise<void> {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [object, { from, to, fileName, node }] = next;
        // oxlint-disable-next-line no-await-in-loop -- so many at once as there are workers
        const copied = await copyObject({
          from,
          to,
          owner,
          customMetadata: { actOf: uid, actFor: node, ...(fileName !== "" && { fileName }) },
        });
        made.set(object, typeof copied === "string" ? copied : actObject(copied));
      }
    }
    await Promise.all(Array.from({ length: copiesAtOnce }, work));
    return { note, made };
  }

  async function runWithCopies(
    asked: Asked,
    objects: Map<string, ActObject>,
    copies: ReadonlyMap<string, Copy>,
  ) {
    const { uid, owner, acts } = asked;
    // As if they were made: nobody's bytes are copied for an act that may not be.
    const head = await store.readHead(owner);
    const first = await judgeAll(asked, head, new Date(now()).toISOString(), objects);
    const wanted = new Map<string, Copy>();
    acts.forEach((act, index) => {
      const { [index]: result } = first.results;
      if (!("object" in act) || !result || !("node" in result)) return;
      const copy = copies.get(act.object);
      if (copy) wanted.set(act.object, copy);
    });
    for (const object of copies.keys()) if (!wanted.has(object)) objects.set(object, "changed");
    if (wanted.size === 0)
      return store.update(owner, async (now_, at) =>
        change(await judgeAll(asked, now_, at, objects)),
      );
    const { note, made } = await makeCopies(asked, wanted);
    let brought: Brought | undefined;
    for (const [object, said] of made) objects.set(object, said);
    const done = await store.update(owner, async (nowHead, at) => {
      const stays = await store.readEntry(owner, note);
      const isTaken = !stays || !("gone" in stays) || stays.gone.waitsUntil === null;
      // Somebody has begun to take the copies away: this took longer than anybody waits.
      if (isTaken) for (const object of wanted.keys()) objects.set(object, "changed");
      const judged = await judgeAll(asked, nowHead, at, objects);
      // Also of nodes that were there already: the same act, asked for twice, may have used these copies.
      const used = new Set(judged.results.flatMap(objectsOf));
      const ours = [...made].flatMap(([object, said]) =>
        typeof said === "string" ? [] : [object],
      );
      const unused = ours.filter((object) => !used.has(object));
      if (isTaken) return change(judged);
      const isOwn = (object: string) => wanted.get(object)?.from === objectNameOf(uid, object);
      const theirs = uid === owner ? [] : [...used].filter(isOwn);
      brought = theirs.length === 0 ? undefined : broughtBy(uid, theirs, at);
      const also = brought === undefined ? [] : [brought.note];
      if (unused.length === 0) return { ...change(judged, [{ forget: note }]), also };
      const gone = { ...stays.gone, objects: unused, waitsUntil: null };
      return { ...change(judged, [{ gone }]), also };
    });
    if (brought !== undefined) await forgetBrought(deps, brought);
    return done;
  }

  /** Nobody waits for what strangers ask of a drive. @returns undefined for anybody else */
  async function refuseStranger(asked: Asked): Promise<DriveActResult[] | undefined> {
    const { uid, owner } = asked;
    if (uid === owner) return undefined;
    const where = { kind: kindOfFolders, uid, owner };
    const [isIn] = await backend.findDocuments("memberships", { where, limit: 1 });
    if (isIn) return undefined;
    const at = new Date(now()).toISOString();
    const { results } = await judgeAll(asked, await store.readHead(owner), at, new Map());
    // Let in this moment.
    return results.every((result) => "error" in result) ? results : undefined;
  }

  return {
    async run(uid, owner, acts) {
      const asked = { uid, owner, acts };
      const refused = await refuseStranger(asked);
      if (refused) return refused;
      const { objects, copies } = await lookUp(asked);
      const done =
        copies.size > 0
          ? await runWithCopies(asked, objects, copies)
          : await store.update(owner, async (head, at) =>
              change(await judgeAll(asked, head, at, objects)),
            );
      const { results, writes, folders } = done;
      if (writes.length > 0) {
        changed(owner, folders);
        const isLeft = writes.some((write) => "gone" in write && write.gone.left);
        if (isLeft) await purgeSoon(owner);
      }
      return results;
    },
  };
}

function actObject({ sizeBytes, contentType }: ObjectInfo): ActObject {
  const type = (contentType ?? "application/octet-stream").split(";")[0]?.trim() ?? "";
  return { size: sizeBytes, type: type.slice(0, 200) };
}

function objectsOf(result: DriveActResult): string[] {
  if (!("node" in result) || result.node?.kind !== "file") return [];
  return [result.node.version, ...result.node.older].map(({ object }) => object);
}

/** All that is asked for sure at once, so that acts do not wait for it one after the other. */
async function readAhead(
  view: ReturnType<typeof createActView>,
  acts: readonly DriveAct[],
): Promise<void> {
  await Promise.all(
    acts.flatMap((act): Promise<unknown>[] => [
      view.entry(act.id),
      ...("from" in act ? [view.entry(act.from)] : []),
      ...("parent" in act && act.parent !== "" ? [view.chain(act.parent)] : []),
      ...("parent" in act && act.name !== undefined && whyNotName(tidyName(act.name)) === undefined
        ? [view.isTaken(act.parent, act.name)]
        : []),
    ]),
  );
}
