/** "Which was better?", until it is known where a post stands by taste. */
import { Button, NativeSelect } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { calendarDayOf } from "#app/parts/tool-frame/when.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { ContentItem } from "#lib/content/item.ts";
import { placeOf, questionsLeft } from "#lib/food/ranking.ts";
import { useComparing } from "./use-comparing.ts";
import type { Comparing } from "./use-comparing.ts";

type Props = { items: readonly ContentItem[]; onClose: () => void };

export function CompareDialog({ items, onClose }: Props) {
  const id = useId();
  // The list may be read again meanwhile.
  const [all] = useState(items);
  const comparing = useComparing(all);
  const { one, other, count, waiting, back, choose } = comparing;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    // The buttons of the question before are those of this one: who listens hears what is asked now.
    if (shown.current !== count && count > 0) heading.current?.focus();
    shown.current = count;
  }, [count]);
  const next = waiting[0];
  return (
    <Modal label={id} onClose={onClose} className="modal compare-dialog">
      <h2 id={id}>Compare</h2>
      <NativeSelect
        label="Which post"
        value={one.id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={all.map((item) => ({ value: item.id, label: titleOf(item) }))}
      />
      <h3 ref={heading} tabIndex={-1} className="compare-question">
        {other === undefined ? placeWords(comparing) : "Which was better?"}
      </h3>
      {other === undefined ? (
        <Saved comparing={comparing} />
      ) : (
        <Question comparing={comparing} other={other} />
      )}
      <div className="confirm-buttons">
        <Button variant="subtle" disabled={back === undefined} onClick={back}>
          One answer back
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {other === undefined && next !== undefined ? (
          <Button
            onClick={() => {
              choose(next.id);
              heading.current?.focus();
            }}
          >
            {waiting.length === 1
              ? "Compare the last one"
              : `Compare the next of ${waiting.length}`}
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}

function Question({ comparing, other }: { comparing: Comparing; other: ContentItem }) {
  const { one, asking, answer } = comparing;
  const left = questionsLeft(asking);
  return (
    <>
      <div className="compare-pair">
        <button type="button" onClick={() => answer("better")}>
          <Words item={one} />
        </button>
        <button type="button" onClick={() => answer("worse")}>
          <Words item={other} />
        </button>
      </div>
      <p className="faint">
        {left === 1 ? "This is the last question." : `At most ${left} questions.`}
      </p>
      <Button variant="subtle" onClick={() => answer("unsure")}>
        I cannot say
      </Button>
    </>
  );
}

function Words({ item }: { item: ContentItem }) {
  const { where, visitedOn, rating } = item;
  const detail = [
    where,
    visitedOn && calendarDayOf(visitedOn),
    rating === undefined ? "" : `${rating} of 5`,
  ].filter(Boolean);
  return (
    <>
      <b dir="auto">{titleOf(item)}</b>
      <span className="faint">{detail.join(" · ")}</span>
    </>
  );
}

function Saved({ comparing: { saved, save } }: { comparing: Comparing }) {
  if (typeof saved === "object") {
    return (
      <div role="alert">
        <p className="content-problem">It was not saved. {saved.problem}</p>
        <Button variant="default" onClick={save}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <output className="faint">
      {saved === "saving" ? "Saving…" : saved === "saved" ? "Saved." : ""}
    </output>
  );
}

function placeWords({ one, others, asking }: Comparing): string {
  const place = placeOf(asking);
  const before = others[place - 1];
  const after = others[place];
  const between = [before && `after ${titleOf(before)}`, after && `before ${titleOf(after)}`];
  return `${titleOf(one)} is number ${place + 1} of ${others.length + 1}, ${between.filter(Boolean).join(" and ")}.`;
}

function titleOf({ title }: ContentItem): string {
  return title || "Untitled";
}
