/**
 * The pictures and files in a document. Those of a draft lie below `drafts/`, those of what visitors see below `public/`,
 * and a file keeps its name on both sides: `drafts/projects/atlas/x1/map.png` is `public/projects/atlas/x1/map.png`.
 */
import { draftAddress, draftNameOf } from "../draft-address.ts";
import { fileAddress, fileNameOf } from "../file-address.ts";
import type { PlainFields } from "../firestore-value.ts";
import { imageAddress, parseImageAddress } from "../image-address.ts";
import { isObjectName } from "../object-name.ts";

export type Medium = {
  /** Of the group that has it: `gallery.0`. */
  path: string;
  kind: "picture" | "file";
  /** It says the file's name instead of an address, as the owner's own PDF of the resume does. */
  isNamed: boolean;
  /** The stored file: `drafts/…` or `public/…`; undefined for a path on this site that is no stored file. */
  name: string | undefined;
  /** The group itself, not a copy. */
  holder: PlainFields;
};

/** The stored file that an address on this site leads to. */
export function storedNameOf(src: string): string | undefined {
  return draftNameOf(src) ?? parseImageAddress(src)?.name ?? fileNameOf(src);
}

/** All of them, in rich texts too, in the order in which they stand there. */
export function mediaIn(fields: PlainFields): Medium[] {
  const found: Medium[] = [];
  visit(fields, "", false);
  return found;

  function visit(value: PlainFields[string], path: string, isOfImage: boolean): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      value.forEach((entry, at) => visit(entry, join(path, String(at)), false));
      return;
    }
    const medium = mediumOf(value, path, isOfImage);
    if (medium !== undefined) found.push(medium);
    for (const [name, entry] of Object.entries(value)) {
      // In a rich text: a picture may say nothing but where it is.
      visit(entry, join(path, name), name === "attrs" && value["type"] === "image");
    }
  }
}

function mediumOf(holder: PlainFields, path: string, isOfImage: boolean): Medium | undefined {
  const { src, name } = holder;
  if (typeof src === "string") {
    const kind = isOfImage || "alt" in holder || "width" in holder ? "picture" : "file";
    return { path, kind, isNamed: false, name: storedNameOf(src), holder };
  }
  if (typeof name !== "string" || path === "" || !isObjectName(name)) return undefined;
  if (/^(?:drafts|public)\/.+/.test(name)) {
    return { path, kind: "file", isNamed: true, name, holder };
  }
  return undefined;
}

function join(path: string, step: string): string {
  return path === "" ? step : `${path}.${step}`;
}

/** The stored files that it names. */
export function storedNamesIn(fields: PlainFields): Set<string> {
  return new Set(mediaIn(fields).flatMap(({ name }) => name ?? []));
}

/** Names below `drafts/` and `public/` that belong to a document. */
export function ownFolder(side: "drafts" | "public", kind: string, id: string): string {
  return `${side}/${kind}/${id}/`;
}

/** The same file on the other side. */
export function otherSide(name: string): string {
  return name.startsWith("drafts/")
    ? `public/${name.slice("drafts/".length)}`
    : `drafts/${name.slice("public/".length)}`;
}

/**
 * A copy in which the files that `addressOf` gives an address for have it.
 * @param addressOf by stored name; undefined leaves what is there
 */
export function withAddresses(
  fields: PlainFields,
  addressOf: (name: string, medium: Medium) => PlainFields | undefined,
): PlainFields {
  const copy = structuredClone(fields);
  for (const medium of mediaIn(copy)) {
    const { name, holder } = medium;
    const change = name === undefined ? undefined : addressOf(name, medium);
    if (change !== undefined) Object.assign(holder, change);
  }
  return copy;
}

/** As its addresses will read once it is published: what the schema is asked about. */
export function asPublished(fields: PlainFields): PlainFields {
  return withAddresses(fields, (name, medium) =>
    name.startsWith("drafts/") ? publicAddress(otherSide(name), null, medium) : undefined,
  );
}

/** What a group that has a file says of where it lies now. */
export function publicAddress(
  name: string,
  md5Hash: string | null,
  medium: Pick<Medium, "kind" | "isNamed">,
): PlainFields | undefined {
  if (medium.isNamed) return { name };
  const src =
    medium.kind === "picture" ? imageAddress({ name, md5Hash }, 1280, "webp") : fileAddress(name);
  return src === undefined ? undefined : { src };
}

/** As `publicAddress`, of what visitors do not see. */
export function hiddenAddress(
  name: string,
  medium: Pick<Medium, "isNamed">,
): PlainFields | undefined {
  if (medium.isNamed) return { name };
  const src = draftAddress(name);
  return src === undefined ? undefined : { src };
}
