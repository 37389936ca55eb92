/** Public files of the site as `/api/media` tells editors of them. */
import type { ContentKind } from "./content/kinds.ts";

export type MediaUse = {
  kind: ContentKind;
  id: string;
  title: string;
  /** `published` also when it is hidden. */
  where: "published" | "draft" | "scheduled" | "version" | "trash";
};

export type MediaItem = {
  /** Of the stored object: `public/projects/atlas/x/cover.jpg`. */
  name: string;
  /** What a document says to show it: `/img/…` for a picture, a path for any other file. */
  src: string;
  /** Where the browser gets it, small enough for a list where it is a picture. */
  url: string;
  bytes: number;
  contentType: string;
  /** Null for what is no picture, or was not measured yet. */
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  /** RFC 3339, UTC. */
  updated: string;
  usedIn: MediaUse[];
};

export type MediaPage = {
  items: MediaItem[];
  /** To be sent back as `after`; null after the last page. */
  next: string | null;
  /** Of all stored files of the site, those of accounts included. `limitBytes` null: no limit is set. */
  usage: { usedBytes: number; limitBytes: number | null };
};

/** For each name whether it is gone, or a sentence why it is not. */
export type MediaDeleted = Record<string, true | string>;
export const maxMediaOfAct = 100;
