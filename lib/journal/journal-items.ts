/** The other items of a journal as what they are; what is not whole is none. */
import type { Item } from "../records/register.ts";
import { hueOf } from "../records/colours.ts";
import type { EntryWhen } from "./days.ts";
import { whenIn } from "./entry.ts";
import { type Spot, countIn, spotIn, textIn } from "./item-parts.ts";
import { isDeleted } from "./shape.ts";

/** A photo, or a file that stands for something else that was taken over. */
export type Media = {
  id: string;
  /** Id of its entry. */
  entry: string;
  name: string;
  /** `image/jpeg` */
  type: string;
  sizeBytes: number;
  /** Pixels; 0: nobody could look into it. */
  width: number;
  height: number;
  /** SHA-256 of the plain file, 64 hexadecimal digits; empty: not known. */
  sha256: string;
  taken: EntryWhen | null;
  spot: Spot | null;
  caption: string;
  alt: string;
  isGone: boolean;
};

export function mediaOf(id: string, item: Item): Media | undefined {
  const entry = textIn(item, "of", "entry");
  if (entry === "" || !item.registers["file"]) return undefined;
  return {
    id,
    entry,
    name: textIn(item, "file", "name"),
    type: textIn(item, "file", "type"),
    sizeBytes: countIn(item, "file", "size"),
    width: countIn(item, "file", "width"),
    height: countIn(item, "file", "height"),
    sha256: textIn(item, "file", "sha"),
    taken: whenIn(item, "taken"),
    spot: spotIn(item, "spot"),
    caption: textIn(item, "caption"),
    alt: textIn(item, "alt"),
    isGone: isDeleted("media", item),
  };
}

/** A tag, or somebody. */
export type Topic = { id: string; name: string; colour: string; isGone: boolean };

export function topicOf(kind: "tags" | "people", id: string, item: Item): Topic | undefined {
  if (!item.registers["name"]) return undefined;
  const isGone = isDeleted(kind, item);
  return { id, name: textIn(item, "name"), colour: colourIn(item), isGone };
}

export type Template = {
  id: string;
  name: string;
  /** Rich text as JSON; empty: none. */
  doc: string;
  /** lib/fractional-order.ts */
  order: string;
  isGone: boolean;
};

export function templateOf(id: string, item: Item): Template | undefined {
  if (!item.registers["name"]) return undefined;
  return {
    id,
    name: textIn(item, "name"),
    doc: textIn(item, "doc"),
    order: textIn(item, "order"),
    isGone: isDeleted("templates", item),
  };
}

export type JournalSettings = {
  /** Empty: nobody has named it. */
  name: string;
  colour: string;
  order: string;
  /** The first day of a week: 0 is Monday, 6 Sunday. */
  weekStart: 0 | 6;
  hasPrompts: boolean;
  /** Camera, date and place in the files of photos. */
  stripPhotos: "ask" | "always" | "never";
  /** In the trash; the whole journal goes after 30 days. */
  isGone: boolean;
  /** A stamp; 0: it never was there. */
  goneAt: number;
};

/** What was never set, or cannot be read, is as usual. */
export function journalSettingsOf(item: Item | undefined): JournalSettings {
  const strip = textIn(item, "stripPhotos");
  return {
    name: textIn(item, "name"),
    colour: colourIn(item),
    order: textIn(item, "order"),
    weekStart: textIn(item, "week") === "su" ? 6 : 0,
    hasPrompts: item?.registers["prompts"]?.value["v"] !== false,
    stripPhotos: strip === "always" || strip === "never" ? strip : "ask",
    isGone: item !== undefined && isDeleted("journal", item),
    goneAt: item?.registers["gone"]?.t ?? 0,
  };
}

/** The text of an entry, which has its id. */
export type EntryText = {
  /** Rich text as JSON; empty: none. */
  doc: string;
  /** Its stamp, by which a revision of it is named; 0: there is none. */
  t: number;
};

export function entryTextOf(item: Item | undefined): EntryText {
  return { doc: textIn(item, "doc"), t: item?.registers["doc"]?.t ?? 0 };
}

/** What an entry was before. */
export type Revision = {
  entry: string;
  /** Stamp of the text that it holds. */
  t: number;
  doc: string;
  title: string;
  /** On which somebody wrote it, in words; may be empty. */
  device: string;
};

export function revisionId(entry: string, t: number): string {
  return `${entry}-${t}`;
}

export function revisionOf(id: string, item: Item): Revision | undefined {
  const entry = textIn(item, "of", "entry");
  const t = Number(id.slice(entry.length + 1));
  if (entry === "" || !item.registers["doc"] || revisionId(entry, t) !== id) return undefined;
  return {
    entry,
    t,
    doc: textIn(item, "doc"),
    title: textIn(item, "title"),
    device: textIn(item, "of", "device"),
  };
}

/** Words that lost to other words. */
export type LostWords = {
  id: string;
  of: { kind: string; id: string; register: string };
  /** Rich text as JSON where the register has it. */
  text: string;
  isGone: boolean;
};

export function lostWordsOf(id: string, item: Item): LostWords | undefined {
  const [kind = "", of = "", register = "", more] = textIn(item, "of").split("/");
  if (register === "" || more !== undefined || !item.registers["text"]) return undefined;
  const isGone = isDeleted("lost", item);
  return { id, of: { kind, id: of, register }, text: textIn(item, "text"), isGone };
}

/** Empty: none that is known here. */
function colourIn(item: Item | undefined): string {
  const colour = textIn(item, "colour");
  return hueOf(colour) === undefined ? "" : colour;
}
