/** How somebody felt: five words, and none. */
import { useId } from "react";
import { moods } from "#lib/journal/moods.ts";
import { MoodMark } from "../mood-mark.tsx";
import { useJournal } from "../store/journal-context.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { useFieldFocus } from "./use-field-focus.ts";

const choices = [...moods, { mood: 0, word: "Not said" }] as const;

export function MoodField({ entry, takesFocus = false, onClose }: FieldProps) {
  const { acts } = useJournal();
  const name = useId();
  const place = useFieldFocus(takesFocus);
  return (
    <FieldFrame name="mood" label="Mood" onClose={onClose}>
      <div ref={place} className="mood-choices">
        {choices.map(({ mood, word }) => (
          <label key={mood} className="mood-choice" data-mood={mood}>
            <input
              type="radio"
              autoComplete="off"
              name={name}
              checked={entry.mood === mood}
              onChange={() => acts.entries.mood([entry.key], mood)}
            />
            <MoodMark mood={mood} />
            {word}
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
