import type { PictureType } from "#lib/found/addresses.ts";

/** What a picture beside a link says; made in a process of its own. */
export type OgJob = {
  title: string;
  description: string;
  /** The owner's name; empty while nobody is named. */
  siteName: string;
  host: string;
  /** `#rrggbb` */
  accent: string;
  type: PictureType;
  /** A picture as somebody uploaded it: JPEG, PNG, WebP or AVIF. */
  cover: Uint8Array | undefined;
};

/** Of the type that was asked for. */
export type OgAnswer = Uint8Array;
