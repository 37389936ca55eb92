/** Items of a board as what they are; what is not whole is none. */
import { type Item, isGone } from "../records/register.ts";
import { type BoardKind, boardShape } from "./shape.ts";

export type Card = {
  id: string;
  /** 0 until the server has numbered it. */
  number: number;
  title: string;
  /** Rich text as JSON. */
  notes: string;
  column: string;
  order: string;
  /** Who put it there. */
  by: string;
  isArchived: boolean;
  isGone: boolean;
  labels: string[];
  people: string[];
  /** `2026-12-01`, `2026-12-01T09:00` or empty. */
  due: string;
  /** Of a `due` with a time; empty: the board's. */
  zone: string;
  start: string;
  isDone: boolean;
  /** A colour, the id of a file, or empty. */
  cover: string;
};

export type Column = {
  id: string;
  name: string;
  order: string;
  /** How many cards may stand in it; 0: any number. */
  limit: number;
  colour: string;
  isGone: boolean;
};

export type Check = {
  id: string;
  title: string;
  card: string;
  order: string;
  isDone: boolean;
  isGone: boolean;
};

export type Comment = {
  id: string;
  text: string;
  card: string;
  by: string;
  /** Milliseconds since 1970, by its author's clock. */
  on: number;
  mentions: string[];
  isGone: boolean;
};

export type BoardFile = {
  id: string;
  name: string;
  card: string;
  by: string;
  path: string;
  type: string;
  sizeBytes: number;
  isGone: boolean;
};

export function cardOf(id: string, item: Item): Card | undefined {
  if (!item.registers["title"] || !item.registers["place"]) return undefined;
  return {
    id,
    number: numberIn(item, "number"),
    title: textIn(item, "title"),
    notes: textIn(item, "notes"),
    column: textIn(item, "place", "column"),
    order: textIn(item, "place", "order"),
    by: textIn(item, "place", "by"),
    isArchived: flagIn(item, "archived"),
    isGone: isDeleted("cards", item),
    labels: wordsIn(item, "labels"),
    people: wordsIn(item, "people"),
    due: textIn(item, "due"),
    zone: textIn(item, "due", "zone"),
    start: textIn(item, "start"),
    isDone: flagIn(item, "done"),
    cover: textIn(item, "cover"),
  };
}

export function columnOf(id: string, item: Item): Column | undefined {
  if (!item.registers["name"]) return undefined;
  return {
    id,
    name: textIn(item, "name"),
    order: textIn(item, "order"),
    limit: numberIn(item, "limit"),
    colour: textIn(item, "colour"),
    isGone: isDeleted("columns", item),
  };
}

export function checkOf(id: string, item: Item): Check | undefined {
  if (!item.registers["title"] || !item.registers["place"]) return undefined;
  return {
    id,
    title: textIn(item, "title"),
    card: textIn(item, "place", "card"),
    order: textIn(item, "place", "order"),
    isDone: flagIn(item, "done"),
    isGone: isDeleted("checks", item),
  };
}

export function commentOf(id: string, item: Item): Comment | undefined {
  if (!item.registers["of"]) return undefined;
  return {
    id,
    text: textIn(item, "text"),
    card: textIn(item, "of", "card"),
    by: textIn(item, "of", "by"),
    on: numberIn(item, "of", "on"),
    mentions: wordsIn(item, "mentions"),
    isGone: isDeleted("comments", item),
  };
}

export function fileOf(id: string, item: Item): BoardFile | undefined {
  if (!item.registers["of"]) return undefined;
  return {
    id,
    name: textIn(item, "name"),
    card: textIn(item, "of", "card"),
    by: textIn(item, "of", "by"),
    path: textIn(item, "of", "path"),
    type: textIn(item, "of", "type"),
    sizeBytes: numberIn(item, "of", "size"),
    isGone: isDeleted("files", item),
  };
}

export function isDeleted(kind: BoardKind, item: Item): boolean {
  return isGone(boardShape, kind, item);
}

/** Not deleted, nor, of a card, archived. */
export function isAlive(kind: BoardKind, item: Item): boolean {
  if (isDeleted(kind, item)) return false;
  return kind !== "cards" || !flagIn(item, "archived");
}

/** The column that a card stands in; undefined: in none, it is archived or deleted. */
export function standsIn(card: Item | undefined): string | undefined {
  return card && card.registers["place"] && isAlive("cards", card)
    ? textIn(card, "place", "column")
    : undefined;
}

export function textIn(item: Item | undefined, register: string, part = "v"): string {
  const value = item?.registers[register]?.value[part];
  return typeof value === "string" ? value : "";
}

export function numberIn(item: Item | undefined, register: string, part = "v"): number {
  const value = item?.registers[register]?.value[part];
  return typeof value === "number" ? value : 0;
}

export function flagIn(item: Item | undefined, register: string): boolean {
  return item?.registers[register]?.value["v"] === true;
}

export function wordsIn(item: Item | undefined, register: string): string[] {
  return textIn(item, register).split(" ").filter(Boolean);
}
