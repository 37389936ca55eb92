/** Entries under their months. Of thousands only those in sight are in the page. */
import { useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { Ref, RefObject } from "react";
import { useLocation } from "react-router";
import { WindowVirtualizer } from "virtua";
import type { WindowVirtualizerHandle } from "virtua";
import type { ListHandle } from "../keys.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { EntryLine } from "./entry-row.tsx";
import { MonthHead } from "./month-head.tsx";
import { plainRowsOf, rowsOf } from "./rows.ts";
import { useListKeys } from "./use-list-keys.ts";

type Props = {
  ref?: Ref<ListHandle>;
  label: string;
  /** In the order in which they are shown. */
  entries: readonly JournalEntry[];
  /** By day they stand under months. */
  isByDay: boolean;
  /** Key of the one that is open; empty: none. */
  opened: string;
  /** The one that was open last, to which the focus comes back. */
  lastRef: RefObject<string>;
  /** Several journals are shown: each row says which one it is of. */
  isMixed: boolean;
  onOpen: (key: string) => void;
};

const usualHeight = 96;

export function EntryList({
  ref,
  label,
  entries,
  isByDay,
  opened,
  lastRef,
  isMixed,
  onOpen,
}: Props) {
  const place = useRef<HTMLDivElement>(null);
  const virtual = useRef<WindowVirtualizerHandle>(null);
  const rows = useMemo(
    () => (isByDay ? rowsOf(entries) : plainRowsOf(entries)),
    [entries, isByDay],
  );
  const { handle, onKeyDown, onFocus } = useListKeys({ rows, place, virtual });
  useImperativeHandle(ref, () => handle, [handle]);
  // Beside an entry its row is in sight, also when somebody goes from one to the next there.
  useEffect(() => {
    if (opened !== "") handle.show(opened);
  }, [handle, opened]);
  const { search } = useLocation();
  // Who comes back from an entry goes on where they were, once the router has gone back to that step.
  useEffect(() => {
    const isBack = opened === "" && !new URLSearchParams(search).has("entry");
    if (lastRef.current === "" || !isBack) return;
    if (rows.some(({ key }) => key === lastRef.current)) handle.focus(lastRef.current);
    // It was deleted there.
    else if (document.activeElement === document.body) place.current?.focus();
    lastRef.current = "";
  }, [handle, lastRef, opened, rows, search]);
  return (
    // The keys are a shorter way to what its links do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={place}
      className="entry-list"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <WindowVirtualizer ref={virtual} as="ul" item="li" itemSize={usualHeight} data={rows}>
        {(row) =>
          row.kind === "month" ? (
            <MonthHead key={row.key} month={row.month} count={row.count} />
          ) : (
            <EntryLine
              key={row.key}
              entry={row.entry}
              isDay={row.isDay}
              isByDay={isByDay}
              isMixed={isMixed}
              isOpen={row.key === opened}
              onOpen={onOpen}
            />
          )
        }
      </WindowVirtualizer>
    </section>
  );
}
