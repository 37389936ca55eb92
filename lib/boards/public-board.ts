/**
 * What anybody with its address sees of a board: columns and cards, and what its owner chose beside them. No account, no
 * address or name of one and no file is in it. docs/boards.md
 */
import { fixedWords } from "../dates/date-words.ts";
import { colours } from "../records/colours.ts";
import { type Placed, byOrder } from "../records/place.ts";
import { type Item, readItem } from "../records/register.ts";
import { type RichElements, toElements } from "../rich-text/elements.ts";
import type { PublicChoices } from "./api.ts";
import { type Card, cardOf, checkOf, columnOf, commentOf, isAlive, textIn } from "./board-items.ts";
import type { Member } from "./roles.ts";
import type { BoardKind } from "./shape.ts";

const mostInColumn = 200;
const mostCards = 2_000;
/** Of all descriptions and comments together. */
const mostLetters = 400_000;

/** As `boards/{board}/public` has it. */
export type StoredPublic = PublicChoices & { slug: string; since: number };

type PublicComment = {
  /** In words. */
  on: string;
  text: string;
};

export type PublicCard = {
  number: number;
  title: string;
  /** `hue`: the angle of its colour; null: it has none. */
  labels: { name: string; hue: number | null }[];
  /** In words; empty: no day. */
  due: string;
  isDone: boolean;
  /** Of a checklist how much is done. */
  checks: { done: number; all: number } | undefined;
  notes: RichElements | undefined;
  comments: PublicComment[];
};

export type PublicColumn = {
  name: string;
  /** 0: any number. */
  limit: number;
  count: number;
  cards: PublicCard[];
};

export type PublicBoard = {
  /** What it is called. */
  title: string;
  columns: PublicColumn[];
  /** Descriptions and comments are left out where there are too many. */
  isCut: boolean;
};

/** What a request for a public board is to see: `none` is switched on there. */
export type PublicVisit = { board: PublicBoard } | "none" | "failed";

/** As the database has it. */
export type RawBoard = Partial<Record<BoardKind, unknown>>;

/** `path` is that of a public board: 26 letters that nobody guesses. */
export function slugOfPath(path: string): string | undefined {
  return /^\/TaskManager\/([a-z]{26})$/.exec(path)?.[1];
}

/** What is no address of a board there, either. */
export function isBelowBoards(path: string): boolean {
  return path.startsWith("/TaskManager/");
}

export function publicPath(slug: string): string {
  return `/TaskManager/${slug}`;
}

/** Undefined: it is not switched on. @param value `boards/{board}/public` */
export function readPublic(value: unknown): StoredPublic | undefined {
  const { slug, since, notes, comments, index } = (value ?? {}) as Record<string, unknown>;
  if (typeof slug !== "string" || slugOfPath(publicPath(slug)) === undefined) return undefined;
  return {
    slug,
    since: typeof since === "number" ? since : 0,
    notes: notes === true,
    comments: comments === true,
    index: index === true,
  };
}

/** @param members by uid: where comments mention them they have no name */
export function publicBoard(
  raw: RawBoard,
  shows: Pick<PublicChoices, "notes" | "comments">,
  members: ReadonlyMap<string, Pick<Member, "name">>,
): PublicBoard {
  const labels = labelsIn(raw);
  const checks = Map.groupBy(all(raw, "checks", checkOf), ({ card }) => card);
  const comments = Map.groupBy(
    shows.comments ? all(raw, "comments", commentOf) : [],
    ({ card }) => card,
  );
  const cards = Map.groupBy(all<Card & Placed>(raw, "cards", cardOf), ({ column }) => column);
  const room = { cards: mostCards, letters: mostLetters, isCut: false };

  function shown(card: Card): PublicCard {
    const list = checks.get(card.id) ?? [];
    const said = (comments.get(card.id) ?? []).toSorted((one, other) => one.on - other.on);
    const notes = shows.notes ? card.notes : "";
    return {
      number: card.number,
      title: card.title,
      labels: card.labels.flatMap((id) => labels.get(id) ?? []),
      due: fixedWords(card.due),
      isDone: card.isDone,
      checks: list.length === 0 ? undefined : progressOf(list),
      notes: notes !== "" && fits(notes.length) ? toElements(plainer(parsed(notes))) : undefined,
      comments: said
        .filter(({ text }) => fits(text.length))
        .map(({ on, text, mentions }) => ({
          on: dayWords(on),
          text: withoutNames(
            text,
            mentions.map((uid) => members.get(uid)?.name ?? ""),
          ),
        })),
    };
  }

  function fits(letters: number): boolean {
    room.letters -= letters;
    room.isCut ||= room.letters < 0;
    return room.letters >= 0;
  }

  const columns = all(raw, "columns", columnOf)
    .toSorted(byOrder)
    .map(({ id, name, limit }): PublicColumn => {
      const standing = (cards.get(id) ?? []).toSorted(byOrder);
      const some = standing.slice(0, Math.min(mostInColumn, room.cards));
      room.cards -= some.length;
      return { name, limit, count: standing.length, cards: some.map(shown) };
    });
  const board = itemsIn(raw, "board").get("board");
  return { title: textIn(board, "name") || "A board", columns, isCut: room.isCut };
}

function itemsIn(raw: RawBoard, kind: BoardKind): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const [id, value] of Object.entries(raw[kind] ?? {})) {
    const item = readItem(value);
    if (item) items.set(id, item);
  }
  return items;
}

/** Those that are neither deleted nor archived. */
function all<One>(
  raw: RawBoard,
  kind: BoardKind,
  read: (id: string, item: Item) => One | undefined,
): One[] {
  return [...itemsIn(raw, kind)].flatMap(([id, item]) =>
    isAlive(kind, item) ? (read(id, item) ?? []) : [],
  );
}

function labelsIn(raw: RawBoard): Map<string, { name: string; hue: number | null }> {
  const labels = all(raw, "labels", (id, item) => ({
    id,
    name: textIn(item, "name"),
    hue: colours[textIn(item, "colour")] ?? null,
  }));
  return new Map(labels.map(({ id, ...label }) => [id, label]));
}

function progressOf(list: readonly { isDone: boolean }[]): { done: number; all: number } {
  return { done: list.filter(({ isDone }) => isDone).length, all: list.length };
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");

/** @param names of those who are mentioned, as they are called now; empty: nobody knows */
function withoutNames(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  const mentionOf = (name: string) => `@(?:${name})(?![\\p{L}\\p{N}])`;
  const known = names.filter((name) => name.trim() !== "").map(escaped);
  const found = known.filter((name) => new RegExp(mentionOf(name), "u").test(text));
  // Who has left, or has another name since, is in it by one that nobody knows: it may be as long as the line.
  if (found.length < names.length) return text.replace(/@.*/gu, "@somebody …");
  // The longest first: of `Ann Lee` nothing is left for `Ann`.
  const longestFirst = known.toSorted((one, other) => other.length - one.length).join("|");
  return text.replace(new RegExp(mentionOf(longestFirst), "gu"), "@somebody");
}

function dayWords(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "" : fixedWords(date.toISOString().slice(0, 10));
}

/** What is no JSON is a text as it stands. */
function parsed(notes: string): unknown {
  try {
    const value: unknown = JSON.parse(notes);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // It is no rich text.
  }
  return {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: notes }] }],
  };
}

/** Without pictures, which may be anywhere; headings of a card are none of the page. */
function plainer(node: unknown, depth = 0): unknown {
  if (typeof node !== "object" || node === null || depth > 50) return undefined;
  const { type, content } = node as { type?: unknown; content?: unknown };
  if (type === "image") return undefined;
  const inner = Array.isArray(content)
    ? content.flatMap((one: unknown) => plainer(one, depth + 1) ?? [])
    : undefined;
  const plain = type === "heading" ? { type: "paragraph" } : node;
  return inner === undefined ? plain : { ...plain, content: inner };
}
