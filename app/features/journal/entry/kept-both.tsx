/** Texts of an entry that lost against others, each with the way back. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import { Changes } from "#app/parts/versions/changes.tsx";
import { stampWords } from "../stamp-words.ts";
import { useJournal, useLost } from "../store/journal-context.ts";
import type { JournalEntry, JournalLost } from "../store/journal-store.ts";
import { keptBothDoc } from "./both-texts.ts";
import { wordsOf } from "./keep-text.ts";
import { heldIn } from "./lost-of.ts";
import { settleLost } from "./settle-lost.ts";

type Props = { entry: JournalEntry; lost: readonly JournalLost[]; /** As JSON. */ text: string };

export function KeptBothList({ entry, lost, text }: Props) {
  return (
    <section className="kept-both" aria-label="Written in two places at once">
      <p>Written in two places at once. Both are kept.</p>
      {lost.map((one) => (
        <Kept key={one.id} entry={entry} lost={one} text={text} />
      ))}
    </section>
  );
}

function Kept({ entry, lost, text }: { entry: JournalEntry; lost: JournalLost; text: string }) {
  const app = useJournal();
  const all = useLost();
  const id = useId();
  const [isComparing, setComparing] = useState(false);
  const { register, t } = lost;
  const words = wordsOf(register, lost.text);
  const isText = register === "doc";
  const settle = (next: string | undefined, isBoth = false) => {
    const same = heldIn(lost, all, next ?? (isText ? text : entry.title));
    settleLost(app, lost, same, next, isBoth);
  };
  const both = () => keptBothDoc(text, lost.text, `Written ${stampWords(t)} elsewhere:`);
  return (
    <div className="kept-one">
      <KeptText
        id={id}
        what={`${isText ? "The other text" : "The other title"}, ${stampWords(t)}`}
        text={words}
        use="Use the other"
        onUse={() => settle(lost.text)}
        onBoth={isText ? () => settle(both(), true) : undefined}
        onLetGo={() => settle(undefined)}
        more={
          <Button
            variant="subtle"
            size="compact-md"
            aria-expanded={isComparing}
            aria-describedby={id}
            onClick={() => setComparing(!isComparing)}
          >
            Compare
          </Button>
        }
      />
      {isComparing ? (
        <Changes
          before={{ text: isText ? wordsOf("doc", text) : entry.title }}
          after={{ text: words }}
          labelOf={() => "From what stands here to the other one"}
        />
      ) : null}
    </div>
  );
}
