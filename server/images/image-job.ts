/** What the server asks of a process for pictures, and what that answers. */
import type { ImageFormat } from "#lib/image-address.ts";

export type ImageJob =
  /** Writes a picture that is at most `width` pixels wide, and `height` high, into the file `target`. */
  | {
      kind: "variant";
      source: string;
      target: string;
      width: number;
      height?: number;
      format: ImageFormat;
    }
  /** Writes the same picture, upright and with nothing but its pixels, into the file `target`. */
  | { kind: "clean"; source: string; target: string }
  | { kind: "measure"; source: string };

/** As it is to be seen, upright. */
export type Measured = {
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
};

export type JobAnswer =
  | { outcome: "done"; measured: Measured | null }
  /** The file is at fault, and would be again. */
  | { outcome: "unfit"; reason: string };

/** All that the pixels of one picture may be: about 256 MB while it is prepared. */
export const maxSourcePixels = 64_000_000;
