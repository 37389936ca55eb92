/** What is to be done for it, in order. */
import { Button } from "@mantine/core";
import { type ClipboardEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import { linesOf } from "#app/parts/records/lines-of.ts";
import { PastedLines } from "#app/parts/records/pasted-lines.tsx";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import type { Check } from "#lib/boards/board-items.ts";
import { longest } from "../acts/room.ts";
import { useBoardApp, useThings } from "../store/use-board.ts";
import { useLineField } from "../use-line-field.ts";
import { focusHeading } from "./focus-heading.ts";
import { useBegun } from "./use-begun.ts";
import { useSome } from "./use-some.tsx";

/** More of them are shown by steps. */
const checksShown = 100;

const keyOf = ({ id }: Check) => id;
const titleOf = ({ title }: Check) => title || "Untitled";

export function CardChecks({ card }: { card: string }) {
  const { acts } = useBoardApp();
  const { checks } = useThings(card);
  const { shown, more } = useSome(checks, checksShown);
  const renderItem = useCallback(
    (check: Check, handle: ReactNode) => <CheckRow card={card} check={check} handle={handle} />,
    [card],
  );
  return (
    <section className="card-checks">
      <ChecksHead checks={checks} />
      <SortableList
        items={shown}
        keyOf={keyOf}
        titleOf={titleOf}
        label="Checklist"
        renderItem={renderItem}
        onMove={(from, to) => {
          const rest = checks.toSpliced(from, 1);
          const moved = checks[from];
          if (moved) acts.checks.move(card, moved.id, rest[to - 1]?.id ?? null);
        }}
      />
      {more}
      <NewCheck card={card} />
    </section>
  );
}

/** To look at only. */
export function FixedChecks({ card }: { card: string }) {
  const { checks } = useThings(card);
  const { shown, more } = useSome(checks, checksShown);
  if (checks.length === 0) return null;
  return (
    <section className="card-checks">
      <ChecksHead checks={checks} />
      <ul>
        {shown.map(({ id, title, isDone }) => (
          <li key={id} className="card-check" data-done={isDone || undefined}>
            <span aria-hidden="true">{isDone ? "☑" : "☐"}</span>
            <span dir="auto">
              {title || "Untitled"}
              <span className="unseen">{isDone ? ", done" : ", not done"}</span>
            </span>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

/** With how far it is. */
function ChecksHead({ checks }: { checks: readonly Check[] }) {
  const id = useId();
  const done = checks.filter(({ isDone }) => isDone).length;
  return (
    <>
      <h3 id={id}>
        Checklist{" "}
        {checks.length === 0 ? null : (
          <span className="faint">
            {done} of {checks.length} done
          </span>
        )}
      </h3>
      {checks.length === 0 ? null : (
        <progress
          className="card-progress"
          aria-labelledby={id}
          aria-valuetext={`${done} of ${checks.length} done`}
          max={checks.length}
          value={done}
        />
      )}
    </>
  );
}

type RowProps = { card: string; check: Check; handle: ReactNode };

function CheckRow({ card, check: { id, title, isDone }, handle }: RowProps) {
  const { acts } = useBoardApp();
  const name = title || "Untitled";
  const { typed, type, leave } = useLineField(
    { kind: "checks", id, register: "title", shown: title },
    (text) => acts.checks.write(card, id, text) !== undefined,
  );
  return (
    <div className="card-check" data-done={isDone || undefined}>
      {handle}
      <input
        type="checkbox"
        aria-label={`Done: ${name}`}
        checked={isDone}
        onChange={({ currentTarget }) => acts.checks.done(card, id, currentTarget.checked)}
      />
      <textarea
        aria-label={`Text of ${name}`}
        dir="auto"
        rows={1}
        value={typed ?? title}
        maxLength={longest.check}
        onPaste={pasteThatFits}
        onChange={({ currentTarget }) => type(currentTarget.value.replace(/\s/gu, " "))}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            leave(true);
          } else if (event.key === "Escape" && typed !== undefined) {
            event.preventDefault();
            leave(false);
          }
        }}
        onBlur={() => leave(true)}
      />
      <button
        type="button"
        className="card-remove"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={({ currentTarget }) => {
          focusHeading(currentTarget);
          acts.checks.remove(card, id);
        }}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

function NewCheck({ card }: { card: string }) {
  const { acts } = useBoardApp();
  const [title, setTitle] = useBegun(`${card} check`);
  const [pasted, setPasted] = useState<readonly string[]>();
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    setPasted(undefined);
    field.current?.focus();
  };
  /** Of several lines each can be one. */
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2) return pasteThatFits(event);
    event.preventDefault();
    setPasted(lines);
  }
  return (
    <>
      <form
        className="card-add"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "" && acts.checks.add(card, [title])) setTitle("");
        }}
      >
        <input
          ref={field}
          aria-label="Add to the checklist"
          placeholder="Add to the checklist"
          dir="auto"
          value={title}
          maxLength={longest.check}
          onPaste={paste}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={title.trim() === ""}>
          Add
        </Button>
      </form>
      {pasted === undefined ? null : (
        <PastedLines
          lines={pasted}
          each={`Add ${pasted.length} checks`}
          one="One check"
          onEach={() => {
            if (acts.checks.add(card, pasted)) close();
          }}
          onOne={() => {
            const all = `${title} ${pasted.join(" ")}`.trim();
            if (all.length > longest.check) {
              tellRefusal(`One check has room for ${longest.check} letters. Nothing was added.`);
              return;
            }
            setTitle(all);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
