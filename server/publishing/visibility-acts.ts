/** Hide and show, place and prominence: what is done to a published document without its draft. */
import {
  hiddenAddress,
  otherSide,
  ownFolder,
  storedNamesIn,
  withAddresses,
} from "#lib/content/content-media.ts";
import { isCollection } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { versionsPath } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { StoredDocument, Write } from "#lib/server-backend.ts";
import { ContentError, notThere } from "./content-error.ts";
import { documentPath, draftWrite } from "./content-store.ts";
import { notForSite } from "./draft-acts.ts";
import { putContent } from "./put-content.ts";
import type { PutResult } from "./put-content.ts";
import { isHidden, shownFiles } from "./shown-files.ts";
import { commitContent, keyOf, movingFiles, recordContentAct } from "./site-facts.ts";
import type { Item, Publishing } from "./site-facts.ts";
import { waitUntilShown } from "./wait-until-shown.ts";
import type { Actor } from "./versions.ts";

const readsAtOnce = 25;

export type VisibilityActs = ReturnType<typeof createVisibilityActs>;

export function createVisibilityActs(publishing: Publishing) {
  const { backend, store, versions, inTurn } = publishing;

  async function publishedOf({ kind, id }: Item): Promise<StoredDocument> {
    if (!isCollection(kind)) throw notForSite();
    const published = await store.published(kind, id);
    if (published === null) throw notThere();
    return published;
  }

  /** In the document, in its draft and in what is scheduled, so that publishing those does not undo it. */
  const change = (item: Item, patchOf: (fields: PlainFields) => PlainFields): Promise<void> =>
    inTurn(keyOf(item), async () => {
      const { kind, id } = item;
      if (!isCollection(kind)) throw notForSite();
      const [published, draft, schedule] = await Promise.all([
        store.published(kind, id),
        store.draft(kind, id),
        store.schedule(kind, id),
      ]);
      if (published === null && draft === null) throw notThere();
      const changed = (fields: PlainFields) => ({ ...fields, ...patchOf(fields) });
      const writes: Write[] = [];
      const patch = patchOf(published?.data ?? {});
      if (published !== null && Object.keys(patch).length > 0) {
        const when = { updateTime: published.updateTime };
        writes.push({ update: documentPath(kind, id), data: patch, when });
      }
      const isDrafted = draft !== null && Object.keys(patchOf(draft.fields)).length > 0;
      if (isDrafted) writes.push(draftWrite(draft, { fields: changed(draft.fields) }));
      const waiting = schedule && (await versions.get(kind, id, schedule.versionId));
      if (schedule !== null && waiting !== null) {
        const path = `${versionsPath(kind, id)}/${schedule.versionId}`;
        writes.push({ update: path, data: { fields: changed(waiting) }, when: { exists: true } });
        // What waits is still what the draft says.
        const isSame = isDrafted && draft.rev === schedule.rev;
        const rev = isSame ? draft.rev + 1 : schedule.rev;
        const when = { updateTime: schedule.updateTime };
        writes.push({ update: schedule.path, data: { rev }, when });
      }
      if (writes.length > 0) await commitContent(publishing, writes);
      if (published !== null && !isHidden(published.data)) await waitUntilShown(publishing, item);
    });

  /** Of an item that visitors can see the document alone says its place, of others the draft. */
  async function placeOf(item: Item, order: string): Promise<{ write: Write; shown: boolean }[]> {
    const { kind, id } = item;
    const published = await store.published(kind, id);
    if (published !== null) {
      const write = { update: documentPath(kind, id), data: { order }, when: { exists: true } };
      return [{ write, shown: !isHidden(published.data) }];
    }
    const draft = await store.draft(kind, id);
    if (draft === null) return [];
    const fields = { ...draft.fields, order };
    return [{ write: draftWrite(draft, { fields }), shown: false }];
  }

  return {
    /** Neither what is published nor what was to be: a schedule would show it again. */
    hide: (item: Item, actor: Actor): Promise<{ unscheduled?: string }> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        const published = await publishedOf(item);
        if (isHidden(published.data)) return {};
        const [draft, schedule] = await Promise.all([
          store.draft(kind, id),
          store.schedule(kind, id),
        ]);
        const own = ownFolder("public", kind, id);
        const named = [published.data, draft?.fields ?? {}].flatMap((fields) => [
          ...storedNamesIn(fields),
        ]);
        const others = named.some((name) => name.startsWith(own))
          ? await shownFiles(backend, documentPath(kind, id))
          : new Set<string>();
        const asHidden = (fields: PlainFields) =>
          withAddresses(fields, (name, medium) =>
            name.startsWith(own) && !others.has(name)
              ? hiddenAddress(otherSide(name), medium)
              : undefined,
          );
        const fields: PlainFields = { ...asHidden(published.data), hidden: true };
        const act = { actor, action: "content.hide" as const, item, fields };
        await recordContentAct(publishing, act, () =>
          movingFiles(publishing, item, async () => {
            const kept = await versions.prepare(kind, id, [{ fields, why: "hidden", actor }]);
            const when = { updateTime: published.updateTime };
            await commitContent(publishing, [
              { set: documentPath(kind, id), data: fields, when },
              ...kept.writes,
              ...(draft === null ? [] : [draftWrite(draft, { fields: asHidden(draft.fields) })]),
              ...(schedule === null
                ? []
                : [{ delete: schedule.path, when: { updateTime: schedule.updateTime } }]),
            ]);
            if (schedule !== null) await publishing.jobs().cancel(schedule.jobId);
          }),
        );
        await backend.publicData();
        return schedule === null ? {} : { unscheduled: schedule.at };
      }),

    show: (item: Item, actor: Actor): Promise<PutResult> =>
      inTurn(keyOf(item), async () => {
        const published = await publishedOf(item);
        if (!isHidden(published.data)) return {};
        return putContent(publishing, {
          item,
          fields: published.data,
          published,
          actor,
          action: "content.show",
          why: "shown",
        });
      }),

    /** All at once or none; whatever is not there any more is left out. @param places orders by id */
    async places(kind: ContentKind, places: ReadonlyMap<string, string>): Promise<void> {
      if (kind !== "projects") throw notForPlaces();
      const items = [...places.keys()].toSorted().map((id): Item => ({ kind, id }));
      const run = async () => {
        const found: { item: Item; write: Write; shown: boolean }[] = [];
        for (let at = 0; at < items.length; at += readsAtOnce) {
          const some = items.slice(at, at + readsAtOnce).map(async (item) => {
            const own = await placeOf(item, places.get(item.id) ?? "");
            return own.map((one) => ({ ...one, item }));
          });
          // oxlint-disable-next-line no-await-in-loop -- a backend is not asked for hundreds at once
          found.push(...(await Promise.all(some)).flat());
        }
        if (found.length === 0) throw notThere();
        await commitContent(
          publishing,
          found.map(({ write }) => write),
        );
        const shown = found.find((one) => one.shown);
        if (shown !== undefined) await waitUntilShown(publishing, shown.item);
      };
      // Taken in one order, so that nobody waits for each other.
      const inTurns = items.reduceRight<() => Promise<void>>(
        (next, item) => () => inTurn(keyOf(item), next),
        run,
      );
      await inTurns();
    },

    featured: (item: Item, featured: boolean): Promise<void> => {
      if (item.kind !== "projects") {
        throw new ContentError(400, "not-here", "Only projects are featured.");
      }
      return change(item, (fields) => (fields["featured"] === featured ? {} : { featured }));
    },

    /** Adds a tag; of a certificate a skill. Each text keeps its own ones: those of a draft are not public. */
    tag: (item: Item, tag: string): Promise<void> => {
      const field = item.kind === "projects" ? "tags" : "skills";
      return change(item, ({ [field]: before }) => {
        const words = Array.isArray(before) ? before : [];
        const isThere = words.some(
          (word) => typeof word === "string" && word.toLowerCase() === tag.toLowerCase(),
        );
        return isThere ? {} : { [field]: [...words, tag] };
      });
    },
  };
}

function notForPlaces(): ContentError {
  return new ContentError(400, "not-here", "Only projects stand in an order of their own.");
}
