/** A text in which `@` offers the members: a list that the arrows go through, with the cursor staying in the text. */
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { type Asked, askedAt, offeredFor, withMention } from "#app/parts/mentions/mentions.ts";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { longest } from "../acts/room.ts";
import { useMembers } from "../store/use-board.ts";

const fewLeft = 200;

type Props = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Somebody was chosen from the list. */
  onMention: (uid: string) => void;
  onSend: () => void;
  /** With Escape, unless it closes the list. */
  onCancel?: () => void;
  /** Where the panel goes to for a comment. */
  focus?: string;
  takesFocus?: boolean;
};

export function MentionField({
  label,
  value,
  onChange,
  onMention,
  onSend,
  onCancel,
  focus,
  takesFocus = false,
}: Props) {
  const id = useId();
  const members = useMembers();
  const field = useRef<HTMLTextAreaElement>(null);
  const cursor = useRef<number>(undefined);
  const [asked, setAsked] = useState<Asked>();
  const [at, setAt] = useState(0);
  const offered = asked === undefined ? [] : offeredFor(members, asked.words);
  const current = offered[Math.min(at, offered.length - 1)];
  const left = longest.comment - value.length;

  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  // Where a name was put, the cursor goes behind it.
  useLayoutEffect(() => {
    if (cursor.current === undefined) return;
    field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  });

  function look(element: HTMLTextAreaElement): void {
    const next =
      element.selectionStart === element.selectionEnd
        ? askedAt(element.value, element.selectionStart)
        : undefined;
    if (next?.from !== asked?.from || next?.words !== asked?.words) setAt(0);
    setAsked(next);
  }

  function choose(uid: string, name: string): void {
    const element = field.current;
    if (!element || asked === undefined) return;
    const next = withMention(value, element.selectionStart, asked.from, name);
    if (next.text.length > longest.comment) return;
    cursor.current = next.cursor;
    setAsked(undefined);
    onMention(uid);
    onChange(next.text);
    element.focus();
  }

  function take(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { key, ctrlKey, metaKey } = event;
    if (key === "Enter" && (ctrlKey || metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (current === undefined) {
      if (key === "Escape" && onCancel) {
        event.preventDefault();
        onCancel();
      }
      return;
    }
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0)
      setAt((Math.min(at, offered.length - 1) + step + offered.length) % offered.length);
    else if (key === "Enter" || key === "Tab") choose(current.uid, current.name);
    else if (key === "Escape") setAsked(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <div className="card-mention record-field">
      <textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        data-focus={focus}
        dir="auto"
        rows={2}
        value={value}
        maxLength={longest.comment}
        aria-autocomplete="list"
        aria-controls={current ? `${id}-list` : undefined}
        aria-activedescendant={current ? `${id}-${current.uid}` : undefined}
        aria-describedby={`${id}-help`}
        onPaste={pasteThatFits}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          look(currentTarget);
        }}
        onSelect={({ currentTarget }) => look(currentTarget)}
        onKeyDown={take}
        onBlur={() => setAsked(undefined)}
      />
      {current === undefined ? null : (
        <ul
          id={`${id}-list`}
          // No browser puts a <select> below a field.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
          role="listbox"
          aria-label="Members"
          className="card-mention-list"
        >
          {offered.map(({ uid, name }) => (
            // The keys are the field's, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={uid}
              id={`${id}-${uid}`}
              // No browser shows an <option> outside its own lists.
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
              role="option"
              tabIndex={-1}
              aria-selected={uid === current.uid}
              dir="auto"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(uid, name)}
            >
              {name}
            </li>
          ))}
        </ul>
      )}
      <output className="unseen">
        {current === undefined
          ? ""
          : `${offered.length === 1 ? "1 member" : `${offered.length} members`}. Arrows choose, Enter takes.`}
      </output>
      <p id={`${id}-help`} className={left < fewLeft ? "faint" : "unseen"}>
        {left < fewLeft
          ? `${left} of ${longest.comment.toLocaleString("en")} letters are left.`
          : "Type @ and a name to mention a member. Ctrl and Enter sends."}
      </p>
    </div>
  );
}
