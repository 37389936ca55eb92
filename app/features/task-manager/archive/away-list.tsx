/** Cards that stand on no column: looked through, and brought back one by one or many at once. */
import { Button, CloseButton, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import { WindowVirtualizer } from "virtua";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import type { Card } from "#lib/boards/board-items.ts";
import { foldText } from "#lib/fold-text.ts";
import { cardsWord } from "../acts/words.ts";
import { foldedWords } from "../filters/card-words.ts";
import { useBoardApp, useMay } from "../store/use-board.ts";
import { addressOf } from "../views.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { restore } from "./restore.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-views.css";

type Props = {
  cards: readonly Card[];
  help: string;
  empty: { title: string; text: string };
  /** Of a line, behind its name. */
  factOf: (card: Card) => string;
  /** What can be done besides bringing them back. */
  more?: { word: string; run: (ids: readonly string[]) => void } | undefined;
  onOpen: (id: string) => void;
};

const usualHeight = 52;

export function AwayList({ cards, help, empty, factOf, more, onOpen }: Props) {
  const app = useBoardApp();
  const { store } = app;
  const mayWrite = useMay("write");
  const [words, setWords] = useState("");
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  /** Those whose column is gone or full. */
  const [homeless, setHomeless] = useState<readonly string[]>();
  const folded = foldText(useDeferredValue(words));
  const found = useMemo(() => {
    const all = folded.split(" ").filter(Boolean);
    if (all.length === 0) return cards;
    return cards.filter((card) => {
      const text = foldedWords(store, card);
      return all.every((word) => text.includes(word));
    });
  }, [cards, folded, store]);
  const chosen = found.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
  const place = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => found.map(({ id }) => id), [found]);
  useLineFocus(place, ids);

  function choose(id: string, isChosen: boolean): void {
    const next = new Set(wanted);
    if (isChosen) next.add(id);
    else next.delete(id);
    setWanted(next);
  }
  function bringBack(ids: readonly string[]): void {
    const left = restore(app, ids);
    if (left.length > 0) setHomeless(left);
  }

  if (cards.length === 0) {
    return (
      <div ref={place}>
        <EmptyRoom {...empty} />
      </div>
    );
  }
  return (
    <div ref={place} className="away">
      <p className="faint">{help}</p>
      <div className="away-bar">
        <TextInput
          aria-label="Search in these cards"
          placeholder="Search here"
          data-search
          value={words}
          maxLength={200}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== "Escape") return;
            if (words === "") currentTarget.blur();
            else setWords("");
          }}
          rightSection={
            words === "" ? null : (
              <CloseButton aria-label="Clear the search" onClick={() => setWords("")} />
            )
          }
        />
        <output className="faint">
          {folded === ""
            ? cardsWord(cards.length)
            : found.length === 0
              ? "Nothing found"
              : `${found.length} of ${cardsWord(cards.length)}`}
        </output>
        {mayWrite && found.length > 0 ? (
          <div className="record-acts">
            {chosen.length === 0 ? (
              <Button variant="default" onClick={() => setWanted(new Set(ids))}>
                Choose all
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={() => bringBack(chosen)}>
                  Bring back {chosen.length}
                </Button>
                {more ? (
                  <Button variant="default" onClick={() => more.run(chosen)}>
                    {more.word} {chosen.length}
                  </Button>
                ) : null}
                <Button variant="subtle" onClick={() => setWanted(new Set())}>
                  Choose none
                </Button>
              </>
            )}
          </div>
        ) : null}
      </div>
      <WindowVirtualizer as="ul" item="li" itemSize={usualHeight} data={found}>
        {(card) => (
          <Line
            key={card.id}
            card={card}
            fact={factOf(card)}
            choice={
              mayWrite ? (
                <label className="away-choice">
                  <input
                    type="checkbox"
                    aria-label={`Choose ${card.title || "Untitled"}`}
                    checked={wanted.has(card.id)}
                    onChange={({ currentTarget }) => choose(card.id, currentTarget.checked)}
                  />
                </label>
              ) : null
            }
            onOpen={onOpen}
            onBack={mayWrite ? () => bringBack([card.id]) : undefined}
            more={mayWrite ? more : undefined}
          />
        )}
      </WindowVirtualizer>
      {homeless === undefined ? null : (
        <RestoreDialog ids={homeless} onClose={() => setHomeless(undefined)} />
      )}
    </div>
  );
}

type LineProps = {
  card: Card;
  fact: string;
  choice: ReactNode;
  onOpen: (id: string) => void;
  onBack: (() => void) | undefined;
  more: Props["more"];
};

function Line({ card: { id, number, title }, fact, choice, onOpen, onBack, more }: LineProps) {
  const { store } = useBoardApp();
  const name = title || "Untitled";
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  }
  return (
    <div className="away-line" data-line={id} data-choice={choice === null ? undefined : ""}>
      {choice}
      <a href={addressOf(store.id, id)} onClick={open}>
        {number === 0 ? null : <span className="faint">#{number}&nbsp;</span>}
        <span dir="auto">{name}</span>
      </a>
      <span className="faint away-fact" dir="auto">
        {fact}
      </span>
      {onBack === undefined ? null : (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Bring back ${name}`}
          onClick={onBack}
        >
          Bring back
        </Button>
      )}
      {more === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`${more.word} ${name}`}
          onClick={() => more.run([id])}
        >
          {more.word}
        </Button>
      )}
    </div>
  );
}
