/** Drafts of wishes, some at a time, and their way back. */
import { createDraft } from "#app/live/drafts/create-draft.ts";
import { callContent, sentenceOf } from "#app/parts/content-editor/content-api.ts";
import { PartlyUndone } from "#app/parts/tool-frame/toasts.ts";
import { wishOf } from "#lib/food/takeout.ts";
import { readKnownPlaces } from "./takeout-file.ts";
import type { FoundPlace } from "./takeout-file.ts";

/** Few enough that the server does other things beside. */
const draftsAtOnce = 4;
const deletedAtOnce = 20;

export type Made = {
  made: string[];
  /** With a sentence for each. */
  failed: Map<string, string>;
};

/** Never rejects: what was made before it failed is made. */
export async function makeWishes(
  wanted: readonly FoundPlace[],
  {
    list,
    user,
    signal,
    onProgress,
  }: {
    list: string;
    user: { uid: string; name: string };
    /** Ends it after those that are being made. */
    signal: AbortSignal;
    onProgress: (done: number) => void;
  },
): Promise<Made> {
  const made: string[] = [];
  const failed = new Map<string, string>();
  // An answer may have got lost when it was tried before.
  const before = await knownIds();
  for (let at = 0; at < wanted.length && !signal.aborted; at += draftsAtOnce) {
    onProgress(at);
    const some = wanted.slice(at, at + draftsAtOnce).map(async ({ id, place }) => {
      try {
        if (!before.has(id)) {
          await createDraft({ kind: "foodWishlist", id, fields: wishOf(place, list), user });
        }
        made.push(id);
      } catch (error) {
        const isUnsent = error instanceof Error && error.name === "UnsentError";
        failed.set(id, isUnsent ? error.message : sentenceOf(error));
      }
    });
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    await Promise.all(some);
  }
  return { made, failed };
}

async function knownIds(): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readKnownPlaces()).map(({ id }) => id));
  } catch {
    // What cannot be read now fails below, with its own sentence.
    return new Set();
  }
}

/** Into the trash. @throws PartlyUndone */
export async function removeWishes(ids: readonly string[]): Promise<string> {
  const rest: string[] = [];
  let problem = "";
  for (let at = 0; at < ids.length; at += deletedAtOnce) {
    const some = ids.slice(at, at + deletedAtOnce);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const { results } = await callContent("foodWishlist", "bulk", { ids: some, act: "delete" });
      for (const id of some) {
        const result = results[id];
        if (result === true) continue;
        rest.push(id);
        problem = result ?? problem;
      }
    } catch (error) {
      rest.push(...ids.slice(at));
      problem = sentenceOf(error);
      break;
    }
  }
  if (rest.length === 0) return "Undone. They are in the trash of wishes for 30 days.";
  throw new PartlyUndone(`${rest.length} of ${ids.length} are still there. ${problem}`, () =>
    removeWishes(rest),
  );
}
