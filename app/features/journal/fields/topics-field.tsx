/** Tags or people of an entry: those that it has, and a field that finds others or makes them. */
import { CloseButton } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { quoted } from "#lib/quoted.ts";
import type { TopicKind } from "../acts/journal-acts.ts";
import { useJournal, useStoreTopic } from "../store/journal-context.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { TopicInput } from "./topic-input.tsx";
import { useFieldFocus } from "./use-field-focus.ts";
import { useLeft } from "./use-left.ts";

const TopicsDialog = latePart(async () => (await import("./topics-dialog.tsx")).TopicsDialog, null);

type Props = FieldProps & { kind: TopicKind; words: { title: string; one: string; all: string } };

export function TopicsField({ entry, kind, words, takesFocus = false, onClose }: Props) {
  const { store, acts } = useJournal();
  const { key, journal } = entry;
  const place = useFieldFocus(takesFocus);
  const input = useRef<HTMLInputElement>(null);
  const [isListed, setListed] = useState(false);
  /** What is typed and not put on. */
  const [left, setLeft] = useState("");
  const mayEnd = useLeft(left, input);
  const all = useStoreTopic("topics", () => store.topics(kind, journal));
  const on = useMemo(() => new Set(entry[kind]), [entry, kind]);
  const chosen = all.filter(({ id }) => on.has(id));

  const add = (id: string | undefined) =>
    id !== undefined && acts.entries.topic([key], kind, id, true);
  function remove(id: string): void {
    acts.entries.topic([key], kind, id, false);
    input.current?.focus();
  }
  return (
    <FieldFrame
      name={kind}
      label={words.title}
      onClose={onClose}
      mayEnd={mayEnd}
      more={
        all.length === 0 ? null : (
          <button
            type="button"
            className="record-link"
            aria-haspopup="dialog"
            onClick={() => setListed(true)}
          >
            {words.all}
          </button>
        )
      }
    >
      <div ref={place} className="topic-field">
        {chosen.length === 0 ? null : (
          <ul className="topic-chips">
            {chosen.map(({ id, name, colour }) => (
              <li key={id}>
                <Dot colour={colour} />
                <span dir="auto">{name}</span>
                <CloseButton
                  size="sm"
                  aria-label={`Take ${quoted(name)} off`}
                  onClick={() => remove(id)}
                />
              </li>
            ))}
          </ul>
        )}
        <TopicInput
          ref={input}
          label={`Add a ${words.one}`}
          all={all}
          isOn={(id) => on.has(id)}
          onAdd={add}
          onLeave={setLeft}
          onNew={(name) => add(acts.topics.named(journal, kind, name))}
          onBack={() => {
            const last = chosen.at(-1);
            if (last) remove(last.id);
          }}
        />
      </div>
      {left === "" ? null : (
        <p role="alert">
          {quoted(left)} is not put on. A comma puts it on as it is typed, Done leaves it out.
        </p>
      )}
      {isListed ? (
        <TopicsDialog
          journal={journal}
          kind={kind}
          title={words.title}
          onClose={() => setListed(false)}
        />
      ) : null}
    </FieldFrame>
  );
}
