/** A text that several have written at once. */
export type Texts = {
  /** What both began with. */
  base: string;
  own: string;
  /** What one of them wrote on the way, and others may have gone on from; the last one first. */
  written: readonly string[];
  theirs: string;
};
