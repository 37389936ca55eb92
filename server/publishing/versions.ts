/** Versions of a document: made with each act, never by a save of the draft, and thinned beyond what is kept. */
import type { ContentKind } from "#lib/content/kinds.ts";
import { versionsKept, versionsPath } from "#lib/content/version.ts";
import type { Version, VersionReason } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { inPages, isTooMuch } from "#lib/in-pages.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { idOfTime } from "../audit/audit.ts";
import { groupOf } from "./content-store.ts";

export type Actor = { uid: string; name: string };

export type NewVersion = {
  fields: PlainFields;
  why: VersionReason;
  actor: Actor;
  label?: string | undefined;
};

export type Versions = {
  /** Writes for the commit that they belong to, and the ids of the versions, in their order. */
  prepare(
    kind: ContentKind,
    id: string,
    versions: readonly NewVersion[],
  ): Promise<{ writes: Write[]; ids: string[] }>;
  get(kind: ContentKind, id: string, versionId: string): Promise<PlainFields | null>;
  /** All of them, newest first. */
  pages(kind: ContentKind, id: string): AsyncGenerator<StoredDocument[], void>;
  /** All of them go. */
  erase(kind: ContentKind, id: string): Promise<void>;
  countNamed(kind: ContentKind, id: string): Promise<number>;
  /** Removes what is older than the last ones of its sort and has no name, but `keep`. */
  thin(kind: ContentKind, id: string, keep?: string): Promise<void>;
};

/** What says how many are kept of which sort. */
const countedFields = ["number", "lost", "why", "label"];

const versionId = /^[\w-]{1,100}$/;

export function createVersions(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}): Versions {
  const { backend, now, newId } = deps;

  /** As far as it counts. */
  async function newest(kind: ContentKind, id: string): Promise<StoredDocument | undefined> {
    const order = { field: "number", descending: true };
    const query = { order, fields: countedFields, limit: 1 };
    const [latest] = await backend.findDocuments(versionsPath(kind, id), query);
    return latest;
  }

  const byNumber = (
    kind: ContentKind,
    id: string,
    { fields, ...order }: { upTo?: number; descending?: boolean; fields?: readonly string[] },
  ) =>
    inPages(({ limit, last }) => {
      const after = last && { value: Number(last.data["number"]), id: last.id };
      const ordered = { ...order, field: "number", after };
      return backend.findDocuments(versionsPath(kind, id), { order: ordered, fields, limit });
    });

  /** What the store calls too much for one commit, which it judges by the size of what goes, goes in halves. */
  async function deleteAll(old: readonly StoredDocument[]): Promise<void> {
    if (old.length === 0) return;
    try {
      await backend.commit(old.map(({ path }) => ({ delete: path })));
    } catch (error) {
      if (!isTooMuch(error) || old.length === 1) throw error;
      const half = Math.ceil(old.length / 2);
      await deleteAll(old.slice(0, half));
      await deleteAll(old.slice(half));
    }
  }

  return {
    async prepare(kind, id, versions) {
      const latest = await newest(kind, id);
      const last = latest === undefined ? none : countsOf(latest);
      let { lost } = last;
      const at = now();
      const ids: string[] = [];
      const writes = versions.map(({ fields, why, actor, label }, index): Write => {
        const number = last.number + 1 + index;
        if (why === "conflict") lost += 1;
        const name = `${idOfTime(at)}-${String(number).padStart(6, "0")}-${newId().slice(0, 8)}`;
        ids.push(name);
        const data: Version = {
          fields,
          at: new Date(at).toISOString(),
          by: actor.uid,
          byName: actor.name,
          why,
          ...(label !== undefined && { label }),
          number,
          ...(lost > 0 && { lost }),
        };
        return { set: `${versionsPath(kind, id)}/${name}`, data, when: { exists: false } };
      });
      return { writes, ids };
    },
    async get(kind, id, name) {
      if (!versionId.test(name)) return null;
      const stored = await backend.getDocument(`${versionsPath(kind, id)}/${name}`);
      return stored === null ? null : groupOf(stored.data["fields"]);
    },
    pages: (kind, id) => byNumber(kind, id, { descending: true }),
    async erase(kind, id) {
      for await (const page of byNumber(kind, id, { descending: true })) await deleteAll(page);
    },
    async countNamed(kind, id) {
      let count = 0;
      // Only those that have a label are found.
      const named = inPages(({ limit, last }) => {
        const label = last?.data["label"];
        const after = last && typeof label === "string" ? { value: label, id: last.id } : undefined;
        const order = { field: "label", after };
        return backend.findDocuments(versionsPath(kind, id), { order, fields: ["label"], limit });
      });
      for await (const page of named) count += page.filter(isNamed).length;
      return count;
    },
    async thin(kind, id, keep) {
      const latest = await newest(kind, id);
      if (latest === undefined) return;
      const counts = countsOf(latest);
      const upTo = counts.number - versionsKept.others;
      if (upTo <= 0) return;
      // Hundreds of those behind the last ones may stay, and each may be as large as a document can be.
      for await (const behind of byNumber(kind, id, { upTo, fields: countedFields })) {
        await deleteAll(
          behind.filter(
            (version) => version.id !== keep && !isNamed(version) && isOver(version, counts),
          ),
        );
      }
    },
  };
}

type Counts = { number: number; lost: number };
const none: Counts = { number: 0, lost: 0 };

function countsOf({ data }: StoredDocument): Counts {
  return { number: Number(data["number"] ?? 0), lost: Number(data["lost"] ?? 0) };
}

/** Whether as many of its sort came after it as are kept: words that lost a race count by themselves. */
function isOver(version: StoredDocument, latest: Counts): boolean {
  const { number, lost } = countsOf(version);
  return version.data["why"] === "conflict" && lost > 0
    ? latest.lost - lost >= versionsKept.lost
    : latest.number - latest.lost - (number - lost) >= versionsKept.others;
}

function isNamed({ data }: StoredDocument): boolean {
  return typeof data["label"] === "string" && data["label"] !== "";
}
