/** A draft as it is published: without what forms leave behind where nothing was filled in. */
import { coarseMapLink } from "../coarse-map-link.ts";
import { roundDegrees } from "../documents/place.ts";
import type { PlainFields } from "../firestore-value.ts";
import { slugOfFields } from "./kinds.ts";
import type { ContentKind } from "./kinds.ts";

type Value = PlainFields[string];

/**
 * Empty texts and null count as not there, entries of lists without anything in them go. What is there besides stays,
 * also fields that this version does not know, but for the mark of starter content. What has a page of its own and no
 * slug gets that of its title. Nobody has to know to the metre where the owner was.
 */
export function publishable(kind: ContentKind, id: string, fields: PlainFields): PlainFields {
  const tidied = tidyGroup(fields);
  // What the owner publishes is the owner's from then on; `putContent` knows of what is only shown again.
  delete tidied["sample"];
  // It is never empty, however little is in it.
  if (kind === "site" && id === "resume") tidied["document"] ??= {};
  const slug = slugOfFields(kind, tidied);
  if (slug !== undefined) tidied["slug"] = slug;
  for (const name of ["place", "source"]) {
    const value = tidied[name];
    if (isGroup(value)) tidied[name] = coarse(value);
  }
  return tidied;
}

function coarse(place: PlainFields): PlainFields {
  const kept = { ...place };
  if (typeof kept["url"] === "string") kept["url"] = coarseMapLink(kept["url"]);
  for (const name of ["latitude", "longitude"]) {
    const value = kept[name];
    if (typeof value === "number") kept[name] = roundDegrees(value);
  }
  return kept;
}

function isGroup(value: Value | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tidyGroup(group: PlainFields): PlainFields {
  const kept = Object.entries(group).flatMap(([name, value]): [string, Value][] => {
    // A picture that waits for its words is one all the same.
    const tidied = name === "alt" && "src" in group ? value : tidy(value);
    return tidied === undefined ? [] : [[name, tidied]];
  });
  // Whatever a field is called, it is one of the group's own.
  return Object.fromEntries(kept);
}

function tidy(value: Value): Value | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    return value.flatMap((entry) => {
      const kept = tidy(entry);
      return kept === undefined ? [] : [kept];
    });
  }
  // A rich text is the editor's: an attribute that is null says something there.
  if (value["type"] === "doc") return value;
  const group = tidyGroup(value);
  const isEmpty = Object.keys(group).length === 0 && Object.keys(value).length > 0;
  return isEmpty ? undefined : group;
}
