/** Problems that there are twice: told by the rules of the public page, made one, and taken apart again. */
import { isDeepStrictEqual } from "node:util";
import { publishable } from "#lib/content/publishable.ts";
import { titleOf } from "#lib/content/kinds.ts";
import { dedupeProblems, toPublicProblems } from "#lib/documents/to-public.ts";
import { problemsOf } from "#lib/content/problems.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { DuplicateEntry, DuplicateGroup, MergeUndo } from "#lib/leetcode/api.ts";
import { mergeProblems } from "#lib/leetcode/merge-problems.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import { pickEach } from "#lib/in-pages.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { textOf } from "#lib/text-of.ts";
import type { Audit } from "../audit/audit.ts";
import type { Log } from "../log.ts";
import { ContentError, changedMeanwhile, notReady, notThere } from "../publishing/content-error.ts";
import { createContentStore, documentPath, trashPath } from "../publishing/content-store.ts";
import type { Trash } from "../publishing/content-store.ts";
import { thinVersions } from "../publishing/thin-versions.ts";
import { createVersions } from "../publishing/versions.ts";
import type { Actor } from "../publishing/versions.ts";
import { checkSize, checkTogether } from "./document-size.ts";
import { plain } from "./plain.ts";
import { recordActs } from "./record-acts.ts";

const kind = "problems";
const mostProblems = 20_000;
const keptInTrashMs = 30 * 24 * 3_600_000;

export type Duplicates = {
  /** Only of what visitors could see. @throws BackendError */
  list(): Promise<DuplicateGroup[]>;
  /**
   * What the others have besides goes to `keep`, the others go into the trash: all of it or nothing.
   * @param seen `updateTime` of each by id, as it was looked at
   * @throws ContentError; BackendError
   */
  merge(
    ids: { keep: string; others: readonly string[] },
    seen: Readonly<Record<string, string>>,
    actor: Actor,
  ): Promise<{ undo: MergeUndo }>;
  /** All as it was. @throws ContentError; BackendError */
  undo(undo: MergeUndo, actor: Actor): Promise<void>;
};

type Candidate = Omit<DuplicateEntry, "isShown" | "isDrafted" | "isScheduled">;

export function createDuplicates(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit" | "publicData">;
  audit: Pick<Audit, "add">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}): Duplicates {
  const { backend, audit, log, now, newId } = deps;
  const store = createContentStore(backend);
  const versions = createVersions({ backend, now, newId });

  async function commit(writes: Write[]): Promise<void> {
    try {
      await backend.commit(writes);
    } catch (error) {
      if (isConflict(error)) throw changedMeanwhile();
      throw error;
    }
  }

  /** As it was looked at, and nothing of it waits to be published. @throws ContentError */
  async function seenAs(id: string, updateTime: string | undefined): Promise<StoredDocument> {
    const [published, draft, schedule] = await Promise.all([
      store.published(kind, id),
      store.draft(kind, id),
      store.schedule(kind, id),
    ]);
    if (published === null || published.updateTime !== updateTime) throw changedMeanwhile();
    if (candidatesOf(published).length === 0) {
      throw new ContentError(409, "not-shown", "Visitors cannot see one of them. Mend that first.");
    }
    const title = titleOf(kind, id, published.data) || id;
    if (schedule !== null) {
      const text = `“${title}” is to be published at a set time. Cancel that first.`;
      throw new ContentError(409, "is-scheduled", text);
    }
    if (draft !== null) {
      const text = `“${title}” has changes that are not published. Publish or discard them first.`;
      throw new ContentError(409, "has-draft", text);
    }
    return published;
  }

  function trashOf({ id, data }: StoredDocument, version: string, actor: Actor): Trash {
    return {
      kind,
      docId: id,
      title: titleOf(kind, id, data),
      slug: null,
      wasHidden: false,
      publishedVersion: version,
      draftVersion: null,
      schedule: null,
      by: actor.uid,
      byName: actor.name,
      at: new Date(now()).toISOString(),
      eraseAt: new Date(now() + keptInTrashMs).toISOString(),
    };
  }

  /** Of one that goes, and how it comes back. */
  async function away(other: StoredDocument, actor: Actor): Promise<Write[]> {
    const { id, data, updateTime } = other;
    const [kept, old] = await Promise.all([
      versions.prepare(kind, id, [{ fields: data, why: "deleted", actor }]),
      store.trash(kind, id),
    ]);
    return [
      ...kept.writes,
      {
        set: trashPath(kind, id),
        data: trashOf(other, kept.ids[0] ?? "", actor),
        when: old === null ? { exists: false } : { updateTime: old.updateTime },
      },
      { delete: documentPath(kind, id), when: { updateTime } },
    ];
  }

  return {
    async list() {
      const found = await pickEach(backend, { collection: kind, most: mostProblems }, candidatesOf);
      const candidates = found.flat();
      const shown = new Set(dedupeProblems(candidates).map(({ id }) => id));
      const groups = [...Map.groupBy(candidates, ({ link }) => linkKey(link)).values()];
      const twice = groups.filter(({ length }) => length > 1);
      if (twice.length === 0) return [];
      const [drafts, schedules] = await Promise.all([
        store.allDrafts(kind, ({ docId }) => docId),
        store.allSchedules(kind),
      ]);
      const drafted = new Set(drafts);
      const scheduled = new Set(schedules.map(({ docId }) => docId));
      return twice
        .map((group): DuplicateGroup => {
          const entries = group.map((entry) => ({
            ...entry,
            isShown: shown.has(entry.id),
            isDrafted: drafted.has(entry.id),
            isScheduled: scheduled.has(entry.id),
          }));
          const [first] = dedupeProblems(entries.map((entry) => ({ ...entry, link: "" })));
          return {
            link: linkKey(group[0]?.link ?? ""),
            // The one that is to be kept comes first.
            entries: entries.toSorted(
              (a, b) => Number(b.id === first?.id) - Number(a.id === first?.id),
            ),
          };
        })
        .toSorted((a, b) => (a.link < b.link ? -1 : 1));
    },

    async merge({ keep, others }, seen, actor) {
      const [kept, ...rest] = await Promise.all(
        [keep, ...others].map((id) => seenAs(id, seen[id])),
      );
      if (kept === undefined) throw notThere();
      const linkOf = ({ data }: StoredDocument) => linkKey(textOf(data["link"]));
      if (rest.some((other) => linkOf(other) !== linkOf(kept))) {
        throw new ContentError(422, "not-the-same", "These are not the same problem.");
      }
      const joined = mergeProblems(kept.data, ...rest.map(({ data }) => data));
      const fields: PlainFields = { ...publishable(kind, keep, joined), hidden: false };
      const problems = problemsOf(kind, keep, fields);
      if (problems.length > 0) throw notReady(problems);
      checkSize(fields);
      checkTogether([kept.data, fields, fields, ...rest.map(({ data }) => data)]);
      const history = await versions.prepare(kind, keep, [
        { fields: kept.data, why: "saved", actor },
        { fields, why: "published", actor },
      ]);
      const gone = await Promise.all(rest.map((other) => away(other, actor)));
      const acts = [
        { action: "content.publish" as const, id: keep, fields },
        ...rest.map(({ id, data }) => ({ action: "content.delete" as const, id, fields: data })),
      ];
      await recordActs(audit, acts, actor, () =>
        commit([
          { set: documentPath(kind, keep), data: fields, when: { updateTime: kept.updateTime } },
          ...history.writes,
          ...gone.flat(),
        ]),
      );
      await backend.publicData();
      await Promise.all(
        [keep, ...others].map((id) => thinVersions({ versions, store, log }, { kind, id })),
      );
      const stored = await store.published(kind, keep);
      // Whoever has changed it already is not to be undone with it.
      const isOurs = stored !== null && isDeepStrictEqual(plain(stored.data), plain(fields));
      const updatedAt = isOurs ? stored.updateTime : new Date(0).toISOString();
      return { undo: { keep, updatedAt, versionId: history.ids[0] ?? "", others: [...others] } };
    },

    async undo({ keep, updatedAt, versionId, others }, actor) {
      const before = await versions.get(kind, keep, versionId);
      if (before === null || (await store.draft(kind, keep)) !== null) throw changedMeanwhile();
      const back = await Promise.all(
        others.map(async (id) => {
          const trash = await store.trash(kind, id);
          const version = trash?.publishedVersion ?? null;
          const fields = version === null ? null : await versions.get(kind, id, version);
          if (trash === null || fields === null) throw changedMeanwhile();
          return { id, fields, trash };
        }),
      );
      for (const { id, fields } of [{ id: keep, fields: before }, ...back]) {
        const problems = problemsOf(kind, id, fields);
        if (problems.length > 0) throw notReady(problems);
      }
      const history = await versions.prepare(kind, keep, [
        { fields: before, why: "restored", actor },
      ]);
      const acts = [{ id: keep, fields: before }, ...back].map(({ id, fields }) => ({
        action: "content.restore" as const,
        id,
        fields,
      }));
      await recordActs(audit, acts, actor, () =>
        commit([
          { set: documentPath(kind, keep), data: before, when: { updateTime: updatedAt } },
          ...history.writes,
          ...back.flatMap(({ id, fields, trash }): Write[] => [
            { set: documentPath(kind, id), data: fields, when: { exists: false } },
            { delete: trash.path, when: { updateTime: trash.updateTime } },
          ]),
        ]),
      );
      await backend.publicData();
    },
  };
}

/** As visitors could see it; empty for what they could not. */
function candidatesOf(stored: StoredDocument): Candidate[] {
  return toPublicProblems([stored], () => {}).map((problem) => {
    const { id, title, link, number, difficulty, categories, solutions, updateTime } = problem;
    return {
      id,
      title,
      link,
      ...(number !== undefined && { number }),
      ...(difficulty !== undefined && { difficulty }),
      categories,
      solutions: solutions.map(({ language, label }) => ({
        language,
        ...(label !== undefined && { label }),
      })),
      updatedAt: updateTime,
    };
  });
}
