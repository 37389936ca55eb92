/** What hangs on cards: checks, comments, files and links, gathered by card and read when somebody looks. */
import type { Records } from "#app/live/records/records.ts";
import { byOrder } from "#lib/records/place.ts";
import type { Item } from "#lib/records/register.ts";
import { checkOf, commentOf, fileOf, isDeleted, textIn } from "#lib/boards/board-items.ts";
import type { BoardFile, Check, Comment } from "#lib/boards/board-items.ts";

export type CardLink = { id: string; card: string; to: string; of: string; by: string };

/** What the face of a card says of them. */
export type CardCounts = { done: number; checks: number; comments: number; files: number };

/** None that is deleted. */
export type Things = {
  checks: readonly Check[];
  /** Oldest first. */
  comments: readonly Comment[];
  /** Newest first, as are links. */
  files: readonly BoardFile[];
  links: readonly CardLink[];
};

export const thingKinds = ["checks", "comments", "files", "links"] as const;
export type ThingKind = (typeof thingKinds)[number];

export type CardThings = {
  /** The same object while none of them has changed. */
  of: (card: string) => Things;
  /** The same object while it says the same. */
  counts: (card: string) => CardCounts;
  /** @returns the cards it concerns */
  changed(kind: ThingKind, id: string): string[];
  fill(): void;
};

export function createCardThings(records: Pick<Records, "item" | "all">): CardThings {
  const cardOfThing = new Map<string, string>();
  const byCard = new Map<string, Set<string>>();
  const read = new Map<string, Things>();
  const counted = new Map<string, CardCounts>();

  /** @returns the cards whose things are others now */
  function put(kind: ThingKind, id: string): string[] {
    const key = `${kind}/${id}`;
    const item = records.item(kind, id);
    const to = item ? cardIn(kind, item) : undefined;
    const from = cardOfThing.get(key);
    if (from !== undefined && from !== to) byCard.get(from)?.delete(key);
    if (to === undefined) cardOfThing.delete(key);
    else {
      cardOfThing.set(key, to);
      const keys = byCard.get(to) ?? new Set();
      byCard.set(to, keys.add(key));
    }
    return [...new Set([from, to])].filter((card) => card !== undefined);
  }

  function newestFirst<Thing extends { id: string }>(kind: ThingKind, all: Thing[]): Thing[] {
    const madeAt = ({ id }: Thing) => records.item(kind, id)?.registers["of"]?.t ?? 0;
    return all.toSorted((a, b) => madeAt(b) - madeAt(a) || (a.id < b.id ? -1 : 1));
  }

  function things(card: string): Things {
    const known = read.get(card);
    if (known) return known;
    const checks: Check[] = [];
    const comments: Comment[] = [];
    const files: BoardFile[] = [];
    const links: CardLink[] = [];
    for (const key of byCard.get(card) ?? []) {
      const [kind, id] = key.split("/", 2) as [ThingKind, string];
      const item = records.item(kind, id);
      if (!item || isDeleted(kind, item)) continue;
      if (kind === "checks") checks.push(...listed(checkOf(id, item)));
      else if (kind === "comments") comments.push(...listed(commentOf(id, item)));
      else if (kind === "files") files.push(...listed(fileOf(id, item)));
      else links.push(linkOf(id, item));
    }
    const found = {
      checks: checks.toSorted(byOrder),
      comments: comments.toSorted((a, b) => a.on - b.on || (a.id < b.id ? -1 : 1)),
      files: newestFirst("files", files),
      links: newestFirst("links", links),
    };
    read.set(card, found);
    return found;
  }

  return {
    of: things,
    counts(card) {
      const { checks, comments, files } = things(card);
      const done = checks.filter(({ isDone }) => isDone).length;
      const now = {
        done,
        checks: checks.length,
        comments: comments.length,
        files: files.length,
      };
      const last = counted.get(card);
      if (last && sameCounts(last, now)) return last;
      counted.set(card, now);
      return now;
    },
    changed(kind, id) {
      const cards = put(kind, id);
      for (const card of cards) read.delete(card);
      return cards;
    },
    fill() {
      cardOfThing.clear();
      byCard.clear();
      read.clear();
      for (const kind of thingKinds) for (const id of records.all(kind).keys()) put(kind, id);
    },
  };
}

function cardIn(kind: ThingKind, item: Item): string {
  return textIn(item, kind === "checks" ? "place" : "of", "card");
}

function linkOf(id: string, item: Item): CardLink {
  return {
    id,
    card: textIn(item, "of", "card"),
    to: textIn(item, "of", "to"),
    of: textIn(item, "of", "id"),
    by: textIn(item, "of", "by"),
  };
}

const listed = <Thing>(thing: Thing | undefined): Thing[] => (thing ? [thing] : []);

function sameCounts(one: CardCounts, other: CardCounts): boolean {
  return (
    one.done === other.done &&
    one.checks === other.checks &&
    one.comments === other.comments &&
    one.files === other.files
  );
}
