import type { PlainFields } from "#lib/firestore-value.ts";

/** Without what is undefined, and with the prototypes of plain objects, which what a store gives back has not. */
export function plain(value: object): PlainFields {
  return JSON.parse(JSON.stringify(value)) as PlainFields;
}
