/** Deleting: into the trash for 30 days, back as it was, or away for good. docs/publishing.md */
import { otherSide } from "#lib/content/content-media.ts";
import { isCollection, slugOfFields, titleOf } from "#lib/content/kinds.ts";
import type { ActNote, TrashItem } from "#lib/content/item.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { Write } from "#lib/server-backend.ts";
import { readMediaUses } from "../media/media-use.ts";
import type { MediaUses } from "../media/media-use.ts";
import { ContentError, notThere } from "./content-error.ts";
import { documentPath, trashPath } from "./content-store.ts";
import type { StoredTrash, Trash } from "./content-store.ts";
import { asDraft, draftWriteOf, keepLostWords, notForSite } from "./draft-acts.ts";
import { putContent } from "./put-content.ts";
import type { PutResult } from "./put-content.ts";
import { isHidden } from "./shown-files.ts";
import { scheduleWrite } from "./schedule-acts.ts";
import {
  afterwards,
  commitContent,
  isoNow,
  keyOf,
  movingFiles,
  recordContentAct,
} from "./site-facts.ts";
import type { Item, Publishing } from "./site-facts.ts";
import type { Actor, NewVersion } from "./versions.ts";

const keptInTrashMs = 30 * 24 * 3_600_000;

export type TrashActs = ReturnType<typeof createTrashActs>;

export function createTrashActs(publishing: Publishing) {
  const { backend, store, versions, files, inTurn, now } = publishing;

  return {
    delete: (item: Item, actor: Actor): Promise<void> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        if (!isCollection(kind)) throw notForSite();
        const [published, draft, schedule, old] = await Promise.all([
          store.published(kind, id),
          store.draft(kind, id),
          store.schedule(kind, id),
          store.trash(kind, id),
        ]);
        const fields = draft?.fields ?? published?.data;
        if (fields === undefined) throw notThere();
        await recordContentAct(publishing, { actor, action: "content.delete", item, fields }, () =>
          movingFiles(publishing, item, async () => {
            if (draft !== null) await keepLostWords(publishing, draft, actor);
            const last = [published?.data, draft?.fields].filter((one) => one !== undefined);
            const kept = last.map((one): NewVersion => ({ fields: one, why: "deleted", actor }));
            const prepared = await versions.prepare(kind, id, kept);
            const trash: Trash = {
              kind,
              docId: id,
              title: titleOf(kind, id, fields),
              slug: slugOfFields(kind, fields) ?? null,
              wasHidden: published !== null && isHidden(published.data),
              publishedVersion: published === null ? null : (prepared.ids[0] ?? null),
              draftVersion: draft === null ? null : (prepared.ids.at(-1) ?? null),
              schedule: schedule && {
                at: schedule.at,
                versionId: schedule.versionId,
                by: schedule.by,
                byName: schedule.byName,
                isOfDraft: draft?.rev === schedule.rev,
              },
              by: actor.uid,
              byName: actor.name,
              at: isoNow(publishing),
              eraseAt: new Date(now() + keptInTrashMs).toISOString(),
            };
            const gone = [published, draft, schedule].flatMap((one): Write[] =>
              one === null ? [] : [{ delete: one.path, when: { updateTime: one.updateTime } }],
            );
            const when = old === null ? { exists: false } : { updateTime: old.updateTime };
            await commitContent(publishing, [
              ...prepared.writes,
              { set: trashPath(kind, id), data: trash, when },
              ...gone,
            ]);
          }),
        );
        await afterwards(publishing, item, () => backend.publicData());
      }),

    /** As it was; what may not be published as it is comes back as a draft, and what was scheduled for a time that is over. */
    untrash: (
      item: Item,
      actor: Actor,
    ): Promise<PutResult & Pick<ActNote, "asDraft" | "publishAt">> =>
      inTurn(keyOf(item), async () => {
        const trash = await trashOf(item);
        const { kind, id } = item;
        if ((await store.published(kind, id)) !== null || (await store.draft(kind, id)) !== null) {
          throw new ContentError(409, "in-use", "Something with this id was made meanwhile.");
        }
        const read = async (version: string | null) =>
          version === null ? null : versions.get(kind, id, version);
        const [published, drafted] = await Promise.all([
          read(trash.publishedVersion),
          read(trash.draftVersion),
        ]);
        const away: Write = { delete: trash.path, when: { updateTime: trash.updateTime } };
        const draft = async (fields: typeof drafted): Promise<Write[]> =>
          fields === null
            ? []
            : [
                draftWriteOf(publishing, item, {
                  fields: await asDraft(publishing, item, fields),
                  draft: null,
                  published: null,
                  actor,
                }),
              ];
        const waiting = await scheduledAgain(item, trash);
        const publishAt = waiting.length > 0 ? trash.schedule?.at : undefined;
        const also = publishAt === undefined ? {} : { publishAt };
        if (published !== null && !trash.wasHidden) {
          try {
            const result = await putContent(publishing, {
              item,
              fields: published,
              published: null,
              actor,
              action: "content.restore",
              why: "restored",
              writes: [away, ...(await draft(drafted)), ...waiting],
            });
            return { ...result, ...also };
          } catch (error) {
            if (!(error instanceof ContentError) || error.code !== "not-ready") throw error;
          }
        }
        const fields = drafted ?? published ?? {};
        await recordContentAct(publishing, { actor, action: "content.restore", item, fields }, () =>
          movingFiles(publishing, item, async () => {
            const writes: Write[] =
              published !== null && trash.wasHidden
                ? [
                    {
                      set: documentPath(kind, id),
                      data: { ...(await asDraft(publishing, item, published)), hidden: true },
                      when: { exists: false },
                    },
                    ...(await draft(drafted)),
                  ]
                : await draft(drafted ?? published);
            await commitContent(publishing, [away, ...writes, ...waiting]);
          }),
        );
        return { ...(published !== null && !trash.wasHidden && { asDraft: true }), ...also };
      }),

    /**
     * For good: versions and files, too. What is done can be done again.
     * @param usesOf what all content names
     */
    erase: (item: Item, actor: Actor, usesOf = () => readMediaUses(backend)): Promise<void> =>
      inTurn(keyOf(item), async () => {
        const trash = await trashOf(item);
        const { title } = trash;
        const act = { actor, action: "content.erase" as const, item, fields: { title } };
        await recordContentAct(publishing, act, () => eraseAll(item, trash, usesOf));
      }),

    async list(kind: ContentKind): Promise<TrashItem[]> {
      const all = await store.allTrash(kind);
      return all
        .map((trash) => ({
          id: trash.docId,
          title: trash.title,
          ...(trash.slug !== null && { slug: trash.slug }),
          wasPublished: trash.publishedVersion !== null,
          deletedAt: trash.at,
          deletedByName: trash.byName,
          erasedAt: trash.eraseAt,
        }))
        .toSorted((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1));
    },
  };

  async function scheduledAgain(item: Item, { schedule }: StoredTrash): Promise<Write[]> {
    if (schedule === null || Date.parse(schedule.at) <= now()) return [];
    const { isOfDraft, ...kept } = schedule;
    // The draft that comes back is a new one.
    const rev = isOfDraft ? 1 : 0;
    return [await scheduleWrite(publishing, item, null, { ...kept, rev })];
  }

  async function trashOf({ kind, id }: Item): Promise<StoredTrash> {
    const trash = await store.trash(kind, id);
    if (trash === null) throw notThere();
    return trash;
  }

  async function eraseAll(
    { kind, id }: Item,
    trash: StoredTrash,
    usesOf: () => Promise<MediaUses>,
  ): Promise<void> {
    const isBack = (await store.published(kind, id)) ?? (await store.draft(kind, id));
    if (isBack === null) {
      const names = [
        ...(await files.list("drafts", kind, id)),
        ...(await files.list("public", kind, id)),
      ];
      const uses = names.length === 0 ? undefined : await usesOf();
      for (const name of names) {
        const used = uses?.get(name.startsWith("public/") ? name : otherSide(name)) ?? [];
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        if (used.every((use) => use.kind === kind && use.id === id)) await files.delete(name);
      }
      await versions.erase(kind, id);
      // What comes back under this id by an import is another entry.
      if (kind === "problems") await backend.commit([{ delete: `problemNotes/${id}` }]);
    }
    // Last: whoever is interrupted finds it again.
    await commitContent(publishing, [
      { delete: trash.path, when: { updateTime: trash.updateTime } },
    ]);
  }
}
