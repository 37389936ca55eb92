/** How many are chosen, and what can be done with them: in the place of what stands above the list. */
import { Button, CloseButton } from "@mantine/core";
import { memo } from "react";
import { itemsWord } from "./trash/words.ts";
import type { ActId, FileAct } from "./room-acts.ts";

const shown: ReadonlySet<string> = new Set<ActId>(["download", "move", "trash", "details"]);

const shortTitles: Readonly<Record<string, string>> = { download: "Download", trash: "Delete" };

type Props = {
  count: number;
  acts: readonly FileAct[];
  onMore: (at: { x: number; y: number }) => void;
  onClear: () => void;
};

export function ChoiceBar({ count, acts, onMore, onClear }: Props) {
  return (
    <div className="drive-choice" role="toolbar" aria-label="What is selected">
      <CloseButton aria-label="Clear the selection" onClick={onClear} />
      <p aria-live="polite">{`${itemsWord(count)} selected`}</p>
      <ChoiceActs acts={acts} onMore={onMore} />
    </div>
  );
}

/** Who holds Shift and an arrow down changes the count alone. */
const ChoiceActs = memo(function ChoiceActs({ acts, onMore }: Pick<Props, "acts" | "onMore">) {
  return (
    <div className="drive-choice-acts">
      {acts
        .filter(({ id }) => shown.has(id))
        .map(({ id, title, run }) => (
          <Button key={id} variant="default" size="compact-md" onClick={run}>
            {shortTitles[id] ?? title}
          </Button>
        ))}
      <Button
        variant="default"
        size="compact-md"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          onMore({ x: left, y: bottom });
        }}
      >
        More
      </Button>
    </div>
  );
});
