/** All content of a kind, with its drafts: what lists of the tools show. */
import type { ContentItem, ContentState } from "#lib/content/item.ts";
import { fieldsOfKind, publicPathOf, siteIds, slugOfFields, titleOf } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { faultOfKey } from "#lib/database-key.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { linkProblemOf } from "#lib/link-check.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { textOf } from "./content-store.ts";
import type { ContentStore, StoredDraft, StoredSchedule } from "./content-store.ts";
import { isHidden } from "./shown-files.ts";

const checksAtOnce = 50;

/** In the owner's order, projects without a place of their own first; certificates newest first. */
export async function listContent(
  {
    store,
    backend,
  }: { store: ContentStore; backend: Pick<ServerBackend, "findDocuments" | "getValue"> },
  kind: ContentKind,
): Promise<ContentItem[]> {
  const checks = kind === "site" ? [] : await brokenLinks(backend, kind);
  const checkOf = new Map(checks.map((check) => [textOf(check["docId"]), check]));
  const [published, drafts, schedules] = await Promise.all([
    store.allPublished(kind, (document) => documentFacts(kind, document, checkOf)),
    store.allDrafts(kind, (draft) => draftFacts(kind, draft, checkOf)),
    store.allSchedules(kind),
  ]);
  const documents = new Map(published.map((document) => [document.id, document]));
  const draftOf = new Map(drafts.map((draft) => [draft.docId, draft]));
  const scheduleOf = new Map(schedules.map((schedule) => [schedule.docId, schedule]));
  const names = await namesOf(backend, new Set(drafts.map(({ editedBy }) => editedBy)));
  const ids = new Set([...documents.keys(), ...draftOf.keys(), ...scheduleOf.keys()]);
  const items = [...ids]
    .filter((id) => kind !== "site" || siteIds.some((known) => known === id))
    .map((id) =>
      toItem(kind, id, {
        document: documents.get(id),
        draft: draftOf.get(id),
        schedule: scheduleOf.get(id),
        names,
      }),
    );
  return items.toSorted(kind === "certificates" ? byIssueDate : byOrder);
}

type Checks = ReadonlyMap<string, PlainFields>;

/** What a list shows of a document or draft, instead of the whole of it. */
type Facts = {
  title: string;
  slug: string | undefined;
  linkProblem: string | undefined;
  fields: Partial<ContentItem>;
};
type DocumentFacts = Facts & {
  id: string;
  isHidden: boolean;
  path: string | undefined;
  updateTime: string;
};
type DraftFacts = Facts & Pick<StoredDraft, "docId" | "rev" | "editedAt" | "editedBy">;

function factsOf(kind: ContentKind, id: string, fields: PlainFields, checks: Checks): Facts {
  const check = checks.get(id);
  return {
    title: titleOf(kind, id, fields),
    slug: slugOfFields(kind, fields)?.slice(0, 200),
    linkProblem: check && linkProblemOf(check, [fields]),
    fields: fieldsOf(kind, fields),
  };
}

function documentFacts(
  kind: ContentKind,
  { id, data, updateTime }: StoredDocument,
  checks: Checks,
): DocumentFacts {
  const hidden = kind !== "site" && isHidden(data);
  const path = hidden ? undefined : publicPathOf(kind, data, id);
  return { ...factsOf(kind, id, data, checks), id, isHidden: hidden, path, updateTime };
}

function draftFacts(kind: ContentKind, draft: StoredDraft, checks: Checks): DraftFacts {
  const { docId, rev, editedAt, editedBy, fields } = draft;
  return { ...factsOf(kind, docId, fields, checks), docId, rev, editedAt, editedBy };
}

type Parts = {
  document: DocumentFacts | undefined;
  draft: DraftFacts | undefined;
  schedule: StoredSchedule | undefined;
  names: ReadonlyMap<string, string>;
};

/** As their accounts have them: what a draft says of its editor is a client's word. */
async function namesOf(
  backend: Pick<ServerBackend, "getValue">,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const known = [...uids].filter((uid) => faultOfKey(uid) === undefined);
  const names = known.map(async (uid) => {
    const { value } = await backend.getValue(`users/${uid}/name`);
    return [uid, textOf(value).slice(0, 200)] as const;
  });
  return new Map(await Promise.all(names));
}

/** Looks at links that found some which lead nowhere. */
async function brokenLinks(
  backend: Pick<ServerBackend, "findDocuments">,
  kind: ContentKind,
): Promise<PlainFields[]> {
  const broken: PlainFields[] = [];
  for (let after: string | undefined, isMore = true; isMore;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await backend.findDocuments("linkChecks", {
      where: { kind },
      after,
      limit: checksAtOnce,
    });
    broken.push(
      ...page.map(({ data }) => data).filter(({ problem }) => typeof problem === "string"),
    );
    after = page.at(-1)?.id;
    isMore = page.length === checksAtOnce;
  }
  return broken;
}

function toItem(
  kind: ContentKind,
  id: string,
  { document, draft, schedule, names }: Parts,
): ContentItem {
  const facts = draft ?? document ?? factsOf(kind, id, {}, new Map());
  const hidden = document?.isHidden === true;
  const isShown = document !== undefined && !hidden;
  // Where it stands is the published one's, once there is one.
  const place = document?.fields.order || facts.fields.order;
  return {
    id,
    title: facts.title,
    state: stateOf({ isShown, hidden, isDrafted: draft !== undefined, schedule }),
    isHidden: hidden,
    ...present({
      slug: facts.slug,
      publishAt: schedule?.at,
      scheduleProblem: schedule?.problem ?? undefined,
      rev: draft?.rev,
      path: document?.path,
      editedAt: draft?.editedAt,
      editedByName: draft && names.get(draft.editedBy),
      linkProblem: document?.linkProblem ?? draft?.linkProblem,
      ...facts.fields,
      order: place,
    }),
    updatedAt: document?.updateTime ?? draft?.editedAt ?? "",
  };
}

function stateOf(facts: {
  isShown: boolean;
  hidden: boolean;
  isDrafted: boolean;
  schedule: StoredSchedule | undefined;
}): ContentState {
  const { isShown, hidden, isDrafted, schedule } = facts;
  if (schedule !== undefined) return "scheduled";
  if (isDrafted) return isShown || hidden ? "changed" : "draft";
  return hidden ? "hidden" : "published";
}

/** What lists show of the fields, as far as it is what it should be. */
function fieldsOf(kind: ContentKind, fields: PlainFields): Partial<ContentItem> {
  if (kind === "site") return fields["sample"] === true ? { sample: true } : {};
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === "string" ? value.slice(0, 300) : undefined;
  };
  const words = (name: string) =>
    Array.isArray(fields[name])
      ? fields[name]
          .slice(0, 100)
          .flatMap((word) => (typeof word === "string" ? [word.slice(0, 200)] : []))
      : undefined;
  const { tags, picture: pictureField, order } = fieldsOfKind(kind);
  const picture = pictureField === undefined ? undefined : fields[pictureField];
  return present({
    sample: fields["sample"] === true ? true : undefined,
    cover: isGroup(picture) ? pictureOf(picture) : undefined,
    tags: words(tags),
    order: order === undefined ? undefined : (text(order) ?? ""),
    ...(kind === "projects" && {
      featured: fields["featured"] === true,
      stack: words("stack"),
    }),
    ...(kind === "certificates" && {
      issuer: text("issuer"),
      issueDate: text("issueDate"),
      expiryDate: text("expiryDate"),
    }),
    ...((kind === "foodPosts" || kind === "foodWishlist") && {
      where: whereOf(fields["place"]),
      visitedOn: text("visitedOn"),
      rating: numberOf(fields["rating"]),
      status: text("status"),
      priority: text("priority"),
      plannedFor: text("plannedFor"),
      source: isGroup(fields["source"])
        ? textOf(fields["source"]["label"]).slice(0, 200)
        : undefined,
      postId: text("postId"),
    }),
    ...(kind === "problems" && {
      link: text("link"),
      difficulty: text("difficulty"),
      languages: languagesOf(fields["solutions"]),
    }),
  });
}

function whereOf(place: unknown): string | undefined {
  if (!isGroup(place)) return undefined;
  const parts = [place["name"], place["city"]].map((part) => textOf(part).slice(0, 150));
  return parts.filter(Boolean).join(", ") || undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Each once, as pages have them. */
function languagesOf(solutions: unknown): string[] {
  if (!Array.isArray(solutions)) return [];
  const languages = solutions
    .slice(0, 100)
    .map((solution) =>
      isGroup(solution) ? textOf(solution["language"]).trim().toLowerCase().slice(0, 60) : "",
    );
  return [...new Set(languages.filter(Boolean))];
}

/** Clients write drafts: a list is not to be as long as all of them. */
function pictureOf(picture: PlainFields): PlainFields {
  const facts = ["src", "alt", "width", "height", "thumbhash"].map((name) => {
    const value = picture[name];
    return [name, typeof value === "string" ? value.slice(0, 1000) : value] as const;
  });
  return Object.fromEntries(
    facts.filter(([, value]) => typeof value === "string" || typeof value === "number"),
  ) as PlainFields;
}

function isGroup(value: unknown): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function present<Fields extends object>(fields: Fields): Present<Fields> {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Present<Fields>;
}

function byOrder(a: ContentItem, b: ContentItem): number {
  return compare(a.order ?? "", b.order ?? "") || compare(a.title, b.title) || compare(a.id, b.id);
}

function byIssueDate(a: ContentItem, b: ContentItem): number {
  return (
    compare(b.issueDate ?? "9", a.issueDate ?? "9") ||
    compare(a.title, b.title) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
