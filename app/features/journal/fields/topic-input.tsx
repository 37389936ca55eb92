/** A field that finds one of many names as it is typed, and may make a new one. */
import { useId, useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { longest } from "#lib/journal/limits.ts";
import { quoted } from "#lib/quoted.ts";
import { type Named, topicChoices } from "./find-topics.ts";

type Props = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  all: readonly (Named & { colour: string })[];
  isOn: (id: string) => boolean;
  onAdd: (id: string) => void;
  /** Without it there are no new ones. */
  onNew?: (name: string) => void;
  /** Backspace where nothing is typed. */
  onBack?: () => void;
  /** These words, which are none of the names, are left in the field; empty: none are. */
  onLeave?: (left: string) => void;
};

/** https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function TopicInput({ ref, label, all, isOn, onAdd, onNew, onBack, onLeave }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  /** Where an arrow has gone; -1: none has. */
  const [at, setAt] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const choices = topicChoices(all, isOn, typed);
  const { found, exact } = choices;
  const added = onNew ? choices.added : "";
  const count = found.length + (added === "" ? 0 : 1);
  const shown = isOpen && count > 0;
  const isTyped = typed.trim() !== "";
  // Whoever has typed nothing and gone to nothing wants none.
  const active = Math.min(isTyped ? Math.max(at, 0) : at, count - 1);

  function take(topic: Named | undefined): void {
    if (topic) onAdd(topic.id);
    else if (added !== "") onNew?.(added);
    setTyped("");
    setAt(-1);
    setOpen(false);
    onLeave?.("");
  }
  function leave(): void {
    setOpen(false);
    // A name that is on already is dropped.
    if (choices.added === "") take(exact);
    else onLeave?.(choices.added);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setOpen(true);
      const from = shown ? active : -1;
      setAt(from === -1 && step === -1 ? count - 1 : (from + step + count) % Math.max(1, count));
    } else if (event.key === "," && onNew && isTyped) {
      take(exact);
    } else if ((event.key === "Enter" || event.key === ",") && (shown || isTyped)) {
      if (isTyped || active !== -1) take(found[active]);
    } else if (event.key === "Escape" && shown) {
      setOpen(false);
    } else if (event.key === "Backspace" && typed === "") {
      onBack?.();
      return;
    } else return;
    event.preventDefault();
  }
  return (
    <div className="record-field topic-input">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        id={id}
        dir="auto"
        role="combobox"
        spellCheck={false}
        autoComplete="off"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && active !== -1 ? `${id}-${active}` : undefined}
        maxLength={longest.name}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setOpen(true);
          setAt(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={({ currentTarget }) => {
          // Another window is no leaving: who comes back types on.
          if (document.activeElement !== currentTarget) leave();
        }}
        onKeyDown={onKeyDown}
      />
      {/* A list of the browser's own says neither which one is chosen nor which one is new. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role */}
      {shown ? (
        <div id={`${id}-list`} role="listbox" className="topic-options" aria-label={label}>
          {[...found, ...(added === "" ? [] : [undefined])].map((topic, index) => (
            // The keys are those of the field.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={topic?.id ?? ""}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(topic)}
            >
              {topic ? <Dot colour={topic.colour} /> : null}
              <span dir="auto">{topic ? topic.name : `New: ${quoted(added)}`}</span>
            </div>
          ))}
        </div>
      ) : null}
      {/* oxlint-enable jsx-a11y/prefer-tag-over-role */}
    </div>
  );
}
