/** The one way in which content becomes visible: checked, its files made public, then one commit, then the rest. */
import {
  otherSide,
  mediaIn,
  ownFolder,
  publicAddress,
  withAddresses,
} from "#lib/content/content-media.ts";
import type { DraftConflict } from "#lib/content/draft.ts";
import {
  fieldsOfKind,
  isCollection,
  nameOfKind,
  publicPathOf,
  slugOfFields,
} from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { problemsOf } from "#lib/content/problems.ts";
import type { Problem } from "#lib/content/problems.ts";
import { publishable } from "#lib/content/publishable.ts";
import type { VersionReason } from "#lib/content/version.ts";
import type { AuditAction } from "#lib/audit-actions.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ObjectInfo, StoredDocument, Write } from "#lib/server-backend.ts";
import { notReady } from "./content-error.ts";
import { UnfitFileError, fileGone } from "./content-files.ts";
import { documentPath } from "./content-store.ts";
import { copyOfForeign } from "./foreign-files.ts";
import { mergedRedirects, redirectWrites } from "./keep-redirects.ts";
import type { Item, Publishing } from "./site-facts.ts";
import { commitContent, movingFiles, recordContentAct } from "./site-facts.ts";
import { freeSlug, slugsOfOthers } from "./slug-in-use.ts";
import { waitUntilShown } from "./wait-until-shown.ts";
import type { Actor, NewVersion } from "./versions.ts";

export type PutResult = {
  /** Where visitors see it. */
  path?: string;
  /** Whether its former address leads there now. */
  redirected?: boolean;
};

export type Put = {
  item: Item;
  /** Of a draft, a version, or what is published and hidden. */
  fields: PlainFields;
  conflicts?: readonly DraftConflict[];
  published: StoredDocument | null;
  actor: Actor;
  action: AuditAction;
  why: VersionReason;
  details?: Record<string, string | number | boolean>;
  /** More versions to keep: of what is there besides. */
  versions?: readonly NewVersion[];
  /** What belongs into the same commit. */
  writes?: readonly Write[];
  /** `updateTime` of what the draft began from, where that may be older than what is published; null: from nothing. */
  draftedFrom?: string | null;
};

const mostFiles = 300;

/** The fields as they would be published. @throws ContentError `not-ready` */
export async function readyFields(
  publishing: Publishing,
  { item, fields, conflicts = [] }: Pick<Put, "item" | "fields" | "conflicts">,
): Promise<PlainFields> {
  const { problems, ready } = await problemsAtPublishing(publishing, { item, fields, conflicts });
  if (problems.length > 0) throw notReady(problems);
  return ready;
}

/** With what only the server knows: whether its address is free, and its files are there. */
export async function problemsAtPublishing(
  publishing: Publishing,
  { item, fields, conflicts = [] }: Pick<Put, "item" | "fields" | "conflicts">,
): Promise<{ problems: Problem[]; ready: PlainFields }> {
  const { kind, id } = item;
  const ready = publishable(kind, id, fields);
  if (isCollection(kind)) ready["hidden"] = false;
  const problems = [
    ...conflicts.map(({ field }) => ({
      path: field,
      text: "Two people changed this. Choose one of the two texts first.",
    })),
    ...problemsOf(kind, id, ready),
    ...fileProblems(item, ready),
  ];
  const slug = slugOfFields(kind, ready);
  if (slug !== undefined) {
    const taken = await slugsOfOthers(publishing, kind, id);
    const isChosen = typeof fields["slug"] === "string" && fields["slug"].trim() !== "";
    if (!isChosen) ready["slug"] = freeSlug(slug, taken);
    else if (taken.has(slug)) {
      problems.push({
        path: "slug",
        text: `Another ${nameOfKind(kind)} has this address. Choose another one.`,
      });
    }
  }
  return { problems, ready };
}

function fileProblems({ kind, id }: Item, fields: PlainFields): Problem[] {
  const own = ownFolder("drafts", kind, id);
  const media = mediaIn(fields);
  if (media.length > mostFiles) {
    return [{ path: "", text: `It has ${media.length} pictures; ${mostFiles} is the most.` }];
  }
  return media.flatMap(({ name, path }) =>
    name?.startsWith("drafts/") === true && !name.startsWith(own)
      ? [{ path, text: "This file belongs to something else. Upload it here." }]
      : [],
  );
}

/** @throws ContentError; BackendError */
export async function putContent(publishing: Publishing, put: Put): Promise<PutResult> {
  const { item, published, actor, action, why, details } = put;
  const { kind, id } = item;
  const { versions, now } = publishing;
  const ready = inItsPlace(kind, asItWas(await readyFields(publishing, put), put), published?.data);
  const act = { actor, action, item, fields: ready, ...(details && { details }) };
  return recordContentAct(publishing, act, () =>
    movingFiles(publishing, item, async () => {
      let fields = await withPublicFiles(publishing, item, ready, actor.uid);
      if (kind === "site" && id === "redirects") {
        fields = mergedRedirects(fields, published?.data, put.draftedFrom);
      }
      const kept = await versions.prepare(kind, id, [
        ...(put.versions ?? []),
        { fields, why, actor },
      ]);
      const moved = await redirectWrites(publishing, item, published?.data, fields, now());
      await commitContent(publishing, [
        {
          set: documentPath(kind, id),
          data: fields,
          when: published === null ? { exists: false } : { updateTime: published.updateTime },
        },
        ...kept.writes,
        ...moved.writes,
        ...(put.writes ?? []),
      ]);
      await waitUntilShown(publishing, item);
      const path = publicPathOf(kind, fields, id);
      return {
        ...(path !== undefined && { path }),
        ...(moved.isKept && { redirected: true }),
      };
    }),
  );
}

/** Whoever takes back that it was hidden or deleted has not made starter content an own one. */
function asItWas(ready: PlainFields, { fields, why }: Put): PlainFields {
  const isTakenBack = why === "shown" || why === "restored";
  return isTakenBack && fields["sample"] === true ? { ...ready, sample: true } : ready;
}

/** Where one stands is no matter of its text: once there is one published, that one's place counts. */
function inItsPlace(
  kind: ContentKind,
  ready: PlainFields,
  published: PlainFields | undefined,
): PlainFields {
  const { order: field } = fieldsOfKind(kind);
  const order = field && published?.[field];
  return field && typeof order === "string" && order !== "" ? { ...ready, [field]: order } : ready;
}

/**
 * Its files where visitors may get them, and their addresses. What lies with another item is copied: each has files of its
 * own, and what becomes of the one does nothing to the other. @throws ContentError; BackendError
 */
async function withPublicFiles(
  { files }: Publishing,
  item: Item,
  fields: PlainFields,
  from: string,
): Promise<PlainFields> {
  const own = ownFolder("public", item.kind, item.id);
  const placed = new Map<string, ObjectInfo>();
  const problems: Problem[] = [];
  for (const { name, path, kind } of mediaIn(fields)) {
    if (name === undefined || placed.has(name)) continue;
    const target = name.startsWith("drafts/") ? otherSide(name) : name;
    const hidden = otherSide(target);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      const copied = await copyOfForeign(files, item, { name: target, kind, from });
      if (copied !== undefined) {
        placed.set(name, copied);
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      const isThere = name === target ? await files.getObject(target) : null;
      if (isThere !== null) continue;
      // oxlint-disable-next-line no-await-in-loop -- see above
      const hasHidden = (await files.getObject(hidden)) !== null;
      // Published meanwhile, or moved away while it was hidden: the file is the same on both sides.
      // oxlint-disable-next-line no-await-in-loop -- see above
      const info =
        hasHidden && target.startsWith(own)
          ? await files.publish(hidden, kind, { from })
          : await files.getObject(target);
      if (info === null) throw fileGone();
      placed.set(name, info);
    } catch (error) {
      if (!(error instanceof UnfitFileError)) throw error;
      problems.push({ path, text: error.message });
    }
  }
  if (problems.length > 0) throw notReady(problems);
  return withAddresses(fields, (name, medium) => {
    const info = placed.get(name);
    return info && publicAddress(info.name, info.md5Hash, medium);
  });
}
