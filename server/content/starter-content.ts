/**
 * The starter content: loaded once into an empty site, never again after that, and cleared as a whole.
 * That it was loaded is remembered in `server/starterContent`, in the same commit.
 */
import { readFile } from "node:fs/promises";
import type { ServerBackend, Write } from "#lib/server-backend.ts";

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
 * Removes every document that is still starter content, and keeps it away for good; what the owner wrote or imported
 * stays. @returns the number of documents removed.
 */
export async function clearStarterContent(backend: ServerBackend, now: number): Promise<number> {
  const lists = await Promise.all(
    collections.map((collection) => backend.listDocuments(collection)),
  );
  const writes: Write[] = lists
    .flat()
    .filter((document) => document.data["sample"] === true)
    .map((document) => ({ delete: document.path, when: { updateTime: document.updateTime } }));
  const clearedAt = new Date(now).toISOString();
  await backend.commit([...writes, { set: memory, data: { clearedAt } }]);
  return writes.length;
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
