/**
 * The starter content: loaded once into an empty site, never again after that, and cleared as a whole.
 * That it was loaded is remembered in `server/starterContent`, in the same commit.
 */
import { readFile } from "node:fs/promises";
import { draftPath } from "#lib/content/draft.ts";
import { contentKinds } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { versionsPath } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { groupOf, isStarters, leftInProfile, leftInResume } from "./starter-leftovers.ts";
import type { Leftovers } from "./starter-leftovers.ts";

const memory = "server/starterContent";
const contentDir = new URL("../../content/", import.meta.url);

/** @returns the number of documents loaded; 0 when the site is not empty or had its starter content before. */
export async function loadStarterContent(backend: ServerBackend, now: number): Promise<number> {
  if ((await backend.getDocument(memory)) !== null) return 0;
  const loadedAt = new Date(now).toISOString();
  for (const collection of contentKinds) {
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
 * are their own and in drafts of these, has nothing of it published later, and keeps it away for good; what the owner wrote
 * or imported stays.
 */
export async function clearStarterContent(
  backend: Pick<ServerBackend, "getDocument" | "listDocuments" | "commit">,
  now: number,
): Promise<Cleared> {
  const [whole, rest] = await Promise.all([listStarterContent(backend), listLeftovers(backend)]);
  const removed: Write[] = whole.map(({ path, updateTime }) => ({
    delete: path,
    when: { updateTime },
  }));
  const others = rest.map(clearingWrite);
  const clearedAt = new Date(now).toISOString();
  await backend.commit([...removed, ...others, { set: memory, data: { clearedAt } }]);
  const unscheduled = rest.filter(({ where }) => where === "schedule").length;
  return { removed: removed.length, changed: others.length - unscheduled, unscheduled };
}

/** How many documents are gone, are without what was left of it in them, and will not be published later. */
export type Cleared = { removed: number; changed: number; unscheduled: number };

/** Every document that is still starter content. */
export async function listStarterContent(
  backend: Pick<ServerBackend, "listDocuments">,
): Promise<StoredDocument[]> {
  const lists = await Promise.all(
    contentKinds.map((collection) => backend.listDocuments(collection)),
  );
  return lists.flat().filter((document) => document.data["sample"] === true);
}

export type Leftover = Leftovers & {
  kind: ContentKind;
  id: string;
  where: "published" | "draft" | "schedule";
  /** What is published, the draft, or the schedule. */
  document: StoredDocument;
};

const looks = { profile: leftInProfile, resume: leftInResume };

/**
 * Documents that are the owner's by now, drafts, and what is to be published later, as far as they have words in them that
 * are not the owner's.
 * @throws BackendError
 */
export async function listLeftovers(
  backend: Pick<ServerBackend, "getDocument" | "listDocuments">,
): Promise<Leftover[]> {
  const [changed, scheduled] = await Promise.all([listChanged(backend), listScheduled(backend)]);
  return [...changed, ...scheduled];
}

async function listChanged(backend: Pick<ServerBackend, "getDocument">): Promise<Leftover[]> {
  const found = (["profile", "resume"] as const).map(async (id): Promise<Leftover[]> => {
    const [starter, published, draft] = await Promise.all([
      readContent(id) as Promise<PlainFields>,
      backend.getDocument(`site/${id}`),
      backend.getDocument(draftPath("site", id)),
    ]);
    const own = [
      ...(published === null || published.data["sample"] === true
        ? []
        : [{ document: published, where: "published" as const, fields: published.data }]),
      ...(draft === null
        ? []
        : [
            {
              document: draft,
              where: "draft" as const,
              fields: groupOf(draft.data["fields"]),
            },
          ]),
    ];
    return own
      .map((one) => ({ ...one, kind: "site" as const, id, ...looks[id](one.fields, starter) }))
      .filter(({ left }) => left.length > 0);
  });
  return (await Promise.all(found)).flat();
}

async function listScheduled(
  backend: Pick<ServerBackend, "getDocument" | "listDocuments">,
): Promise<Leftover[]> {
  const schedules = await backend.listDocuments("schedules");
  const found = schedules.map(async (document): Promise<Leftover[]> => {
    const { docId: id, versionId } = document.data;
    const kind = contentKinds.find((one) => one === document.data["kind"]);
    if (kind === undefined || typeof id !== "string" || typeof versionId !== "string") return [];
    const version = await backend.getDocument(`${versionsPath(kind, id)}/${versionId}`);
    const fields = groupOf(version?.data["fields"]);
    const left = await leftInScheduled(kind, id, fields);
    return left === undefined ? [] : [{ kind, id, where: "schedule", document, fields, left }];
  });
  return (await Promise.all(found)).flat();
}

/** Undefined where nothing is. */
async function leftInScheduled(
  kind: ContentKind,
  id: string,
  fields: PlainFields,
): Promise<string[] | undefined> {
  if (kind === "site" && (id === "profile" || id === "resume")) {
    const { left } = looks[id](fields, (await readContent(id)) as PlainFields);
    return left.length > 0 ? left : undefined;
  }
  const isSite = kind === "site";
  if (isSite && id !== "settings" && id !== "sections") return undefined;
  const content = (await readContent(isSite ? id : kind)) as PlainFields;
  return isStarters(fields, isSite ? content : groupOf(content[id])) ? [] : undefined;
}

function clearingWrite({ document, where, fields }: Leftover): Write {
  const { path, updateTime, data } = document;
  const when = { updateTime };
  // Without it its job does nothing.
  if (where === "schedule") return { delete: path, when };
  if (where === "published") return { set: path, data: fields, when };
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
  const keyed = contentKinds
    .filter((name) => name !== "site")
    .map(async (collection) =>
      Object.entries(await readContent(fileOf(collection))).map(([id, data]) => ({
        path: `${collection}/${id}`,
        data: data as Record<string, unknown>,
      })),
    );
  return [...site, ...(await Promise.all(keyed)).flat()];
}

/** `foodPosts` is in `food-posts.json`. */
function fileOf(collection: string): string {
  return collection.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function readContent(name: string): Promise<Record<string, unknown>> {
  const text = await readFile(new URL(`${name}.json`, contentDir), "utf8");
  return JSON.parse(text) as Record<string, unknown>;
}
