import { isVisible } from "#lib/user-record.ts";

/** The first letter of a name, in the sense of its reader: an accent or the parts of an emoji stay together. */
export function initialOf(name: string): string {
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (isVisible(segment)) return segment.toUpperCase();
  }
  return "?";
}
