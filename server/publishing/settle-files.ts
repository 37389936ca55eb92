/**
 * Puts the files of one item where its documents say: public what visitors see somewhere, below `drafts/` all else. It may
 * be done at any time and again: what is moved is copied first. Each act ends with it, and a job does it when the process
 * died before.
 */
import { otherSide, ownFolder, storedNamesIn } from "#lib/content/content-media.ts";
import { isCollection } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { ContentFiles } from "./content-files.ts";
import type { ContentStore } from "./content-store.ts";
import { groupOf } from "./content-store.ts";
import { shownFiles } from "./shown-files.ts";
import type { Versions } from "./versions.ts";

export type SettleDeps = {
  backend: Pick<ServerBackend, "findDocuments">;
  store: ContentStore;
  versions: Versions;
  files: ContentFiles;
};

/** @throws BackendError */
export async function settleFiles(
  { backend, store, versions, files }: SettleDeps,
  kind: ContentKind,
  id: string,
): Promise<void> {
  const [publicNames, draftNames] = await Promise.all([
    files.list("public", kind, id),
    files.list("drafts", kind, id),
  ]);
  if (publicNames.length === 0 && draftNames.length === 0) return;
  const [shown, draft, schedule] = await Promise.all([
    shownFiles(backend),
    store.draft(kind, id),
    store.schedule(kind, id),
  ]);
  const scheduled = schedule && (await versions.get(kind, id, schedule.versionId));
  const inDrafts = new Set([
    ...storedNamesIn(draft?.fields ?? {}),
    ...storedNamesIn(scheduled ?? {}),
  ]);
  const there = { public: new Set(publicNames), drafts: new Set(draftNames) };
  for (const name of publicNames) {
    if (shown.has(name)) continue;
    const hidden = otherSide(name);
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    if (!there.drafts.has(hidden)) await files.copy(name, hidden);
    there.drafts.add(hidden);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await files.delete(name);
    there.public.delete(name);
  }
  for (const name of shown) {
    const isOwn = name.startsWith(ownFolder("public", kind, id));
    if (!isOwn || there.public.has(name) || !there.drafts.has(otherSide(name))) continue;
    // Another copy of the server moved it away while it was being published.
    // oxlint-disable-next-line no-await-in-loop -- see above
    await files.publish(otherSide(name), name.endsWith(".pdf") ? "file" : "picture", {
      from: "server",
    });
    there.public.add(name);
  }
  for (const name of draftNames) {
    const isDouble = shown.has(otherSide(name)) && there.public.has(otherSide(name));
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (isDouble && !inDrafts.has(name)) await files.delete(name);
  }
}

/**
 * Removes files that nothing names any more: neither a document nor any version of it.
 * @param isOld whether nobody can be just about to use it
 * @returns how many
 */
export async function sweepFiles(
  deps: SettleDeps,
  item: { kind: ContentKind; id: string },
  isOld: (name: string) => Promise<boolean>,
): Promise<number> {
  const { backend, store, versions, files } = deps;
  const { kind, id } = item;
  const names = await files.list("drafts", kind, id);
  if (names.length === 0) return 0;
  const [published, draft, shown] = await Promise.all([
    store.published(kind, id),
    store.draft(kind, id),
    shownFiles(backend),
  ]);
  const texts = [
    published?.data ?? {},
    draft?.fields ?? {},
    ...(draft?.conflicts ?? []).map(({ value }) => groupOf({ value })),
  ];
  const named = new Set(texts.flatMap((fields) => [...storedNamesIn(fields)]));
  for await (const page of versions.pages(kind, id)) {
    for (const { data } of page) {
      for (const name of storedNamesIn(groupOf(data["fields"]))) named.add(name);
    }
  }
  const isGone =
    isCollection(kind) &&
    published === null &&
    draft === null &&
    (await store.trash(kind, id)) === null;
  let removed = 0;
  for (const name of names) {
    const isNamed = named.has(name) || named.has(otherSide(name)) || shown.has(otherSide(name));
    // oxlint-disable-next-line no-await-in-loop -- a few, in the background
    if ((isNamed && !isGone) || !(await isOld(name))) continue;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await files.delete(name);
    removed += 1;
  }
  return removed;
}
