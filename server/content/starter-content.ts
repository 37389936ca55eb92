/**
 * The starter content: loaded once into an empty site, never again after that, and cleared as a whole.
 * That it was loaded is remembered in `server/starterContent`, in the same commit.
 */
import { readFile } from "node:fs/promises";
import { draftPath } from "#lib/content/draft.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { groupOf, leftInProfile, leftInResume } from "./starter-leftovers.ts";
import type { Leftovers } from "./starter-leftovers.ts";

const memory = "server/starterContent";
const collections = ["projects", "certificates", "problems", "site"] as const;
const contentDir = new URL("../../content/", import.meta.url);

/** @returns the number of documents loaded; 0 when the site is not empty or had its starter content before. */
export async function loadStarterContent(backend: ServerBackend, now: number): Promise<number> {
  if ((await backend.getDocument(memory)) !== null) return 0;
  const loadedAt = new Date(now).toISOString();
  for (const collection of collections) {
    if ((await backend.listDocuments(collection)).length > 0) return 0;
  }
  const documents = await readStarterContent();
  const writes: Write[] = documents.map(({ path, data }) => ({
    set: path,
    data: { ...data, sample: true },
    when: { exists: false },
  }));
  await backend.commit([...writes, { set: memory, data: { loadedAt }, when: { exists: false } }]);
  return documents.length;
}

/**
 * Removes every document that is still starter content, and what the owner left alone of it in a profile and resume that
 * are their own and in drafts of these, and keeps it away for good; what the owner wrote or imported stays.
 * @returns the number of documents removed or changed
 */
export async function clearStarterContent(
  backend: Pick<ServerBackend, "getDocument" | "listDocuments" | "commit">,
  now: number,
): Promise<number> {
  const [whole, rest] = await Promise.all([listStarterContent(backend), listLeftovers(backend)]);
  const writes: Write[] = [
    ...whole.map(({ path, updateTime }) => ({ delete: path, when: { updateTime } })),
    ...rest.map(clearingWrite),
  ];
  const clearedAt = new Date(now).toISOString();
  await backend.commit([...writes, { set: memory, data: { clearedAt } }]);
  return writes.length;
}

/** Every document that is still starter content. */
export async function listStarterContent(
  backend: Pick<ServerBackend, "listDocuments">,
): Promise<StoredDocument[]> {
  const lists = await Promise.all(
    collections.map((collection) => backend.listDocuments(collection)),
  );
  return lists.flat().filter((document) => document.data["sample"] === true);
}

export type Leftover = Leftovers & {
  id: "profile" | "resume";
  document: StoredDocument;
  isDraft: boolean;
};

/** Documents that are the owner's by now and drafts, as far as they have words in them that are not. @throws BackendError */
export async function listLeftovers(
  backend: Pick<ServerBackend, "getDocument">,
): Promise<Leftover[]> {
  const looks = { profile: leftInProfile, resume: leftInResume };
  const found = (["profile", "resume"] as const).map(async (id): Promise<Leftover[]> => {
    const [starter, published, draft] = await Promise.all([
      readContent(id) as Promise<PlainFields>,
      backend.getDocument(`site/${id}`),
      backend.getDocument(draftPath("site", id)),
    ]);
    const own = [
      ...(published === null || published.data["sample"] === true
        ? []
        : [{ document: published, isDraft: false, fields: published.data }]),
      ...(draft === null
        ? []
        : [{ document: draft, isDraft: true, fields: groupOf(draft.data["fields"]) }]),
    ];
    return own
      .map((one) => ({ ...one, id, ...looks[id](one.fields, starter) }))
      .filter(({ left }) => left.length > 0);
  });
  return (await Promise.all(found)).flat();
}

function clearingWrite({ document, isDraft, fields }: Leftover): Write {
  const { path, updateTime, data } = document;
  const when = { updateTime };
  if (!isDraft) return { set: path, data: fields, when };
  // What it began from is gone, and what is published from now on is the owner's.
  const { sample: _, ...own } = fields;
  return { update: path, data: { fields: own, rev: Number(data["rev"]) + 1 }, when };
}

async function readStarterContent(): Promise<{ path: string; data: Record<string, unknown> }[]> {
  const [resume, profile, settings, sections] = await Promise.all(
    ["resume", "profile", "settings", "sections"].map(readContent),
  );
  const site = [
    { path: "site/resume", data: { document: resume } },
    { path: "site/profile", data: profile ?? {} },
    { path: "site/settings", data: settings ?? {} },
    { path: "site/sections", data: sections ?? {} },
  ];
  const keyed = ["projects", "certificates", "problems"].map(async (collection) =>
    Object.entries(await readContent(collection)).map(([id, data]) => ({
      path: `${collection}/${id}`,
      data: data as Record<string, unknown>,
    })),
  );
  return [...site, ...(await Promise.all(keyed)).flat()];
}

async function readContent(name: string): Promise<Record<string, unknown>> {
  const text = await readFile(new URL(`${name}.json`, contentDir), "utf8");
  return JSON.parse(text) as Record<string, unknown>;
}
