/** A public file that is made of the site's content: `/sitemap.xml`, `/resume.pdf`, `/og/about.png`. */
import type { PublicData } from "#lib/server-backend.ts";
import type { Exchange } from "../http/request-facts.ts";
import type { HeaderList } from "../http/security-headers.ts";

/** After so long it is worth asking again for what could not be made. */
export const retryAfterS = 30;

/** Thrown by a maker that cannot make its file now: it is asked again later. The message is for the log. */
export class SiteFileUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "SiteFileUnavailableError";
  }
}

export type SiteContent = {
  data: PublicData;
  /** `scheme://host` that visitors see. */
  origin: string;
};

export type MadeFile = {
  contentType: string;
  body: string | Buffer;
  /** The name under which browsers save it; without one they show it. */
  saveAs?: string;
  /** Instead of the usual ones of the same names. */
  headers?: HeaderList;
  /** Nobody but the maker is to keep it: it has it already, or wants to be asked again. */
  isKept?: true;
  /** There may be thousands of its kind: it is kept apart, so that they take no place of pages, and costs little to keep. */
  isOneOfMany?: true;
};

export type SiteFileMaker = {
  /** Whether paths like this one are its own; what it has nothing for is then answered 404. */
  owns(path: string): boolean;
  /** Asked before anything is made: true when what is not made of the content, and so is not kept, has answered instead. */
  answer?(exchange: Exchange, content: SiteContent): Promise<boolean>;
  /**
   * Made of `content` alone, so that it can be kept for as long as that holds.
   * @returns undefined where there is no such file.
   * @throws SiteFileUnavailableError
   */
  make(path: string, content: SiteContent): MadeFile | undefined | Promise<MadeFile | undefined>;
};
