import { moodWord } from "#lib/journal/moods.ts";

/** A mood as a mouth: its word says the same, so nobody has to see it. */
export function MoodMark({ mood }: { mood: number }) {
  if (moodWord(mood) === "") return null;
  // From drawn up to drawn down.
  const bend = (mood - 3) * 2.25;
  return (
    <svg className="mood-mark" data-mood={mood} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d={`M4.5 ${10 - bend / 2.5}Q8 ${10 + bend} 11.5 ${10 - bend / 2.5}`} />
      <path d="M5.6 5.6v1M10.4 5.6v1" />
    </svg>
  );
}
