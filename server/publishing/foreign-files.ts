/** Files of other items: whoever takes one from the library publishes a copy. */
import { createHash } from "node:crypto";
import { otherSide, ownFolder } from "#lib/content/content-media.ts";
import type { Medium } from "#lib/content/content-media.ts";
import { contentKinds, roleOf } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { ObjectInfo } from "#lib/server-backend.ts";
import { fileGone } from "./content-files.ts";
import type { ContentFiles } from "./content-files.ts";
import type { Item } from "./site-facts.ts";

/**
 * The item's own copy of what lies with another one, visible or not: its name says which, so that it is made once.
 * @param medium `name` below `public/`, `from`: for whom
 * @returns undefined when it lies with the item itself, or with no item
 * @throws UnfitFileError when it is not there, or not for those who write the item; ImageError; BackendError
 */
export async function copyOfForeign(
  files: ContentFiles,
  { kind, id }: Item,
  { name, kind: sort, from }: { name: string; kind: Medium["kind"]; from: string },
): Promise<ObjectInfo | undefined> {
  const own = ownFolder("public", kind, id);
  const owner = contentKinds.find((one) => name.startsWith(`public/${one}/`));
  if (owner === undefined || name.startsWith(own)) return undefined;
  const hash = createHash("sha256").update(name).digest("base64url").slice(0, 16);
  const to = `${own}${hash}/${name.slice(name.lastIndexOf("/") + 1)}`;
  const isVisible = await files.copy(name, to);
  if (!isVisible && mayTakeHidden(kind, owner)) {
    return files.publish(otherSide(name), sort, { from, to });
  }
  const info = isVisible ? await files.getObject(to) : null;
  if (info === null) throw fileGone();
  return info;
}

/** An editor must not publish what only admins may see. */
function mayTakeHidden(kind: ContentKind, owner: ContentKind): boolean {
  return roleOf(kind) === "admin" || roleOf(owner) === "editor";
}
