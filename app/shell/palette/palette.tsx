/** A field over the page that leads to everything on it: a combobox with its list, in a dialog. */
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { useNavigate } from "react-router";
import { Modal } from "#app/ui/modal.tsx";
import { useSession } from "#app/session/session.ts";
import { actionEntries, contentEntries, pageEntries } from "./entry.ts";
import type { PaletteEntry } from "./entry.ts";
import { currentIndex, fetchIndex, subscribeToIndex } from "./index-store.ts";
import type { IndexState } from "./index-store.ts";
import { findEntries, prepare } from "./match.ts";
import { readRecent, rememberPick } from "./recent-picks.ts";
import { toolEntries } from "./tool-entries.ts";
import { useVisibleHeight } from "./visible-height.ts";

const maxShown = 50;

export function Palette({ onClose, onSheet }: { onClose: () => void; onSheet: () => void }) {
  const id = useId();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const { entries, index } = useEntries(onSheet);
  const prepared = useMemo(() => prepare(entries), [entries]);
  const recent = useState(readRecent)[0];
  const found = useMemo(() => {
    if (query.trim() !== "") return findEntries(prepared, query, maxShown);
    const picked = recent.flatMap((pick) => entries.find((entry) => entry.id === pick) ?? []);
    return [...picked, ...entries.filter((entry) => !picked.includes(entry))].slice(0, maxShown);
  }, [prepared, entries, recent, query]);
  const at = Math.min(chosen, found.length - 1);
  const pick = usePick(onClose);
  const list = useRef<HTMLUListElement>(null);
  const height = useVisibleHeight();

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(stepped(at, step, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const entry = found[at];
      if (entry) pick(entry, event.ctrlKey || event.metaKey);
    }
  }

  return (
    <Modal label={`${id}title`} className="palette" onClose={onClose} closesOutside>
      <div className="palette-frame" style={{ maxHeight: height }}>
        <h2 id={`${id}title`} className="unseen">
          Search
        </h2>
        <div className="palette-field">
          <input
            type="text"
            inputMode="search"
            enterKeyHint="go"
            role="combobox"
            aria-label="Search this site"
            aria-expanded={found.length > 0}
            aria-controls={`${id}list`}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
            placeholder="Search this site"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setChosen(0);
              list.current?.scrollTo(0, 0);
            }}
            onKeyDown={press}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            Close
          </button>
        </div>
        <ul
          className="palette-list"
          // Nor does a browser put a <select> below a field.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
          role="listbox"
          id={`${id}list`}
          aria-label="Results"
          ref={list}
        >
          {found.map((entry, place) => (
            <Option
              key={entry.id}
              id={`${id}-${place}`}
              entry={entry}
              isChosen={place === at}
              isRecent={query.trim() === "" && recent.includes(entry.id)}
              onPoint={() => setChosen(place)}
              onPick={(event) => pick(entry, event.ctrlKey || event.metaKey || event.button === 1)}
            />
          ))}
        </ul>
        <Outcome query={query.trim()} found={found.length} index={index} />
        <p className="palette-keys quiet">
          <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, with <kbd>Ctrl</kbd> in a new
          tab
        </p>
      </div>
    </Modal>
  );
}

function useEntries(onSheet: () => void): { entries: PaletteEntry[]; index: IndexState } {
  const { status, user } = useSession();
  const index = useSyncExternalStore(subscribeToIndex, currentIndex);
  useEffect(() => void fetchIndex(), []);
  const roles = user?.roles;
  const entries = useMemo(
    () => [
      ...pageEntries(roles, index.entries),
      ...toolEntries(roles),
      ...actionEntries(status, onSheet),
      ...contentEntries(index.entries),
    ],
    [roles, status, onSheet, index.entries],
  );
  return { entries, index };
}

/** Leads to an entry or does it; `aside` in a tab of its own, where the palette stays. */
function usePick(onClose: () => void): (entry: PaletteEntry, aside: boolean) => void {
  const navigate = useNavigate();
  return ({ id, target }, aside) => {
    rememberPick(id);
    const address = "path" in target ? target.path : "address" in target && target.address;
    if (aside && address) {
      window.open(address, "_blank", "noopener");
      return;
    }
    onClose();
    if ("act" in target) target.act();
    else if ("path" in target) void navigate(target.path);
    else location.assign(target.address);
  };
}

/** The last one is followed by the first; a page's step stops at the ends. */
function stepped(at: number, step: number, length: number): number {
  if (Math.abs(step) > 1) return Math.max(0, Math.min(length - 1, at + step));
  return length === 0 ? 0 : (at + step + length) % length;
}

/** The keyboard stays in the field, which names the chosen one: options take pointers only. */
function Option({
  id,
  entry,
  isChosen,
  isRecent,
  onPoint,
  onPick,
}: {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  isRecent: boolean;
  onPoint: () => void;
  onPick: (event: MouseEvent) => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      // No browser shows an <option> outside its own lists.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
      role="option"
      aria-selected={isChosen}
      // A list that moves under a resting pointer chooses nothing.
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onPick}
      onAuxClick={(event) => event.button === 1 && onPick(event)}
    >
      <span className="palette-title">
        <bdi>{entry.title}</bdi>
        {entry.summary ? <span className="palette-summary">{entry.summary}</span> : null}
      </span>
      <span className="palette-kind">{isRecent ? `${entry.kind}, recent` : entry.kind}</span>
    </li>
  );
}

/** What the list does not say by itself. */
function Outcome({ query, found, index }: { query: string; found: number; index: IndexState }) {
  const isLoading = index.status === "loading" && query !== "";
  return (
    <>
      <output className="palette-outcome">
        {query !== "" && found === 0 && !isLoading ? (
          <p>
            Nothing is called “<bdi>{query}</bdi>”.
          </p>
        ) : null}
        {isLoading ? <p>Loading...</p> : null}
        {query !== "" && found > 0 ? (
          <p className="unseen">
            {found} {found === 1 ? "result" : "results"}
          </p>
        ) : null}
        {index.status === "failed" || index.status === "offline" ? <p>{troubleOf(index)}</p> : null}
      </output>
      {index.status === "failed" ? (
        <button type="button" className="palette-retry" onClick={() => void fetchIndex()}>
          Try again
        </button>
      ) : null}
    </>
  );
}

function troubleOf({ status, entries }: IndexState): string {
  const what = status === "offline" ? "You are offline." : "The contents did not load.";
  return entries.length > 0
    ? `${what} What was fetched before is still found.`
    : `${what} Only pages are found.`;
}
