/** The same problem more than once: one is kept with all that the others have. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import type { DuplicateEntry, DuplicateGroup, MergeUndo } from "#lib/leetcode/api.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import type { TabProps } from "./admin.tsx";
import { difficultyWord } from "./difficulty.ts";
import { counted, leetcodeProblem } from "./leetcode-words.ts";
import { copyNotes } from "./copy-notes.ts";

async function readGroups(signal: AbortSignal): Promise<DuplicateGroup[]> {
  const path = "/api/leetcode/duplicates";
  return (await callApi<{ groups: DuplicateGroup[] }>("GET", path, undefined, { signal })).groups;
}

export function DuplicatesTab({ user }: TabProps) {
  const { value: groups, problem, refresh } = useFresh(readGroups, leetcodeProblem);
  const room = useRef<HTMLElement>(null);
  return (
    <ToolFrame title="Duplicates">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {groups === undefined && problem === undefined ? <SkeletonRows rows={6} /> : null}
      {groups?.length === 0 ? (
        <EmptyRoom
          title="No duplicates"
          text="Entries with the same link, or with other addresses of the same problem at LeetCode, stand here to be made one."
        />
      ) : null}
      {groups === undefined || groups.length === 0 ? null : (
        <p className="faint">
          {counted(groups.length, "problem is", "problems are")} here more than once. The kept entry
          gets the solutions and categories of the others; the others go into the trash for 30 days.
        </p>
      )}
      <section
        ref={room}
        className="duplicate-room"
        tabIndex={-1}
        aria-label="Problems that are here more than once"
      >
        {groups?.map((group) => (
          <Group
            key={keyOf(group)}
            group={group}
            uid={user.uid}
            onChanged={() => void refresh()}
            // The button cannot be pressed meanwhile, or is gone with its group.
            onDone={() => room.current?.focus()}
          />
        ))}
      </section>
    </ToolFrame>
  );
}

function keyOf({ link, entries }: DuplicateGroup): string {
  return [link, ...entries.map(({ id }) => id)].join(" ");
}

type GroupProps = {
  group: DuplicateGroup;
  uid: string;
  onChanged: () => void;
  onDone: () => void;
};

function Group({ group: { link, entries }, uid, onChanged, onDone }: GroupProps) {
  const [keep, setKeep] = useState(
    () => (entries.find(({ isShown }) => isShown) ?? entries[0])?.id,
  );
  const [isBusy, setBusy] = useState(false);
  const held = entries.filter(({ isDrafted, isScheduled }) => isDrafted || isScheduled);
  const title = entries.find(({ id }) => id === keep)?.title || "Untitled";

  async function merge(): Promise<void> {
    if (keep === undefined) return;
    const others = entries.flatMap(({ id }) => (id === keep ? [] : [id]));
    const seen = Object.fromEntries(entries.map(({ id, updatedAt }) => [id, updatedAt]));
    setBusy(true);
    try {
      const body = { keep, others, seen };
      // First: what goes into the trash is erased one day, with its notes.
      const notes = await copyNotes(uid, keep, others);
      const { undo } = await callApi<{ undo: MergeUndo }>(
        "POST",
        "/api/leetcode/merge",
        body,
      ).catch(async (error: unknown) => {
        await notes?.();
        throw error;
      });
      offerUndo({
        text: `${title} is one entry now; ${counted(others.length, "other", "others")} in the trash.`,
        about: [keep, ...others],
        undo: () => takeBack(undo, notes),
      });
    } catch (error) {
      tellProblem(leetcodeProblem(error));
    }
    setBusy(false);
    onDone();
    onChanged();
  }

  async function takeBack(
    undo: MergeUndo,
    notes: (() => Promise<void>) | undefined,
  ): Promise<void> {
    try {
      await callApi("POST", "/api/leetcode/undo-merge", undo);
      await notes?.();
    } catch (error) {
      throw new Error(leetcodeProblem(error), { cause: error });
    } finally {
      onChanged();
    }
  }

  return (
    <fieldset className="duplicate-group" disabled={isBusy}>
      <legend>
        Keep one of <bdi>{link}</bdi>
      </legend>
      {entries.map((entry) => (
        <label key={entry.id}>
          <input
            type="radio"
            name={`keep ${link}`}
            aria-label={entry.title}
            checked={entry.id === keep}
            onChange={() => setKeep(entry.id)}
          />
          <span>
            <bdi>{entry.title}</bdi>
            <br />
            <span className="faint">{detailOf(entry)}</span>
          </span>
        </label>
      ))}
      <div className="leetcode-acts">
        <Button
          variant="default"
          loading={isBusy}
          disabled={held.length > 0 || keep === undefined}
          aria-label={`Merge into the chosen one: ${title}`}
          onClick={() => void merge()}
        >
          Merge into the chosen one
        </Button>
        {held.length === 0 ? null : (
          <span className="faint">
            One has a draft or a set time: publish it, discard it or cancel that first.
          </span>
        )}
      </div>
    </fieldset>
  );
}

function detailOf(entry: DuplicateEntry): string {
  const { id, difficulty, categories, solutions, isShown, isDrafted, isScheduled } = entry;
  const names = solutions.map(({ language, label }) =>
    [languageName(language), label].filter(Boolean).join(": "),
  );
  return [
    id,
    isShown && "visitors see it",
    isDrafted && "has a draft",
    isScheduled && "waits for its time",
    difficulty && difficultyWord(difficulty),
    categories.join(", "),
    names.length === 0 ? "no solution" : names.join(", "),
    `changed ${dayOf(entry.updatedAt)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
