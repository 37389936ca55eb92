/** The door of the palette and of the shortcuts: one lazily loaded file, woken by ../search.tsx. */
import { useEffect, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { changeSession, currentSession } from "#app/session/session.ts";
import { isSingleKey } from "#app/ui/single-key.ts";
import { nextTheme, readTheme, setTheme } from "#app/ui/theme.ts";
import { createKeyReader } from "./key-reader.ts";
import type { EarlyKey } from "../search.tsx";
import type { KeyMeaning } from "./key-reader.ts";
import { fetchIndex } from "./index-store.ts";
import { Palette } from "./palette.tsx";
import { Sheet } from "./sheet.tsx";
export { createFrom } from "./create-from.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/palette.css";

type Opened = "search" | "sheet" | { go: string } | undefined;

/** Where somebody wanted to go before that, they are no longer waiting to be taken. */
const patienceMs = 10_000;

let opened: Opened;
const listeners = new Set<() => void>();

const readKey = createKeyReader();

/** What is asked of the server before anybody has opened anything. */
export function prefetch(): void {
  void fetchIndex();
}

/**
 * Keys that came while this file did, each with its time as events have it. What comes after a key that opens something
 * was meant for what it opens.
 */
export function takeEarly(keys: readonly EarlyKey[]): void {
  keys.some(([key, at]) => {
    take(key, at);
    return typeof opened === "string";
  });
}

function take(key: string, at: number): KeyMeaning | undefined {
  const meaning = readKey(key, at);
  if (meaning === "theme") setTheme(nextTheme(readTheme()));
  else if (meaning === undefined) return undefined;
  else if ("open" in meaning) open(meaning.open);
  else if (performance.now() - at < patienceMs) open(meaning);
  return meaning;
}

function open(what: Opened): void {
  // Over a dialog of somebody else it would leave two, one of them out of sight.
  if (what !== undefined && document.querySelector(":modal:not(.palette)")) return;
  opened = what;
  for (const listener of listeners) listener();
}

const close = () => open(undefined);
const openSheet = () => open("sheet");

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Room() {
  const navigate = useNavigate();
  const current = useSyncExternalStore(subscribe, () => opened);
  useEffect(() => {
    // That it did not load is no longer so.
    if (currentSession().problem?.startsWith("Search ")) changeSession({ problem: undefined });
  }, []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      if (key === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        open("search");
      } else if (!event.repeat && isSingleKey(event)) {
        if (take(key, event.timeStamp) !== undefined) event.preventDefault();
      }
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  useEffect(() => {
    if (typeof current !== "object") return;
    close();
    void navigate(current.go);
  }, [current, navigate]);
  if (current === "search") return <Palette onClose={close} onSheet={openSheet} />;
  return current === "sheet" ? <Sheet onClose={close} /> : null;
}
