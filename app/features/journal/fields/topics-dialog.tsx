/** All tags, or all people, of a journal: to be called otherwise, coloured and deleted. */
import { Button } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { longest } from "#lib/journal/limits.ts";
import { quoted } from "#lib/quoted.ts";
import { colours } from "#lib/records/colours.ts";
import type { TopicKind } from "../acts/journal-acts.ts";
import { entriesWord } from "../acts/words.ts";
import { useEntries, useJournal, useStoreTopic } from "../store/journal-context.ts";
import type { JournalTopic } from "../store/journal-store.ts";

type Props = { journal: string; kind: TopicKind; title: string; onClose: () => void };

export function TopicsDialog({ journal, kind, title, onClose }: Props) {
  const { store } = useJournal();
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
  const shown = topics.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return (
    <Modal label={id} className="modal record-dialog" onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {shown.length === 0 ? <p className="faint">There are none.</p> : null}
      <ul className="topic-list">
        {shown.map((topic) => (
          <TopicRow key={topic.id} topic={topic} kind={kind} count={counts.get(topic.id) ?? 0} />
        ))}
      </ul>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

type RowProps = { topic: JournalTopic; kind: TopicKind; count: number };

function TopicRow({ topic, kind, count }: RowProps) {
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
    <li>
      <div className="record-field">
        <input
          dir="auto"
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
        onClick={() => acts.topics.remove(journal, kind, id)}
      >
        Delete
      </Button>
    </li>
  );
}
