/** A question over an empty entry, for who does not know how to begin. It can become the title, and asks for nothing. */
import { useState } from "react";
import { promptOf } from "#lib/journal/prompts.ts";
import { useJournal, useRoom, useToday } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";

export function PromptLine({ entry }: { entry: JournalEntry }) {
  const { acts } = useJournal();
  const today = useToday();
  const room = useRoom(entry.journal);
  const [turn, setTurn] = useState(0);
  const isEmpty = entry.title === "" && entry.gist === "" && entry.words === 0;
  const [wasEmpty] = useState(isEmpty);
  if (!wasEmpty || entry.isGone || room?.settings.hasPrompts !== true) return null;
  const prompt = promptOf(today, turn);
  function use(): void {
    acts.settle();
    acts.entries.title(entry.key, prompt);
    acts.settle();
    // An editor that is still being made takes nothing.
    document
      .querySelector<HTMLElement>(
        ".journal-page :is(.entry-first-words, .editor-text):not([hidden] *)",
      )
      ?.focus();
  }
  return (
    // It keeps its room: what is being written does not jump.
    <div className="prompt-line" data-over={!isEmpty || undefined}>
      <p aria-live="polite">{prompt}</p>
      <button type="button" className="record-link" onClick={use}>
        Answer it
      </button>
      <button type="button" className="record-link" onClick={() => setTurn(turn + 1)}>
        Another question
      </button>
    </div>
  );
}
