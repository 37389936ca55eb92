/** Changes of the board that the server does not take, each with the ways out of it. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { RefusedItem } from "#app/live/records/records.ts";
import { RefusedNote } from "#app/parts/kept-words/refused-note.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { isFull } from "./acts/room.ts";
import { ordersAt } from "./acts/spots.ts";
import { fillWords } from "./acts/words.ts";
import { refusedName, refusedWords } from "./refused-words.ts";
import { useBoardApp, useCard, useColumns, useRefused } from "./store/use-board.ts";

export function RefusedNotes() {
  const refused = useRefused();
  return refused.map((one) => <Note key={refusedName(one)} refused={one} />);
}

const kinds: Readonly<Record<string, string>> = {
  board: "The board",
  columns: "A column",
  labels: "A label",
  cards: "A card",
  checks: "A check",
  comments: "A comment",
  files: "A file",
  links: "A link",
  lost: "A kept text",
};

const registers: Readonly<Record<string, string>> = {
  title: "title",
  notes: "description",
  name: "name",
  text: "words",
  place: "place",
  order: "place",
  due: "due date",
  start: "start",
  labels: "labels",
  people: "people",
  mentions: "mentions",
  done: "done or not",
  cover: "cover",
  limit: "limit",
  colour: "colour",
  zone: "time zone",
  archived: "archived or not",
  gone: "deleted or not",
  of: "what it belongs to",
};

function Note({ refused }: { refused: RefusedItem }) {
  const { kind, id, changes } = refused;
  const card = useCard(kind === "cards" ? id : "");
  const [isPlacing, setPlacing] = useState(false);
  const typed = changes.find(({ register }) => register === "title")?.value["v"];
  const title = card?.title ?? (kind === "cards" && typeof typed === "string" ? typed : undefined);
  const name = title === undefined ? (kinds[kind] ?? kind) : quoted(title);
  const isPlaced =
    kind === "cards" &&
    changes.some(({ register }) => ["place", "archived", "gone"].includes(register));
  return (
    <>
      <RefusedNote
        refused={refused}
        name={name}
        registers={registers}
        wordsOf={refusedWords}
        onElsewhere={isPlaced ? () => setPlacing(true) : undefined}
      />
      {isPlacing ? (
        <ElsewhereDialog refused={refused} name={name} onClose={() => setPlacing(false)} />
      ) : null}
    </>
  );
}

type ElsewhereProps = { refused: RefusedItem; name: string; onClose: () => void };

function ElsewhereDialog({ refused, name, onClose }: ElsewhereProps) {
  const label = useId();
  const { store } = useBoardApp();
  const columns = useColumns();
  const [first] = columns.filter(({ id }) => !isFull(store, id));
  const [to, setTo] = useState(first?.id ?? "");
  const put = () => {
    const [order] = ordersAt(store, { column: to }, 1);
    refused.put("place", { column: to, order: order!, by: store.uid });
    onClose();
  };
  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>Put {name} elsewhere</h2>
      {first === undefined ? (
        <p>No column has room. Raise a limit, or archive a card first; this one stays kept here.</p>
      ) : (
        <label className="record-field">
          <span>Column</span>
          <select value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
            {columns.map(({ id, name: column, limit }) => (
              <option key={id} value={id} disabled={isFull(store, id)}>
                {column} ({fillWords(store.ids(id).length, limit)})
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {first === undefined ? null : <Button onClick={put}>Put it there</Button>}
      </div>
    </Modal>
  );
}
