/** Hide and show, place and prominence: what is done to a published document without its draft. */
import {
  hiddenAddress,
  otherSide,
  ownFolder,
  storedNamesIn,
  withAddresses,
} from "#lib/content/content-media.ts";
import { canBeHidden, fieldsOfKind, isCollection, nameOfKind } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { StoredDocument, Write } from "#lib/server-backend.ts";
import { commitInParts } from "./commit-in-parts.ts";
import { ContentError, neverPublished, notThere } from "./content-error.ts";
import { documentPath, draftWrite } from "./content-store.ts";
import { notForSite } from "./draft-acts.ts";
import { documentWrites, draftWrites } from "./patch-writes.ts";
import type { PatchOf } from "./patch-writes.ts";
import { putContent } from "./put-content.ts";
import type { PutResult } from "./put-content.ts";
import { cancelJob, endSchedule, endedBy } from "./schedule-acts.ts";
import type { Unscheduled } from "./schedule-acts.ts";
import { isHidden, shownFiles } from "./shown-files.ts";
import { afterwards, commitContent, keyOf, movingFiles, recordContentAct } from "./site-facts.ts";
import type { Item, Publishing } from "./site-facts.ts";
import { waitUntilShown } from "./wait-until-shown.ts";
import type { Actor } from "./versions.ts";

const readsAtOnce = 25;
const mostTries = 3;

export type VisibilityActs = ReturnType<typeof createVisibilityActs>;

export function createVisibilityActs(publishing: Publishing) {
  const { backend, store, versions, inTurn } = publishing;

  async function publishedOf({ kind, id }: Item): Promise<StoredDocument> {
    if (!isCollection(kind)) throw notForSite();
    const published = await store.published(kind, id);
    if (published !== null) return published;
    throw (await store.draft(kind, id)) === null ? notThere() : neverPublished();
  }

  /** In the document, in its draft and in what is scheduled, so that publishing those does not undo it. */
  const change = (item: Item, patchOf: PatchOf): Promise<void> =>
    inTurn(keyOf(item), async () => {
      const { kind, id } = item;
      if (!isCollection(kind)) throw notForSite();
      const published = await store.published(kind, id);
      const { draft, writes } = await draftWrites(publishing, item, patchOf);
      if (published === null && draft === null) throw notThere();
      if (published !== null) writes.push(...documentWrites(published, patchOf));
      if (writes.length > 0) await commitContent(publishing, writes);
      if (published !== null && !isHidden(published.data)) await waitUntilShown(publishing, item);
    });

  type Placed = { item: Item; order: string; writes: Write[]; isShown: boolean };

  /** Once there is one published, the document alone says its place. Empty when there is nothing any more. */
  async function placed(item: Item, field: string, order: string): Promise<Placed[]> {
    const published = await store.published(item.kind, item.id);
    const patchOf = () => ({ [field]: order });
    if (published !== null) {
      const isShown = !isHidden(published.data);
      return [{ item, order, writes: documentWrites(published, patchOf), isShown }];
    }
    const { draft, writes } = await draftWrites(publishing, item, patchOf);
    return draft === null ? [] : [{ item, order, writes, isShown: false }];
  }

  /** @throws BackendError, a conflict when somebody else was faster */
  async function placeAll(
    items: readonly Item[],
    field: string,
    orderOf: ReadonlyMap<string, string>,
  ) {
    const found: Placed[] = [];
    for (let at = 0; at < items.length; at += readsAtOnce) {
      const some = items
        .slice(at, at + readsAtOnce)
        .map((item) => placed(item, field, orderOf.get(item.id) ?? ""));
      // oxlint-disable-next-line no-await-in-loop -- a backend is not asked for hundreds at once
      found.push(...(await Promise.all(some)).flat());
    }
    if (found.length === 0) throw notThere();
    // From the end: what has no place stands before all others, so that between two parts it is as it was.
    const fromEnd = found.toSorted((a, b) => (a.order < b.order ? 1 : -1));
    await commitInParts(
      backend,
      fromEnd.map(({ writes }) => writes),
    );
    const shown = fromEnd.findLast(({ isShown }) => isShown);
    if (shown !== undefined) await waitUntilShown(publishing, shown.item);
  }

  return {
    /** Neither what is published nor what was to be: a schedule would show it again. */
    hide: (item: Item, actor: Actor): Promise<Unscheduled> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        if (!isCollection(kind)) throw notForSite();
        if (!canBeHidden(kind)) throw neverHidden(kind);
        const [published, draft, schedule] = await Promise.all([
          store.published(kind, id),
          store.draft(kind, id),
          store.schedule(kind, id),
        ]);
        if (published === null || isHidden(published.data)) {
          if (schedule !== null) {
            return endSchedule(publishing, item, schedule, actor);
          }
          if (published !== null) return {};
          throw draft === null ? notThere() : neverPublished();
        }
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
          }),
        );
        if (schedule !== null) await cancelJob(publishing, item, schedule);
        await afterwards(publishing, item, () => backend.publicData());
        return schedule === null ? {} : endedBy(schedule, draft, 1);
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

    /** Whatever is not there any more is left out. @param places orders by id */
    async places(kind: ContentKind, places: ReadonlyMap<string, string>): Promise<void> {
      const { order: field } = fieldsOfKind(kind);
      if (field === undefined) throw notForPlaces(kind);
      const items = [...places.keys()].toSorted().map((id): Item => ({ kind, id }));
      // Taken in one order, so that nobody waits for each other.
      const inTurns = items.reduceRight<() => Promise<void>>(
        (next, item) => () => inTurn(keyOf(item), next),
        () => despiteOthers(() => placeAll(items, field, places)),
      );
      await inTurns();
    },

    featured: (item: Item, featured: boolean): Promise<void> => {
      if (item.kind !== "projects") {
        throw new ContentError(400, "not-here", "Only projects are featured.");
      }
      return change(item, (fields) => (fields["featured"] === featured ? {} : { featured }));
    },

    /** Adds a tag, whatever the kind calls it. Each text keeps its own ones: those of a draft are not public. */
    tag: (item: Item, tag: string): Promise<void> => {
      const { tags: field } = fieldsOfKind(item.kind);
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

/** What overwrites whatever is there can be done again when somebody has just saved one of many. */
async function despiteOthers(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- again only after it failed
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === mostTries) throw notAllPlaced();
    }
  }
}

function notAllPlaced(): ContentError {
  return new ContentError(
    409,
    "changed-meanwhile",
    "Somebody is changing these just now, so not all of them were placed. Look at the order that there is now and try again.",
  );
}

function notForPlaces(kind: ContentKind): ContentError {
  const text = `A ${nameOfKind(kind)} has no place in an order of the owner’s.`;
  return new ContentError(400, "not-here", text);
}

function neverHidden(kind: ContentKind): ContentError {
  const text = `A ${nameOfKind(kind)} is public once it is published. Delete it instead.`;
  return new ContentError(400, "not-here", text);
}
