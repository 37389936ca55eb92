/** All of one card. What is changed here is kept at once; there is nothing to save. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import type { Card } from "#lib/boards/board-items.ts";
import { TextField } from "#app/parts/records/text-field.tsx";
import { longest } from "../acts/room.ts";
import { useBoardApp, useCard, useMay, useStatus } from "../store/use-board.ts";
import type { CardFocus } from "../views.ts";
import { CardActivity } from "./card-activity.tsx";
import { CardChecks } from "./card-checks.tsx";
import { CardComments } from "./card-comments.tsx";
import { CardCover } from "./card-cover.tsx";
import { CardDates } from "./card-dates.tsx";
import { CardFiles } from "./card-files.tsx";
import { CardLabels } from "./card-labels.tsx";
import { CardLinks } from "./card-links.tsx";
import { CardNotes } from "./card-notes.tsx";
import { CardPeople } from "./card-people.tsx";
import { CardPlace } from "./card-place.tsx";
import { CardTexts } from "./card-texts.tsx";
import { CopyLink } from "./copy-link.tsx";
import { keepFocus } from "./focus-heading.ts";
import { KeptTexts } from "./kept-texts.tsx";
import { useCardText } from "./use-card-text.ts";
import { useWriters, WritingHere } from "./writers.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-card.css";

type Props = {
  id: string;
  /** `2026-11-22` */
  today: string;
  /** What is gone to; another object once it is asked for again. */
  focus?: { at: CardFocus } | undefined;
  onClose: () => void;
};

export function CardPanel({ id, today, focus, onClose }: Props) {
  const card = useCard(id);
  const status = useStatus();
  const mayWrite = useMay("write");
  const place = useRef<HTMLDivElement>(null);
  const isThere = card !== undefined;
  const isFixed = !mayWrite || card?.isGone === true;
  useEffect(() => {
    if (focus === undefined || !isThere) return;
    place.current?.querySelector<HTMLElement>(`[data-focus="${focus.at}"]`)?.focus();
  }, [focus, isThere]);
  if (!card) {
    return status === "loading" ? (
      <p className="loading">Loading...</p>
    ) : (
      <NoCard onClose={onClose} />
    );
  }
  return (
    <div className="card-panel" ref={place}>
      {isFixed ? <CardTexts card={card} today={today} /> : <CardFields card={card} today={today} />}
      <CardActivity card={id} />
    </div>
  );
}

function NoCard({ onClose }: { onClose: () => void }) {
  useEffect(keepFocus, []);
  return (
    <div className="card-panel">
      <p>There is no such card on this board. It may have been deleted for good.</p>
      <div className="record-acts">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

function CardFields({ card, today }: { card: Card; today: string }) {
  const { acts } = useBoardApp();
  const fieldId = useId();
  const { id, isDone, isArchived } = card;
  const title = useCardText(card, "title");
  const writers = useWriters(id);
  return (
    <>
      {isArchived ? (
        <div className="card-away">
          <p>This card is in the archive.</p>
          <Button variant="default" size="compact-md" onClick={() => acts.cards.bringBack([id])}>
            Bring it back
          </Button>
        </div>
      ) : null}
      <div>
        <TextField
          id={`${fieldId}-title`}
          label="Title"
          value={title.text}
          most={longest.title}
          isLine
          onWrite={title.type}
          onLeave={title.leave}
        />
        <WritingHere uids={writers.title} />
      </div>
      <div className="record-acts">
        <Button variant="default" onClick={() => acts.cards.done([id], !isDone)}>
          {isDone ? "Reopen" : "Complete"}
        </Button>
        <CopyLink card={id} />
      </div>
      <div>
        <CardNotes card={card} />
        <WritingHere uids={writers.notes} />
      </div>
      <KeptTexts card={card} />
      <CardChecks card={id} />
      {isArchived ? null : <CardPlace card={card} />}
      <CardLabels card={card} />
      <CardPeople card={card} />
      <CardDates card={card} today={today} />
      <CardCover card={card} />
      <CardFiles card={id} />
      <CardLinks card={card} />
      <CardComments card={id} />
      <div className="record-acts card-end">
        {isArchived ? null : (
          <Button variant="default" onClick={() => acts.cards.archive([id])}>
            Archive
          </Button>
        )}
        <Button variant="default" color="red" onClick={() => acts.cards.remove([id])}>
          Delete
        </Button>
      </div>
    </>
  );
}
