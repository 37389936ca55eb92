/** Content that the owner writes: puts the parts of this room together. docs/publishing.md describes it. */
import type { ActNote, BulkAct, BulkNotes, BulkResults } from "#lib/content/item.ts";
import { nameOfKind, pagesOf } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { Problem } from "#lib/content/problems.ts";
import { createTurns } from "../hosted-files/turns.ts";
import type { Audit } from "../audit/audit.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { ContentError, notThere } from "./content-error.ts";
import { createContentFiles } from "./content-files.ts";
import type { CleanPicture } from "./content-files.ts";
import { createContentJobs } from "./content-jobs.ts";
import { createContentStore } from "./content-store.ts";
import { createDraftActs } from "./draft-acts.ts";
import type { DraftActs } from "./draft-acts.ts";
import { listContent } from "./list-content.ts";
import { problemsAtPublishing } from "./put-content.ts";
import { createScheduleActs } from "./schedule-acts.ts";
import type { ScheduleActs } from "./schedule-acts.ts";
import type { Item, Publishing, PublishingBackend } from "./site-facts.ts";
import { createTrashActs } from "./trash-acts.ts";
import type { TrashActs } from "./trash-acts.ts";
import { createVersions } from "./versions.ts";
import type { Actor } from "./versions.ts";
import { createVisibilityActs } from "./visibility-acts.ts";
import type { VisibilityActs } from "./visibility-acts.ts";

export type ContentActs = {
  drafts: DraftActs;
  visibility: VisibilityActs;
  schedules: ScheduleActs;
  trash: TrashActs;
  list(kind: ContentKind): ReturnType<typeof listContent>;
  /** What stands in the way of publishing it as it is now, and which pages show it. */
  check(item: Item): Promise<{ problems: Problem[]; pages: string[] }>;
  bulk(
    kind: ContentKind,
    ids: readonly string[],
    act: { do: BulkAct; tag?: string | undefined },
    actor: Actor,
  ): Promise<{ results: BulkResults; more: BulkNotes }>;
  /** With the name that goes with what somebody does. */
  actorOf: (uid: string) => Promise<Actor>;
  jobKinds: JobKinds;
  /** For acts of other rooms on content. */
  publishing: Publishing;
};

export function createPublishing(deps: {
  backend: PublishingBackend;
  audit: Pick<Audit, "add">;
  jobs: () => Pick<Jobs, "schedule" | "cancel">;
  clean: CleanPicture;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}): ContentActs {
  const { backend, audit, jobs, clean, log, now, newId } = deps;
  const turns = createTurns();
  const publishing: Publishing = {
    backend,
    store: createContentStore(backend),
    versions: createVersions({ backend, now, newId }),
    files: createContentFiles({ backend, clean }),
    audit,
    jobs,
    inTurn: (key, run) => turns.take(key, run),
    newId,
    log,
    now,
  };
  const drafts = createDraftActs(publishing);
  const visibility = createVisibilityActs(publishing);
  const schedules = createScheduleActs(publishing);
  const trash = createTrashActs(publishing);
  const { store } = publishing;

  async function one(
    item: Item,
    act: { do: BulkAct; tag?: string | undefined },
    actor: Actor,
  ): Promise<ActNote | void> {
    switch (act.do) {
      case "publish": {
        const draft = await store.draft(item.kind, item.id);
        // Without a draft what is there is meant: hidden, it is shown.
        if (draft === null) await visibility.show(item, actor);
        else await drafts.publish(item, draft.rev, actor);
        return;
      }
      case "hide":
        return visibility.hide(item, actor);
      case "show":
        return void (await visibility.show(item, actor));
      case "delete":
        return trash.delete(item, actor);
      case "untrash": {
        const { path: _, redirected: _redirected, ...note } = await trash.untrash(item, actor);
        return note;
      }
      case "feature":
        return visibility.featured(item, true);
      case "unfeature":
        return visibility.featured(item, false);
      case "tag":
        return visibility.tag(item, act.tag ?? "");
    }
  }

  return {
    drafts,
    visibility,
    schedules,
    trash,
    list: (kind) => listContent(publishing, kind),
    async check(item) {
      const { kind, id } = item;
      const [draft, published] = await Promise.all([
        store.draft(kind, id),
        store.published(kind, id),
      ]);
      const fields = draft?.fields ?? published?.data;
      if (fields === undefined) throw notThere();
      const { problems, ready } = await problemsAtPublishing(publishing, {
        item,
        fields,
        conflicts: draft?.conflicts ?? [],
      });
      return { problems, pages: pagesOf(kind, id, ready) };
    },
    async bulk(kind, ids, act, actor) {
      const results: BulkResults = {};
      const more: BulkNotes = {};
      for (const id of new Set(ids)) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- so that one process does not do 200 things at once
          const note = (await one({ kind, id }, act, actor)) ?? {};
          results[id] = true;
          if (Object.keys(note).length > 0) more[id] = note;
        } catch (error) {
          if (!(error instanceof ContentError)) {
            log.error({ err: error, kind, id, act: act.do }, "an act on content failed");
          }
          results[id] =
            error instanceof ContentError
              ? error.message
              : `It failed, and this ${nameOfKind(kind)} is as it was. Try again.`;
        }
      }
      return { results, more };
    },
    async actorOf(uid) {
      const { value } = await backend.getValue(`users/${uid}/name`);
      return { uid, name: typeof value === "string" ? value.slice(0, 200) : "" };
    },
    jobKinds: createContentJobs(publishing, { schedules, trash }),
    publishing,
  };
}
