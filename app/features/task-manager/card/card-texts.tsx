/** A card to look at: of who may only look, or one that is deleted. */
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import type { Card } from "#lib/boards/board-items.ts";
import { dayHeading } from "#lib/dates/date-words.ts";
import { useBoardApp, useColumns, useLabels, useMay, useMembers } from "../store/use-board.ts";
import { CardComments } from "./card-comments.tsx";
import { useZoneWords } from "./card-dates.tsx";
import { CardFiles } from "./card-files.tsx";
import { FixedChecks } from "./card-checks.tsx";
import { CopyLink } from "./copy-link.tsx";
import { keepFocus } from "./focus-heading.ts";
import { NotesText } from "./notes-view.tsx";

export function CardTexts({ card, today }: { card: Card; today: string }) {
  const { acts } = useBoardApp();
  const mayWrite = useMay("write");
  useEffect(keepFocus, []);
  const { id, title, notes, isGone, isArchived, isDone } = card;
  return (
    <>
      {isGone ? (
        <div className="card-away">
          <p>This card is deleted. The trash keeps it for 30 days.</p>
          {mayWrite ? (
            <Button variant="default" size="compact-md" onClick={() => acts.cards.bringBack([id])}>
              Bring it back
            </Button>
          ) : null}
        </div>
      ) : null}
      {isArchived && !isGone ? <p className="card-away">This card is in the archive.</p> : null}
      <h3 className="card-panel-title" dir="auto">
        {title || "Untitled"}
      </h3>
      <CardFacts card={card} today={today} />
      {isDone ? <p>Completed.</p> : null}
      <div className="record-acts">
        <CopyLink card={id} />
      </div>
      {notes === "" ? null : (
        <section>
          <h3>Description</h3>
          <NotesText notes={notes} />
        </section>
      )}
      <FixedChecks card={id} />
      <CardFiles card={id} isFixed />
      <CardComments card={id} isFixed />
    </>
  );
}

function CardFacts({ card, today }: { card: Card; today: string }) {
  const columns = useColumns();
  const labels = useLabels().filter(({ id }) => card.labels.includes(id));
  const members = useMembers();
  const zone = useZoneWords(card);
  const column = columns.find(({ id }) => id === card.column);
  const [day = "", time] = card.due.split("T");
  const facts = [
    ["Column", column?.name ?? ""],
    [
      "People",
      card.people
        .map((uid) => members.find((member) => member.uid === uid)?.name || "Former member")
        .join(", "),
    ],
    [
      "Due",
      day === ""
        ? ""
        : `${dayHeading(day, today)}${time === undefined ? "" : `, ${time}`}${zone === undefined ? "" : `. ${zone}`}`,
    ],
    ["Starts", card.start === "" ? "" : dayHeading(card.start, today)],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="card-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      {labels.length === 0 ? null : (
        <div>
          <dt>Labels</dt>
          <dd>
            {labels.map(({ id, name, colour }) => (
              <span key={id} className="card-label" dir="auto">
                <Dot colour={colour} />
                {name}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
