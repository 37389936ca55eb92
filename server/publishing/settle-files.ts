/**
 * Puts the files of one item where its documents say: public what visitors see somewhere, below `drafts/` all else. It may
 * be done at any time and again: what is moved is copied first. Each act ends with it, and a job does it when the process
 * died before.
 */
import { otherSide, ownFolder } from "#lib/content/content-media.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { filesNamedIn } from "#lib/content/named-files.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { MediaUses } from "../media/media-use.ts";
import { UnfitFileError } from "./content-files.ts";
import type { ContentFiles } from "./content-files.ts";
import type { ContentStore, StoredDraft } from "./content-store.ts";
import { groupOf } from "./content-store.ts";
import { isHidden, shownFiles } from "./shown-files.ts";
import type { Versions } from "./versions.ts";

const unnamedKeptMs = 7 * 24 * 3_600_000;

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
  const [shown, published, draft, schedule] = await Promise.all([
    shownFiles(backend),
    store.published(kind, id),
    store.draft(kind, id),
    store.schedule(kind, id),
  ]);
  const scheduled = schedule && (await versions.get(kind, id, schedule.versionId));
  const inDrafts = new Set([...namesOfDraft(draft), ...filesNamedIn(scheduled ?? {})]);
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
  // What others name stays where it is: nobody makes public what somebody else has withdrawn.
  const own = published === null || isHidden(published.data) ? [] : filesNamedIn(published.data);
  for (const name of own) {
    const isOwn = name.startsWith(ownFolder("public", kind, id));
    if (!isOwn || there.public.has(name) || !there.drafts.has(otherSide(name))) continue;
    // Another copy of the server moved it away while it was being published.
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (await isPublished(files, name)) there.public.add(name);
  }
  for (const name of draftNames) {
    const isDouble = shown.has(otherSide(name)) && there.public.has(otherSide(name));
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (isDouble && !inDrafts.has(name)) await files.delete(name);
  }
}

/** False for what only a link leads to and visitors may not get: it keeps no other file from its place. */
async function isPublished(files: ContentFiles, name: string): Promise<boolean> {
  const kind = /\.pdf$/i.test(name) ? "file" : "picture";
  try {
    await files.publish(otherSide(name), kind, { from: "server" });
    return true;
  } catch (error) {
    if (error instanceof UnfitFileError) return false;
    throw error;
  }
}

/**
 * Removes files that nothing has named for a week: neither a document nor any version of it, nor another one's. Before
 * that somebody may come back who has been without a network, or take a removal back.
 * @param others what all items name
 * @returns how many
 */
export async function sweepFiles(
  deps: SettleDeps & { now: () => number },
  item: { kind: ContentKind; id: string },
  others: () => Promise<MediaUses>,
): Promise<number> {
  const { store, versions, files, now } = deps;
  const { kind, id } = item;
  const names = await files.list("drafts", kind, id);
  if (names.length === 0) return 0;
  const [published, draft, uses] = await Promise.all([
    store.published(kind, id),
    store.draft(kind, id),
    others(),
  ]);
  const named = new Set([...filesNamedIn(published?.data ?? {}), ...namesOfDraft(draft)]);
  for await (const page of versions.pages(kind, id)) {
    for (const { data } of page) {
      for (const name of filesNamedIn(groupOf(data["fields"]))) named.add(name);
    }
  }
  let removed = 0;
  for (const name of names) {
    const isNamed = named.has(name) || named.has(otherSide(name)) || uses.has(otherSide(name));
    // oxlint-disable-next-line no-await-in-loop -- a few, in the background
    if ((await files.noteNamed(name, isNamed, now())) < unnamedKeptMs) continue;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await files.delete(name);
    removed += 1;
  }
  return removed;
}

/** In words that lost a race, too. */
function namesOfDraft(draft: StoredDraft | null): string[] {
  const texts = [draft?.fields ?? {}, ...(draft?.conflicts ?? []).map(({ value }) => ({ value }))];
  return texts.flatMap((fields) => [...filesNamedIn(fields)]);
}
