import { Button } from "@mantine/core";
import { useState } from "react";
import type { RefusedItem } from "#app/live/records/records.ts";
import { copyWords } from "./copy-words.ts";

type Props = {
  refused: RefusedItem;
  /** `“Pay rent”`, or `A list`. */
  name: string;
  /** What its registers are called. */
  registers: Readonly<Record<string, string>>;
  /** Of a text its words, which can be copied; empty: it is none. */
  wordsOf: (kind: string, register: string, text: string) => string;
  /** Asks for a place in which there is room. Undefined: it is not about the place. */
  onElsewhere?: (() => void) | undefined;
};

/** A change that this browser keeps and the server does not take: what and why, and what can be done. */
export function RefusedNote({ refused, name, registers, wordsOf, onElsewhere }: Props) {
  const { kind, text, changes } = refused;
  const [isAsked, setAsked] = useState(false);
  const texts = changes
    .map(({ register, value }) => wordsOf(kind, register, String(value["v"] ?? "")))
    .filter(Boolean);
  const what = changes.map(({ register }) => registers[register] ?? register).join(", ");
  return (
    <section className="kept-note kept-refused" role="alert">
      <p>
        {name} was not saved ({what}). {text}
      </p>
      {texts.map((words, at) => (
        // They are those of one change, in its order.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={at} className="kept-text" dir="auto">
          {words}
        </p>
      ))}
      {isAsked ? <p>It is then as the server has it, and these words are gone.</p> : null}
      <div className="record-acts">
        {isAsked ? (
          <>
            <Button color="red" size="compact-md" onClick={() => refused.letGo()}>
              Let it go
            </Button>
            <Button variant="default" size="compact-md" onClick={() => setAsked(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" size="compact-md" onClick={() => refused.again()}>
              Try again
            </Button>
            {onElsewhere ? (
              <Button variant="default" size="compact-md" onClick={onElsewhere}>
                Put it elsewhere…
              </Button>
            ) : null}
            <Button variant="subtle" size="compact-md" onClick={() => setAsked(true)}>
              Let it go…
            </Button>
          </>
        )}
        {texts.length === 0 ? null : (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => void copyWords(texts.join("\n\n"))}
          >
            Copy the words
          </Button>
        )}
      </div>
    </section>
  );
}
