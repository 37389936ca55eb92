/** What is done to the document that is open: what was typed is stored first, and the editor shows what became of it. */
import { useCallback, useMemo, useState } from "react";
import {
  closeToastsAbout,
  followedBy,
  offerUndo,
  PartlyUndone,
  tell,
  tellProblem,
} from "#app/parts/tool-frame/toasts.ts";
import type { Undo } from "#app/parts/tool-frame/toasts.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { DraftRoom } from "#app/live/drafts/draft-state.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { Problem } from "#lib/content/problems.ts";
import { callContent, sentenceOf } from "./content-api.ts";
import type { ContentAct } from "./content-api.ts";
import { putBackSaid } from "./put-back-words.ts";
import { endedSaid, isPast, notBackSaid, scheduleBack } from "./schedule-back.ts";
import type { Ended } from "./schedule-back.ts";

type Options = {
  kind: ContentKind;
  id: string;
  title: string;
  draft: Pick<DraftRoom, "flush" | "refresh">;
  /** The list is to be read again. */
  onChanged: () => void;
  /** It is deleted. */
  onGone?: () => void;
  onOpen?: (id: string) => void;
};

export type DocumentActs = {
  /** What is being done just now. */
  busy: ContentAct | undefined;
  /** What the server found in the way of publishing; empty before it was asked. */
  problems: readonly Problem[];
  publish: () => Promise<void>;
  schedule: (at: string) => Promise<void>;
  unschedule: () => Promise<void>;
  hide: () => Promise<void>;
  show: () => Promise<void>;
  discard: () => Promise<void>;
  duplicate: () => Promise<void>;
  remove: () => Promise<void>;
  /** Pages that will change, and what stands in the way. */
  check: () => Promise<readonly string[] | undefined>;
  forgetProblems: () => void;
};

export function useDocumentActs(options: Options): DocumentActs {
  const { kind, id, title, onChanged, onGone, onOpen } = options;
  const { flush, refresh } = options.draft;
  const [busy, setBusy] = useState<ContentAct>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const name = title || "Untitled";

  const check = useCallback(async () => {
    try {
      const answer = await callContent(kind, "check", { id });
      setProblems(answer.problems);
      return answer.pages;
    } catch {
      // Publishing itself says what is wrong.
      return undefined;
    }
  }, [kind, id]);

  /** One act at a time; what it needs is stored before. */
  const run = useCallback(
    async (act: ContentAct, work: (rev: number) => Promise<void>) => {
      setBusy(act);
      closeToastsAbout([id]);
      try {
        await work(await flush());
        setProblems([]);
      } catch (error) {
        tellProblem(sentence(error));
        if (act === "publish" || act === "schedule") await check();
      } finally {
        // Also after a refusal: somebody else may have done it meanwhile.
        await refresh().catch(() => {});
        setBusy(undefined);
        onChanged();
      }
    },
    [id, flush, refresh, check, onChanged],
  );

  /** Offers the way back from what was just done; the editor and the list follow it. */
  const offer = useCallback(
    (text: string, undo: Undo) =>
      offerUndo({
        text,
        about: [id],
        undo: () =>
          followedBy(undo, async () => {
            await refresh().catch(() => {});
            onChanged();
          }),
      }),
    [id, refresh, onChanged],
  );

  return useMemo(() => {
    return {
      busy,
      problems,
      check,
      forgetProblems: () => setProblems([]),
      publish: () =>
        run("publish", async (rev) => {
          const { redirected } = await callContent(kind, "publish", { id, rev });
          const more = redirected === true ? " Its old address leads to the new one." : "";
          tell(`${name} is published: visitors see it now.${more}`, [id]);
        }),
      schedule: (at: string) =>
        run("schedule", async (rev) => {
          await callContent(kind, "schedule", { id, rev, at });
          offer(`${name} will be published on ${minuteOf(at)}.`, async () => {
            await callContent(kind, "unschedule", { id });
          });
        }),
      unschedule: () =>
        run("unschedule", async () => {
          const ended = await callContent(kind, "unschedule", { id });
          const text = `${name} will not be published by itself.`;
          if (scheduleBack(ended) === undefined) tell(text, [id]);
          else offer(text, () => scheduleAgain(kind, id, ended));
        }),
      hide: () =>
        run("hide", async () => {
          const ended = await callContent(kind, "hide", { id });
          offer(`Visitors do not see ${name} any more.${endedSaid(ended)}`, async () => {
            await callContent(kind, "show", { id });
            return scheduleAgain(kind, id, ended);
          });
        }),
      show: () =>
        run("show", async () => {
          await callContent(kind, "show", { id });
          offer(`Visitors see ${name} again.`, async () =>
            scheduleAgain(kind, id, await callContent(kind, "hide", { id })),
          );
        }),
      discard: () =>
        run("discard", async (rev) => {
          const { versionId } = await callContent(kind, "discard", { id, rev });
          const text = `The changes to ${name} are discarded. They are kept in its versions.`;
          if (versionId === undefined) return tell(text, [id]);
          offer(text, async () => {
            await callContent(kind, "restore", { id, versionId });
          });
        }),
      duplicate: () =>
        run("duplicate", async () => {
          const copy = await callContent(kind, "duplicate", { id });
          offerUndo({
            text: `This is a copy of ${name}: a draft that visitors do not see.`,
            about: [copy.id],
            undo: async () => {
              await callContent(kind, "delete", copy);
              onChanged();
              onOpen?.(id);
            },
          });
          onOpen?.(copy.id);
        }),
      remove: async () => {
        setBusy("delete");
        try {
          await flush();
          await callContent(kind, "delete", { id });
          onGone?.();
          offerUndo({
            text: `${name} is in the trash for 30 days.`,
            about: [id],
            undo: async () => {
              const back = await callContent(kind, "untrash", { id });
              onChanged();
              onOpen?.(id);
              return putBackSaid(title, back);
            },
          });
        } catch (error) {
          tellProblem(sentence(error));
        } finally {
          setBusy(undefined);
          onChanged();
        }
      },
    };
  }, [busy, problems, check, run, offer, kind, id, title, name, flush, onChanged, onGone, onOpen]);
}

/** What could not be stored says why by itself. */
function sentence(error: unknown): string {
  return error instanceof Error && error.name === "UnsentError" ? error.message : sentenceOf(error);
}

async function scheduleAgain(kind: ContentKind, id: string, ended: Ended): Promise<string> {
  const back = scheduleBack(ended);
  const withoutIt = `Undone.${notBackSaid(ended)}`;
  if (back === undefined) return withoutIt;
  try {
    await callContent(kind, "schedule", { id, ...back });
  } catch (error) {
    if (isPast(error)) return withoutIt;
    const text = `It was undone, but does not wait for its time again: ${sentence(error)}`;
    throw new PartlyUndone(text, () => scheduleAgain(kind, id, ended));
  }
  return `Undone. It will be published on ${minuteOf(back.at)}.`;
}
