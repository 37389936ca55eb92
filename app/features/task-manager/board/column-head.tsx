/** The name of a column, how full it is, and what can be done with it. */
import { useRef, useState } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import type { Column } from "#lib/boards/board-items.ts";
import { longest } from "../acts/room.ts";
import { cardsWord } from "../acts/words.ts";
import { useBoardApp } from "../store/use-board.ts";
import { useLineField } from "../use-line-field.ts";
import { useStopIn } from "./board-stop.ts";
import { DotsIcon } from "./dots-icon.tsx";

const ColumnMenu = latePart(async () => (await import("./column-menu.tsx")).ColumnMenu, null);
const LimitDialog = latePart(async () => (await import("./limit-dialog.tsx")).LimitDialog, null);

type Props = {
  column: Column;
  /** Cards that stand in it. */
  count: number;
  /** Of them those that a filter lets through; undefined: there is none. */
  shown: number | undefined;
  mayWrite: boolean;
  /** The focus back to the head. */
  onBack: () => void;
};

export function ColumnHead({ column, count, shown, mayWrite, onBack }: Props) {
  const { id, name, limit, colour } = column;
  const stop = useStopIn(id);
  const menu = useRef<HTMLButtonElement>(null);
  const [menuAt, setMenuAt] = useState<DOMRect>();
  const [asked, setAsked] = useState<"name" | "limit">();
  const isFull = limit > 0 && count >= limit;
  return (
    <header className="column-head">
      {asked === "name" ? (
        <NameField
          column={column}
          onClose={() => {
            setAsked(undefined);
            onBack();
          }}
        />
      ) : (
        <h2 dir="auto">
          <Dot colour={colour} />
          {name}
        </h2>
      )}
      <p className="column-count" data-full={isFull || undefined}>
        <span aria-hidden="true">{limit === 0 ? count : `${count} of ${limit}`}</span>
        <span className="unseen">
          {limit === 0 ? cardsWord(count) : `${count} of at most ${cardsWord(limit)}`}
        </span>
        {isFull ? <b>Full</b> : null}
        {shown === undefined ? null : <span>{shown} shown</span>}
      </p>
      {mayWrite ? (
        <button
          ref={menu}
          type="button"
          className="column-menu"
          aria-label={`Column ${name}`}
          aria-haspopup="dialog"
          aria-expanded={menuAt !== undefined}
          tabIndex={stop === undefined ? -1 : 0}
          onClick={({ currentTarget }) => setMenuAt(currentTarget.getBoundingClientRect())}
        >
          <DotsIcon />
        </button>
      ) : null}
      {menuAt ? (
        <ColumnMenu
          column={column}
          at={menuAt}
          onAsk={setAsked}
          onClose={(isDone) => {
            setMenuAt(undefined);
            if (!isDone) menu.current?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      {asked === "limit" ? (
        <LimitDialog column={column} count={count} onClose={() => setAsked(undefined)} />
      ) : null}
    </header>
  );
}

/** Enter keeps the name, and so does leaving the field; Esc does not. */
function NameField({ column: { id, name }, onClose }: { column: Column; onClose: () => void }) {
  const { acts } = useBoardApp();
  const line = useLineField({ kind: "columns", id, register: "name", shown: name }, (text) => {
    acts.columns.rename(id, text);
    return true;
  });
  const isOver = useRef(false);
  function leave(isKept: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    line.leave(isKept);
    onClose();
  }
  return (
    <input
      className="column-name-field"
      aria-label={`Name of the column ${name}`}
      dir="auto"
      // It takes the place of what was just pressed.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={line.typed ?? name}
      maxLength={longest.column}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => line.type(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        leave(event.key === "Enter");
      }}
      onBlur={() => leave(true)}
    />
  );
}
