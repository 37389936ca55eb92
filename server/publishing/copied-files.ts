/** Each item has files of its own: what becomes of the one does nothing to the other. */
import {
  hiddenAddress,
  mediaIn,
  otherSide,
  ownFolder,
  withAddresses,
} from "#lib/content/content-media.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ContentFiles } from "./content-files.ts";
import type { Item } from "./site-facts.ts";

/** The fields with the addresses of copies, which are a draft's files of the other item. @throws BackendError */
export async function withCopiedFiles(
  files: Pick<ContentFiles, "copy">,
  fields: PlainFields,
  { from, to }: { from: Item; to: Item },
): Promise<PlainFields> {
  const moved = new Map<string, string>();
  const sides = (["drafts", "public"] as const).map((side) => ownFolder(side, from.kind, from.id));
  for (const { name } of mediaIn(fields)) {
    const folder = name && sides.find((candidate) => name.startsWith(candidate));
    if (name === undefined || !folder || moved.has(name)) continue;
    const target = ownFolder("drafts", to.kind, to.id) + name.slice(folder.length);
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    const isCopied =
      (await files.copy(name, target)) || (await files.copy(otherSide(name), target));
    if (isCopied) moved.set(name, target);
  }
  return withAddresses(fields, (name, medium) => {
    const target = moved.get(name);
    return target === undefined ? undefined : hiddenAddress(target, medium);
  });
}
