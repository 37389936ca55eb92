/** Acts on drafts: publish, discard, keep a version, restore one, duplicate. */
import {
  hiddenAddress,
  mediaIn,
  otherSide,
  ownFolder,
  withAddresses,
} from "#lib/content/content-media.ts";
import type { DraftConflict } from "#lib/content/draft.ts";
import { fieldsOfKind, isCollection, slugOfFields } from "#lib/content/kinds.ts";
import { maxVersionLabel, versionsKept } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { StoredDocument, Write } from "#lib/server-backend.ts";
import { ContentError, changedMeanwhile, notThere } from "./content-error.ts";
import { withCopiedFiles } from "./copied-files.ts";
import { groupOf, newDraftWrite, textOf } from "./content-store.ts";
import type { StoredDraft } from "./content-store.ts";
import { mergedRedirects } from "./keep-redirects.ts";
import { putContent } from "./put-content.ts";
import type { PutResult } from "./put-content.ts";
import { commitContent, isoNow, keyOf, movingFiles } from "./site-facts.ts";
import type { Item, Publishing } from "./site-facts.ts";
import { freeSlug, slugsOfOthers } from "./slug-in-use.ts";
import { thinVersions } from "./thin-versions.ts";
import type { Actor, NewVersion } from "./versions.ts";

export type DraftActs = ReturnType<typeof createDraftActs>;

export function createDraftActs(publishing: Publishing) {
  const { store, versions, inTurn, newId, files } = publishing;

  /** The draft that was looked at. @throws ContentError */
  async function draftOf({ kind, id }: Item, rev: number | undefined): Promise<StoredDraft> {
    const draft = await store.draft(kind, id);
    if (draft === null || (rev !== undefined && draft.rev !== rev)) throw changedMeanwhile();
    return draft;
  }

  async function withoutDraft({ kind, id }: Item): Promise<{ fields: PlainFields }> {
    const [draft, published] = await Promise.all([
      store.draft(kind, id),
      store.published(kind, id),
    ]);
    if (draft !== null || published === null) throw changedMeanwhile();
    return { fields: published.data };
  }

  return {
    /** `rev` undefined: as it is now. */
    publish: (item: Item, rev: number | undefined, actor: Actor): Promise<PutResult> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        const draft = await draftOf(item, rev);
        const [published, schedule] = await Promise.all([
          store.published(kind, id),
          store.schedule(kind, id),
        ]);
        const result = await putContent(publishing, {
          item,
          fields: draft.fields,
          conflicts: draft.conflicts,
          published,
          actor,
          action: "content.publish",
          why: "published",
          draftedFrom: draft.base,
          writes: [
            { delete: draft.path, when: { updateTime: draft.updateTime } },
            ...(schedule === null
              ? []
              : [{ delete: schedule.path, when: { updateTime: schedule.updateTime } }]),
          ],
        });
        await thinVersions(publishing, item);
        return result;
      }),

    discard: (item: Item, rev: number, actor: Actor): Promise<{ versionId: string }> =>
      inTurn(keyOf(item), async () => {
        const draft = await draftOf(item, rev);
        if ((await store.schedule(item.kind, item.id)) !== null) {
          throw new ContentError(
            409,
            "is-scheduled",
            "It is to be published at a set time. Cancel that first; then the changes can be discarded.",
          );
        }
        await keepLostWords(publishing, draft, actor);
        const version: NewVersion = { fields: draft.fields, why: "discarded", actor };
        const kept = await versions.prepare(item.kind, item.id, [version]);
        await commitContent(publishing, [
          ...kept.writes,
          { delete: draft.path, when: { updateTime: draft.updateTime } },
        ]);
        await thinVersions(publishing, item);
        return { versionId: kept.ids[0] ?? "" };
      }),

    /** `rev` 0: there is no draft, what is published is kept. */
    saveVersion: (
      item: Item,
      { rev, label }: { rev: number; label: string | undefined },
      actor: Actor,
    ): Promise<{ versionId: string }> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        const { fields } = rev === 0 ? await withoutDraft(item) : await draftOf(item, rev);
        const name = label?.trim().slice(0, maxVersionLabel) || undefined;
        if (name !== undefined && (await versions.countNamed(kind, id)) >= versionsKept.named) {
          throw new ContentError(
            409,
            "too-many-versions",
            `It has ${versionsKept.named} named versions already, which is the most.`,
          );
        }
        const version: NewVersion = { fields, why: "saved", actor, label: name };
        const kept = await versions.prepare(kind, id, [version]);
        await commitContent(publishing, kept.writes);
        await thinVersions(publishing, item);
        return { versionId: kept.ids[0] ?? "" };
      }),

    /** The draft before it is kept as a version. */
    restore: (
      item: Item,
      versionId: string,
      actor: Actor,
    ): Promise<{ rev: number; versionId?: string }> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        const fields = await versions.get(kind, id, versionId);
        if (fields === null) throw notThere();
        if ((await store.trash(kind, id)) !== null) {
          throw new ContentError(409, "in-trash", "Take it out of the trash first.");
        }
        const [draft, published] = await Promise.all([
          store.draft(kind, id),
          store.published(kind, id),
        ]);
        if (draft !== null) await keepLostWords(publishing, draft, actor);
        const before: NewVersion[] =
          draft === null ? [] : [{ fields: draft.fields, why: "restored", actor }];
        const kept = await versions.prepare(kind, id, before);
        const older = await asDraft(publishing, item, fields);
        const isRedirects = kind === "site" && id === "redirects";
        // What projects have left behind since goes on leading to them.
        const restored = isRedirects ? mergedRedirects(older, published?.data, null) : older;
        const write = draftWriteOf(publishing, item, { fields: restored, draft, published, actor });
        await commitContent(publishing, [...kept.writes, write]);
        await thinVersions(publishing, item);
        const versionBefore = kept.ids[0];
        return {
          rev: (draft?.rev ?? 0) + 1,
          ...(versionBefore !== undefined && { versionId: versionBefore }),
        };
      }),

    duplicate: (item: Item, actor: Actor): Promise<{ id: string }> =>
      inTurn(keyOf(item), async () => {
        const { kind } = item;
        if (!isCollection(kind)) throw notForSite();
        const [draft, published] = await Promise.all([
          store.draft(kind, item.id),
          store.published(kind, item.id),
        ]);
        const source = draft?.fields ?? published?.data;
        if (source === undefined) throw notThere();
        const id = newId().replaceAll("-", "").slice(0, 20);
        const copy = { kind, id };
        const taken = await slugsOfOthers(publishing, kind, id);
        const slug = slugOfFields(kind, source);
        const fields: PlainFields = {
          ...source,
          title: `${textOf(source["title"]).slice(0, 190)} (copy)`,
          hidden: false,
          ...(kind === "projects" && { featured: false }),
          ...(slug !== undefined && {
            slug: freeSlug(`${slug.slice(0, 70)}-copy`, taken),
          }),
        };
        delete fields["sample"];
        // Nobody compared it yet.
        const { order } = fieldsOfKind(kind);
        if (order !== undefined && kind !== "projects") delete fields[order];
        await movingFiles(publishing, copy, async () => {
          const placed = await withCopiedFiles(files, fields, { from: item, to: copy });
          const write = draftWriteOf(publishing, copy, {
            fields: placed,
            draft: null,
            published: null,
            actor,
          });
          await commitContent(publishing, [write]);
        });
        return { id };
      }),
  };
}

export function notForSite(): ContentError {
  return new ContentError(
    400,
    "not-for-site",
    "A part of the site is always there: it can be changed, not hidden or deleted.",
  );
}

/**
 * Words that lost a race, in versions beside that of the draft itself. Each has one commit, before the one that ends the
 * draft: many documents as large as a document can be are more than a store takes at once.
 */
export async function keepLostWords(
  publishing: Publishing,
  draft: StoredDraft,
  actor: Actor,
): Promise<void> {
  const { kind, docId } = draft;
  for (const fields of lostWords(draft)) {
    // oxlint-disable-next-line no-await-in-loop -- numbered one after the other
    const kept = await publishing.versions.prepare(kind, docId, [
      { fields, why: "conflict", actor },
    ]);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await commitContent(publishing, kept.writes);
  }
}

/** As few texts as there are words for the same field: words for different fields stand in one. */
function lostWords({ fields, conflicts }: StoredDraft): PlainFields[] {
  const texts: { fields: PlainFields; taken: string[] }[] = [];
  for (const conflict of conflicts) {
    const { field } = conflict;
    let text = texts.find(({ taken }) => !taken.some((other) => isWithin(other, field)));
    if (text === undefined) texts.push((text = { fields, taken: [] }));
    text.fields = withConflict(text.fields, conflict);
    text.taken.push(field);
  }
  return texts.map((text) => text.fields);
}

/** Whether one is a part of the other: `document.work` is of `document`. */
function isWithin(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function withConflict(fields: PlainFields, { field, value }: DraftConflict): PlainFields {
  const [name = "", inside] = field.split(".", 2);
  if (inside === undefined) return { ...fields, [name]: value };
  return { ...fields, [name]: { ...groupOf(fields[name]), [inside]: value } };
}

/** With the addresses that its own files have while nobody sees them, where they are not public now. */
export async function asDraft(
  { files }: Publishing,
  { kind, id }: Item,
  fields: PlainFields,
): Promise<PlainFields> {
  const own = ownFolder("public", kind, id);
  const names = new Set(
    mediaIn(fields).flatMap(({ name }) => (name?.startsWith(own) === true ? name : [])),
  );
  const gone = new Set<string>();
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    if ((await files.getObject(name)) === null) gone.add(name);
  }
  return withAddresses(fields, (name, medium) =>
    gone.has(name) ? hiddenAddress(otherSide(name), medium) : undefined,
  );
}

export function draftWriteOf(
  publishing: Pick<Publishing, "now">,
  { kind, id }: Item,
  from: {
    fields: PlainFields;
    draft: StoredDraft | null;
    published: StoredDocument | null;
    actor: Actor;
  },
): Write {
  const { fields, draft, published, actor } = from;
  const at = isoNow(publishing);
  return newDraftWrite(
    {
      kind,
      docId: id,
      fields,
      base: published?.updateTime ?? null,
      rev: (draft?.rev ?? 0) + 1,
      editedBy: actor.uid,
      editedByName: actor.name,
      editedAt: at,
      createdAt: draft?.createdAt || at,
    },
    draft,
  );
}
