/** All tags, or all people, of a journal: to be called otherwise, coloured and deleted. */
import { Button } from "@mantine/core";
import { useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Dot } from "#app/parts/records/dot.tsx";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import { Modal } from "#app/ui/modal.tsx";
import { longest } from "#lib/journal/limits.ts";
import { quoted } from "#lib/quoted.ts";
import { colours } from "#lib/records/colours.ts";
import type { TopicKind } from "../acts/journal-acts.ts";
import { entriesWord } from "../acts/words.ts";
import { useEntries, useJournal, useStoreTopic } from "../store/journal-context.ts";
import type { JournalTopic } from "../store/journal-store.ts";

type Props = { journal: string; kind: TopicKind; title: string; onClose: () => void };

type Deleted = { topic: JournalTopic; act: Act };

export function TopicsDialog({ journal, kind, title, onClose }: Props) {
  const { store, acts } = useJournal();
  const id = useId();
  const topics = useStoreTopic("topics", () => store.topics(kind, journal));
  const entries = useEntries(journal);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const entry of entries) {
      for (const topic of entry[kind]) found.set(topic, (found.get(topic) ?? 0) + 1);
    }
    return found;
  }, [entries, kind]);
  // One that is called otherwise stays where it is until the dialog is opened anew.
  const [order] = useState(() => new Map(topics.map((topic, at) => [topic.id, at])));
  // What is said at the foot of the window is behind the dialog: the way back stands where the row was.
  const [deleted, setDeleted] = useState<readonly Deleted[]>([]);
  const wayBack = new Map(deleted.map(({ topic, act }) => [topic.id, act]));
  const gone = deleted.flatMap(({ topic }) =>
    topics.some(({ id: there }) => there === topic.id) ? [] : [topic],
  );
  const placeOf = (topic: JournalTopic) => order.get(topic.id) ?? 0;
  const shown = [...topics, ...gone].toSorted((one, other) => placeOf(one) - placeOf(other));
  const list = useRef<HTMLUListElement>(null);
  /** The button that was pressed goes with its row. */
  function change(topic: JournalTopic, write: () => void): void {
    flushSync(write);
    const row = list.current?.querySelector(`[data-topic="${CSS.escape(topic.id)}"]`);
    row?.querySelector<HTMLElement>("button")?.focus();
  }
  function remove(topic: JournalTopic): void {
    change(topic, () => {
      const act = acts.topics.remove(journal, kind, topic.id);
      const others = deleted.filter((one) => one.topic.id !== topic.id);
      if (act) setDeleted([...others, { topic, act }]);
    });
  }
  /** The stack of acts forgets the first ones; the row offers it as long as it is there. */
  function bring({ id: topic, name }: JournalTopic): void {
    const act = wayBack.get(topic);
    if (act && acts.undo(act)) return;
    acts.run(`Restore ${quoted(name)}`, journal, [
      { kind, id: topic, register: "gone", value: { v: false } },
    ]);
  }
  return (
    <Modal label={id} className="modal record-dialog" onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {shown.length === 0 ? <p className="faint">There are none.</p> : null}
      <ul ref={list} className="topic-list">
        {shown.map((topic) => {
          const { id: key } = topic;
          const count = counts.get(key) ?? 0;
          return (
            <li key={key} data-topic={key}>
              {gone.includes(topic) ? (
                <DeletedRow
                  {...{ topic, count }}
                  onUndo={() => change(topic, () => bring(topic))}
                />
              ) : (
                <TopicRow {...{ topic, kind, count }} onRemove={() => remove(topic)} />
              )}
            </li>
          );
        })}
      </ul>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

type DeletedProps = { topic: JournalTopic; count: number; onUndo: () => void };

function DeletedRow({ topic, count, onUndo }: DeletedProps) {
  const which = count === 0 ? "" : `, which ${entriesWord(count)} ${count === 1 ? "has" : "have"}`;
  return (
    <>
      <p role="alert">{`Deleted ${quoted(topic.name)}${which}.`}</p>
      <Button variant="default" size="compact-md" onClick={onUndo}>
        Undo
      </Button>
    </>
  );
}

type RowProps = { topic: JournalTopic; kind: TopicKind; count: number; onRemove: () => void };

function TopicRow({ topic, kind, count, onRemove }: RowProps) {
  const { acts } = useJournal();
  const { id, journal, name, colour } = topic;
  // Emptied on the way to another name it keeps the one that it had.
  const [typed, setTyped] = useState<string>();
  function rename(next: string): void {
    setTyped(next);
    const text = next.trim();
    if (text !== "") acts.topics.rename(journal, kind, id, text);
  }
  return (
    <>
      <div className="record-field">
        <input
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          aria-label={`Name of ${quoted(name)}`}
          maxLength={longest.name}
          value={typed ?? name}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
          onBlur={() => {
            setTyped(undefined);
            acts.settle();
          }}
        />
      </div>
      <div className="record-field topic-colour">
        <span>
          <Dot colour={colour} />
          <select
            autoComplete="off"
            aria-label={`Colour of ${quoted(name)}`}
            value={colour}
            onChange={({ currentTarget }) =>
              acts.topics.colour(journal, kind, id, currentTarget.value)
            }
          >
            <option value="">No colour</option>
            {Object.keys(colours).map((one) => (
              <option key={one} value={one}>
                {`${one.charAt(0).toUpperCase()}${one.slice(1)}`}
              </option>
            ))}
          </select>
        </span>
      </div>
      <p className="faint">{count === 0 ? "No entry" : entriesWord(count)}</p>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Delete ${quoted(name)}`}
        onClick={onRemove}
      >
        Delete
      </Button>
    </>
  );
}
