/** How many days in a row were written, as words in the list's head. Who does not want to be counted hides it. */
import { useMemo, useState } from "react";
import { offerUndo } from "#app/parts/tool-frame/toasts.ts";
import { useChosenEntries, useEntriesLater, useIsComing } from "../day/use-chosen.ts";
import { useToday } from "../store/journal-context.ts";
import { createStreakReader } from "./read-streaks.ts";
import { hideStreak, useStreakShown } from "./streak-choice.ts";
import { forgivenWords, longestWords, streakWords } from "./streak-words.ts";

function hide(): void {
  hideStreak(true);
  const undo = async () => hideStreak(false);
  offerUndo({ text: "Days in a row are not shown any more.", undo });
}

export function StreakLine() {
  const isComing = useIsComing();
  const isShown = useStreakShown() && !isComing;
  const today = useToday();
  const entries = useEntriesLater(useChosenEntries());
  const [read] = useState(createStreakReader);
  const { streak, longest } = useMemo(
    () => read(isShown ? entries : [], today),
    [read, entries, today, isShown],
  );
  const words = streakWords(streak);
  if (!isShown || words === "") return null;
  const more = [forgivenWords(streak), longestWords(longest, streak)].filter(Boolean);
  return (
    <div className="journal-line">
      <details className="streak">
        <summary>
          {words}
          {streak.endsToday ? <span className="faint">. Write today to keep it</span> : null}
        </summary>
        <p className="faint">
          {more.map((one) => (
            <span key={one}>{one} </span>
          ))}
          <button type="button" className="record-link" onClick={hide}>
            Hide this
          </button>
        </p>
      </details>
    </div>
  );
}
