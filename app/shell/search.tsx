/**
 * The way to the palette and the shortcuts from every page: a button and the keys that wake them. All else is the room
 * behind, which is loaded by the first of these and then listens itself.
 */
import type { ComponentType } from "react";
import { useEffect, useState } from "react";
import { changeSession } from "#app/session/session.ts";
import { isSingleKey } from "#app/ui/single-key.ts";
import { siteAnswers } from "#app/ui/site-answers.ts";

let show: (room: () => ComponentType) => void = () => {};

const load = () => import("./palette/room.tsx");

/** A key and its time, milliseconds of performance.now(). */
export type EarlyKey = readonly [key: string, at: number];

/** That came while the room does. */
let early: EarlyKey[] = [];
let hasFailed = false;
const maxEarly = 30;

async function wake(key: string, at: number): Promise<void> {
  early.push([key, at]);
  try {
    const { Room, takeEarly } = await load();
    show(() => Room);
    takeEarly(early.splice(0));
  } catch {
    // Nothing to look into: a file that does not come is the connection, or a build that is gone. Who pressed some other
    // key has not asked for anything that they could miss.
    const isAsked = early.some(([pressed]) => pressed === "/" || pressed === "?");
    early = [];
    if (!isAsked) return;
    if (hasFailed && (await siteAnswers())) location.reload();
    hasFailed = true;
    changeSession({ problem: "Search did not load. Check your connection and try again." });
  }
}

/** Later than any other key: no key before makes it another one. */
export function openSearch(): void {
  void wake("/", Infinity);
}

/** Told again when it is asked for. */
function prefetch(): void {
  load().then(
    (room) => room.prefetch(),
    () => {},
  );
}

export function Search() {
  const [Room, setRoom] = useState<ComponentType>();
  useEffect(() => {
    show = setRoom;
    if (Room) return undefined;
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      const isPalette = key === "k" && (event.ctrlKey || event.metaKey);
      const wakes = early[0] ? early.length < maxEarly : /^([/?gt]|ArrowUp)$/.test(key);
      if (!isPalette && !(wakes && isSingleKey(event))) return;
      // Browsers have searches of their own on these two.
      if (isPalette || key === "/") event.preventDefault();
      if (event.repeat) return;
      if (isPalette) openSearch();
      else void wake(key, event.timeStamp);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [Room]);
  return (
    <>
      <button
        type="button"
        className="header-button search-button scripted"
        aria-label="Search"
        onClick={openSearch}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      />
      {Room ? <Room /> : null}
    </>
  );
}
