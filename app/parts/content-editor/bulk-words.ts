/** What an act on many documents looks like at once, what is said of it, and what takes it back. */
import type { BulkAct, BulkNotes, ContentItem } from "#lib/content/item.ts";
import { scheduleBack } from "./schedule-back.ts";

type Words = { one: string; many: string };

export type Failed = { id: string; sentence: string };

export type UndoPlan = {
  act: BulkAct;
  ids: readonly string[];
  /** Afterwards. */
  schedules: readonly { id: string; rev: number; at: string }[];
  /** Of what was to be published, how many do not come back to it by themselves. */
  notBack: number;
  /** Of `ids` those that are perhaps taken back: the answer was lost. */
  unheard?: readonly string[];
};

const saidOf: Record<BulkAct, string> = {
  publish: "published",
  hide: "hidden",
  show: "shown again",
  delete: "in the trash for 30 days",
  untrash: "put back",
  feature: "featured",
  unfeature: "not featured any more",
  tag: "tagged",
};

/** "3 projects hidden." @param done as they were before */
export function bulkSaid(
  act: BulkAct,
  done: readonly ContentItem[],
  words: Words,
  { tag, notes = {} }: { tag?: string | undefined; notes?: BulkNotes } = {},
): string {
  if (act === "hide") return hiddenSaid(done, words, notes);
  const end = act === "tag" && tag !== undefined ? `tagged ${tag}` : saidOf[act];
  return `${counted(done.length, words)} ${end}.`;
}

/** Of what was never published, hiding ends only that it would be. */
function hiddenSaid(done: readonly ContentItem[], words: Words, notes: BulkNotes): string {
  const ended = done.filter(({ id }) => notes[id]?.unscheduled !== undefined);
  const hidden = done.filter((item) => isSeen(item) || !ended.includes(item)).length;
  const first = hidden === 0 ? "" : `${counted(hidden, words)} hidden.`;
  if (ended.length === 0) return first;
  const some = hidden === 0 ? counted(ended.length, words) : `${ended.length}`;
  const themselves = ended.length === 1 ? "itself" : "themselves";
  return `${first} ${some} will not be published by ${themselves} any more.`.trim();
}

function counted(count: number, { one, many }: Words): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** By visitors. */
function isSeen({ path }: ContentItem): boolean {
  return path !== undefined;
}

/** "Atlas, Boat and 3 more: the address is taken. Crane: …" */
export function failedSaid(failed: readonly Failed[], titleOf: (id: string) => string): string {
  const bySentence = new Map<string, string[]>();
  for (const { id, sentence } of failed) {
    bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), titleOf(id)]);
  }
  return [...bySentence].map(([sentence, names]) => `${someOf(names)}: ${sentence}`).join(" ");
}

const mostNames = 5;

function someOf(names: readonly string[]): string {
  const left = names.length - mostNames;
  const some = left > 0 ? [...names.slice(0, mostNames), `${left} more`] : names;
  return some.length === 1 ? some.join() : `${some.slice(0, -1).join(", ")} and ${some.at(-1)}`;
}

/** Shown until the server has answered. What it cannot know stays as it is. */
export function bulkPatches(
  items: readonly ContentItem[],
  ids: readonly string[],
  act: BulkAct,
  tag?: string,
): Map<string, Partial<ContentItem>> {
  const chosen = new Set(ids);
  const patches = new Map<string, Partial<ContentItem>>();
  for (const item of items) {
    if (!chosen.has(item.id)) continue;
    const patch = patchOf(item, act, tag);
    if (patch !== undefined) patches.set(item.id, patch);
  }
  return patches;
}

function patchOf(item: ContentItem, act: BulkAct, tag?: string): Partial<ContentItem> | undefined {
  switch (act) {
    case "hide":
      return item.state === "published" ? { state: "hidden", isHidden: true } : undefined;
    case "show":
      return item.state === "hidden" ? { state: "published", isHidden: false } : undefined;
    case "feature":
      return { featured: true };
    case "unfeature":
      return { featured: false };
    case "tag":
      return tag === undefined ? undefined : { tags: [...new Set([...(item.tags ?? []), tag])] };
    default:
      return undefined;
  }
}

/**
 * @param done as they were before
 * @param now milliseconds since 1970
 * @returns undefined for what only a person can take back
 */
export function undoPlan(
  act: BulkAct,
  done: readonly ContentItem[],
  notes: BulkNotes,
  now: number,
): UndoPlan | undefined {
  const plan = (undoing: BulkAct, of: readonly ContentItem[]): UndoPlan | undefined => {
    const schedules = schedulesBack(notes, now);
    if (of.length === 0 && schedules.length === 0) return undefined;
    const ended = Object.values(notes).filter(({ unscheduled }) => unscheduled !== undefined);
    return {
      act: undoing,
      ids: of.map(({ id }) => id),
      schedules,
      notBack: ended.length - schedules.length,
    };
  };
  switch (act) {
    case "hide":
      return plan("show", done.filter(isSeen));
    case "show":
      return plan(
        "hide",
        done.filter(({ isHidden }) => isHidden),
      );
    case "feature":
      return plan(
        "unfeature",
        done.filter(({ featured }) => featured !== true),
      );
    case "unfeature":
      return plan(
        "feature",
        done.filter(({ featured }) => featured === true),
      );
    case "publish":
      // What visitors saw before would have to be published again: its versions are there for that.
      return done.every(({ state }) => state === "draft") ? plan("hide", done) : undefined;
    case "delete":
      return plan("untrash", done);
    default:
      return undefined;
  }
}

/** Whether it is as the act makes it, of one whose answer was lost. @param now undefined: not in the list */
export function isDone(
  act: BulkAct,
  before: ContentItem | undefined,
  now: ContentItem | undefined,
  tag?: string,
): boolean {
  if (act === "delete") return now === undefined;
  if (now === undefined) return false;
  const { isHidden, featured = false, publishAt, tags = [] } = now;
  switch (act) {
    case "publish":
      return now.state === "published";
    case "hide":
      return (
        !isSeen(now) && publishAt === undefined && (isHidden || before?.publishAt !== undefined)
      );
    case "show":
      return isSeen(now);
    case "untrash":
      return true;
    case "tag":
      return tag !== undefined && tags.includes(tag);
    default:
      return featured === (act === "feature");
  }
}

/** The schedules that an act ended and that can be had again. */
export function schedulesBack(notes: BulkNotes, now: number): UndoPlan["schedules"] {
  return Object.entries(notes).flatMap(([id, note]) => {
    const back = scheduleBack(note, now);
    return back === undefined ? [] : [{ id, ...back }];
  });
}

/** @param notes of the act that took it back */
export function undoneSaid({ notBack }: Pick<UndoPlan, "notBack">, notes: BulkNotes): string {
  const drafts = Object.values(notes).filter(({ asDraft }) => asDraft === true).length;
  return [
    "Undone.",
    drafts === 0
      ? ""
      : `${drafts} came back as ${drafts === 1 ? "a draft" : "drafts"}: something stands in the way of publishing.`,
    notBack === 0
      ? ""
      : `${notBack} will not be published by ${notBack === 1 ? "itself" : "themselves"} as before: choose “Publish later” again if that is still wanted.`,
  ]
    .filter(Boolean)
    .join(" ");
}
