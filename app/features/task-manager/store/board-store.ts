/**
 * What the records of a board say, made ready for the screen: a card is read once, stays the same object while nothing of
 * it changed, and whoever shows it hears of nothing else.
 */
import type { BoardMember } from "#app/live/boards.ts";
import type { Records } from "#app/live/records/records.ts";
import { lostTextsOf } from "#app/parts/kept-words/lost-text.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { cardOf, columnOf, isDeleted, textIn } from "#lib/boards/board-items.ts";
import type { Card, Column } from "#lib/boards/board-items.ts";
import { may } from "#lib/boards/roles.ts";
import type { Role } from "#lib/boards/roles.ts";
import { boardShape } from "#lib/boards/shape.ts";
import { byOrder } from "#lib/records/place.ts";
import type { Item } from "#lib/records/register.ts";
import { createCardThings, thingKinds } from "./card-things.ts";
import type { CardCounts, ThingKind, Things } from "./card-things.ts";
import { createColumnsIndex } from "./columns-index.ts";
import { createTopics } from "./topics.ts";

/**
 * `cards/ID`: the card itself · `of/ID`: what hangs on it, and how many · `column/ID`: which cards stand in it ·
 * `columns` · `labels` · `board`: name, colour, zone · `members`: also my role · `words`: any card or what hangs on it has
 * changed · `away`: what is archived or deleted · `lost` · `status`: also sync and what was refused
 */
export type Topic =
  | `cards/${string}`
  | `of/${string}`
  | `column/${string}`
  | "columns"
  | "labels"
  | "board"
  | "members"
  | "words"
  | "away"
  | "lost"
  | "status";

export type BoardLabel = { id: string; name: string; colour: string; order: string };
export type BoardFacts = { name: string; colour: string; zone: string };

/** One card as it was and as it is, of which the records have told. */
type CardChange = { before: Card | undefined; after: Card | undefined };

export type BoardStore = {
  readonly records: Records;
  /** Of who looks. */
  readonly uid: string;
  readonly id: string;
  /** The same object while it says the same. */
  board(): BoardFacts;
  /** Archived and deleted ones too: they say so. */
  card(id: string): Card | undefined;
  /** All of them, archived and deleted ones too. */
  cards(): ReadonlyMap<string, Card>;
  /** Those not deleted, in order. */
  columns(): readonly Column[];
  column(id: string): Column | undefined;
  /** Cards that stand in it, in order; the same array while none of it has moved. */
  ids(column: string): readonly string[];
  labels(): readonly BoardLabel[];
  label(id: string): BoardLabel | undefined;
  things(card: string): Things;
  counts(card: string): CardCounts;
  /** Newest first. */
  archived: () => readonly Card[];
  deleted: () => readonly Card[];
  /** Texts that lost against another one, newest first. */
  lost: () => readonly LostText[];
  /** Owners first, then by name. */
  members(): readonly BoardMember[];
  member(uid: string): BoardMember | undefined;
  /** Viewer until it is known. */
  role(): Role;
  mayWrite(): boolean;
  setMembers: (members: readonly BoardMember[]) => void;
  /** Reads anew what is shown of these (`KIND/ID`), and says so to who shows them. */
  changed: (keys: ReadonlySet<string>) => void;
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Each card that another object stands for now; not what is there at first. */
  watchCards(listener: (change: CardChange) => void): () => void;
  /** Rises with each change of the topic. */
  version(topic: "words" | "away" | "lost"): number;
  close(): void;
};

/** Beyond this many at once all of it is read anew. */
const manyChanges = 400;
const isThing = (kind: string): kind is ThingKind => thingKinds.some((one) => one === kind);

export function createBoardStore(records: Records, of: { uid: string; id: string }): BoardStore {
  const cards = new Map<string, Card>();
  const items = new Map<string, Item>();
  const placed = createColumnsIndex();
  const things = createCardThings(records);
  const topics = createTopics<Topic>();
  const watchers = new Set<(change: CardChange) => void>();
  const versions = { words: 0, away: 0, lost: 0 };
  let columns: readonly Column[] = [];
  let labels: readonly BoardLabel[] = [];
  let facts: BoardFacts = { name: "", colour: "", zone: "" };
  let members: readonly BoardMember[] = [];
  let isReady = false;

  /** The object that stands for it, or the one that stood for it already. */
  function readCard(id: string): Card | undefined {
    const item = records.item("cards", id);
    if (!item) return undefined;
    return items.get(id) === item ? cards.get(id) : cardOf(id, item);
  }

  function keepCard(id: string, card: Card | undefined): void {
    const item = records.item("cards", id);
    if (item) items.set(id, item);
    else items.delete(id);
    if (card) cards.set(id, card);
    else cards.delete(id);
  }

  function readAround(): void {
    const board = records.item("board", "board");
    // Who may not read it any more is told what it was called.
    const next = {
      name: textIn(board, "name"),
      colour: textIn(board, "colour"),
      zone: textIn(board, "zone"),
    };
    if (board && JSON.stringify(next) !== JSON.stringify(facts)) facts = next;
    columns = kept(columns, aliveOf("columns", columnOf));
    labels = kept(labels, aliveOf("labels", labelOf));
  }

  function aliveOf<Of extends { id: string; order: string }>(
    kind: "columns" | "labels",
    read: (id: string, item: Item) => Of | undefined,
  ): Of[] {
    const found: Of[] = [];
    for (const [id, item] of records.all(kind)) {
      const one = isDeleted(kind, item) ? undefined : read(id, item);
      if (one) found.push(one);
    }
    return found.toSorted(byOrder);
  }

  function readAll(): CardChange[] {
    readAround();
    const changes: CardChange[] = [];
    for (const id of new Set([...cards.keys(), ...records.all("cards").keys()])) {
      const [before, after] = [cards.get(id), readCard(id)];
      keepCard(id, after);
      if (before !== after) changes.push({ before, after });
    }
    placed.fill(cards.values());
    things.fill();
    versions.words += 1;
    versions.away += 1;
    versions.lost += 1;
    return changes;
  }

  function tellWatchers(changes: readonly CardChange[]): void {
    for (const change of changes) for (const watcher of watchers) watcher(change);
  }

  function readSome(keys: ReadonlySet<string>): CardChange[] {
    const said = new Set<Topic>(["status"]);
    const changes: CardChange[] = [];
    let isAround = false;
    for (const key of keys) {
      const at = key.indexOf("/");
      const [kind, id] = [key.slice(0, at), key.slice(at + 1)];
      if (kind === "cards") {
        const [before, after] = [cards.get(id), readCard(id)];
        keepCard(id, after);
        if (before === after) continue;
        changes.push({ before, after });
        said.add(`cards/${id}`).add("words");
        for (const column of placed.change(before, after)) said.add(`column/${column}`);
        if (isAway(before) || isAway(after)) said.add("away");
      } else if (isThing(kind)) {
        for (const card of things.changed(kind, id)) said.add(`of/${card}`);
        said.add("words");
      } else if (kind === "lost") said.add("lost");
      else isAround = true;
    }
    if (isAround) {
      readAround();
      said.add("columns").add("labels").add("board");
    }
    for (const topic of ["words", "away", "lost"] as const) {
      if (said.has(topic)) versions[topic] += 1;
    }
    topics.say(said);
    return changes;
  }

  function changed(keys: ReadonlySet<string>): void {
    if (!isReady) {
      isReady = records.status() === "ready";
      readAll();
      topics.sayAll();
    } else if (keys.size > manyChanges) {
      const changes = readAll();
      topics.sayAll();
      tellWatchers(changes);
    } else tellWatchers(readSome(keys));
  }

  function away(is: (card: Card) => boolean, register: "archived" | "gone"): Card[] {
    const stamp = ({ id }: Card) => items.get(id)?.registers[register]?.t ?? 0;
    return [...cards.values()].filter(is).toSorted((a, b) => stamp(b) - stamp(a));
  }

  const end = records.subscribe(changed);
  changed(new Set());
  const role = () => members.find(({ uid }) => uid === of.uid)?.role ?? "viewer";

  return {
    records,
    ...of,
    board: () => facts,
    card: (id) => cards.get(id),
    cards: () => cards,
    columns: () => columns,
    column: (id) => columns.find((column) => column.id === id),
    ids: placed.ids,
    labels: () => labels,
    label: (id) => labels.find((label) => label.id === id),
    things: things.of,
    counts: things.counts,
    archived: () => away(({ isArchived, isGone }) => isArchived && !isGone, "archived"),
    deleted: () => away(({ isGone }) => isGone, "gone"),
    lost: () => lostTextsOf(records, boardShape),
    members: () => members,
    member: (uid) => members.find((member) => member.uid === uid),
    role,
    mayWrite: () => may(role(), "write"),
    setMembers(next) {
      members = next.toSorted(
        (a, b) =>
          Number(b.role === "owner") - Number(a.role === "owner") || a.name.localeCompare(b.name),
      );
      topics.say(["members"]);
    },
    changed,
    subscribe: topics.subscribe,
    watchCards(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    version: (topic) => versions[topic],
    close() {
      end();
      records.close();
    },
  };
}

function isAway(card: Card | undefined): boolean {
  return card === undefined || card.isGone || card.isArchived;
}

function labelOf(id: string, item: Item): BoardLabel | undefined {
  if (!item.registers["name"]) return undefined;
  return {
    id,
    name: textIn(item, "name"),
    colour: textIn(item, "colour"),
    order: textIn(item, "order"),
  };
}

/** Each that says the same stays the same object, and so do all of them together. */
function kept<One extends { id: string }>(before: readonly One[], after: One[]): readonly One[] {
  const old = new Map(before.map((one) => [one.id, { one, text: JSON.stringify(one) }]));
  const next = after.map((one) => {
    const known = old.get(one.id);
    return known?.text === JSON.stringify(one) ? known.one : one;
  });
  const isSame = next.length === before.length && next.every((one, at) => one === before[at]);
  return isSame ? before : next;
}
