/** What a tool says of the content that it edits; all else is the same for all. */
import type { ComponentType, ReactNode } from "react";
import type { Field } from "#app/parts/forms/field.ts";
import type { ContentItem } from "#lib/content/item.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ItemSelect, ItemSort } from "./filter-items.ts";

export type ContentSection = { title: string; fields: readonly Field[] };

export type PreviewProps = { id: string; fields: PlainFields };

export type ItemActProps = {
  item: Pick<ContentItem, "id" | "title" | "status" | "postId">;
  /** Of the one that is open, as it is written now. */
  fields?: PlainFields;
  /** Stores what was typed; in a list there is nothing to store. */
  save?: () => Promise<unknown>;
  /** The list is to be read again. */
  onChanged: () => void;
};

export type BulkActProps = {
  chosen: readonly ContentItem[];
  clear: () => void;
  onChanged: () => void;
};

export type ContentToolFacts = {
  kind: Exclude<ContentKind, "site">;
  /** Of the tool. */
  title: string;
  /** In sentences: "3 projects". */
  one: string;
  many: string;
  /** What this room is for, while it is empty. */
  about: string;
  /** What the list begins with; `order` is the owner's own. */
  sort: ItemSort;
  /** In words, with the owner's order where there is one. */
  sorts: readonly { value: ItemSort; label: string }[];
  /** What the tags are called: "Tag", "Skill". */
  tag: string;
  /** In which words the search looks: "Title, address or tag". */
  searched: string;
  canFeature: boolean;
  /** Besides state and tag; their names are none of those in the address. */
  selects?: readonly ItemSelect[];
  /** Of the form. Suggestions come from the other documents. */
  sectionsOf: (items: readonly ContentItem[]) => readonly ContentSection[];
  /** What stands in the list's row besides title and state. */
  detailOf: (item: ContentItem) => ReactNode;
  /** The real page's part; loaded late. */
  Preview: ComponentType<PreviewProps>;
  /** Besides "New project". */
  Import?: ComponentType<{
    user: { uid: string; name: string };
    onClose: () => void;
    /** Drafts are there. */
    onMade: () => void;
  }>;
  importName?: string;
  /** What else is done with all of them: beside the import. */
  More?: ComponentType<{ items: readonly ContentItem[]; onChanged: () => void }>;
  /** What else is done with one, in its row and while it is open, and with those that are chosen. */
  ItemAct?: ComponentType<ItemActProps>;
  BulkAct?: ComponentType<BulkActProps>;
};
