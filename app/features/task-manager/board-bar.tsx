/** Above a board: its views, who is on it, what can be done with all of it. On a phone the most of it is behind a menu. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { BoardMenu } from "./late-views.tsx";
import { useBoardApp, useMay, useMembers, useUndoState } from "./store/use-board.ts";
import { useAddress } from "./use-address.ts";
import { searchOf, withView } from "./views.ts";
import type { BoardView } from "./views.ts";

export type Dialog = "people" | "settings";

const tabs: readonly (readonly [BoardView, string])[] = [
  ["board", "Board"],
  ["calendar", "Calendar"],
  ["activity", "Activity"],
  ["archive", "Archive"],
  ["trash", "Trash"],
];

const linkProps = { preventScrollReset: true, defaultShouldRevalidate: false } as const;

/** On a phone the last ones stand beyond the edge. */
function intoSight(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: "nearest" });
}

export function BoardViews({ view }: { view: BoardView }) {
  const { query } = useAddress();
  return (
    <nav className="boards-views" aria-label="Views of the board">
      <Link className="boards-back" to={{ search: "" }} {...linkProps}>
        All boards
      </Link>
      {tabs.map(([to, text]) => (
        <Link
          key={to}
          ref={to === view ? intoSight : undefined}
          to={{ search: searchOf(withView(query, to)) }}
          aria-current={to === view ? "page" : undefined}
          {...linkProps}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

type ActsProps = {
  onDialog: (dialog: Dialog) => void;
  /** Undefined: there is no filter in this view. */
  onFilter: (() => void) | undefined;
};

export function BoardBar({ onDialog, onFilter }: ActsProps) {
  const { acts } = useBoardApp();
  const { undo, redo } = useUndoState();
  const mayWrite = useMay("write");
  const { length: people } = useMembers();
  const [menuAt, setMenuAt] = useState<DOMRect>();
  const more = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button variant="default" onClick={() => onDialog("people")}>
        People{people > 1 ? ` (${people})` : ""}
      </Button>
      <span className="boards-wide">
        <Button variant="default" onClick={() => onDialog("settings")}>
          Settings
        </Button>
        {mayWrite ? (
          <>
            <Button
              variant="default"
              disabled={undo === undefined}
              title={undo === undefined ? undefined : `Undo: ${undo}`}
              onClick={() => acts.undo()}
            >
              Undo
            </Button>
            <Button
              variant="default"
              disabled={redo === undefined}
              title={redo === undefined ? undefined : `Do again: ${redo}`}
              onClick={() => acts.redo()}
            >
              Redo
            </Button>
          </>
        ) : null}
      </span>
      <button
        ref={more}
        type="button"
        className="boards-more"
        aria-label="More of this board"
        aria-haspopup="dialog"
        aria-expanded={menuAt !== undefined}
        onClick={({ currentTarget }) => setMenuAt(currentTarget.getBoundingClientRect())}
      >
        <svg viewBox="0 0 16 16" width="20" height="20" fill="currentColor" aria-hidden="true">
          {[3, 8, 13].map((x) => (
            <circle key={x} cx={x} cy="8" r="1.4" />
          ))}
        </svg>
      </button>
      {menuAt ? (
        <BoardMenu
          at={menuAt}
          onSettings={() => onDialog("settings")}
          onFilter={onFilter}
          onClose={(isElsewhere) => {
            setMenuAt(undefined);
            if (!isElsewhere) more.current?.focus({ preventScroll: true });
          }}
        />
      ) : null}
    </>
  );
}
