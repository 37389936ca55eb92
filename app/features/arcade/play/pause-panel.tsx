import { useEffect, useRef, useState } from "react";
import { mostRestMs } from "#lib/games/run-times.ts";

export function PausePanel({
  text,
  counts,
  onResume,
  onLeave,
}: {
  /** The field in words. */
  text: string;
  counts: boolean;
  onResume: () => void;
  onLeave: () => void;
}) {
  const resume = useRef<HTMLButtonElement>(null);
  useEffect(() => resume.current?.focus({ preventScroll: true }), []);
  return (
    <section className="game-panel" aria-label="The game stands still">
      <h2>Paused</h2>
      <p>{text}</p>
      {counts ? <RestLeft /> : null}
      <div className="panel-acts">
        <button type="button" className="game-button" ref={resume} onClick={onResume}>
          Go on
        </button>
        <button type="button" className="text-button" onClick={onLeave}>
          End this run
        </button>
      </div>
    </section>
  );
}

function RestLeft() {
  const [left, setLeft] = useState(mostRestMs / 1000);
  useEffect(() => {
    // By the clock: timers of a page that nobody sees come late.
    const endsAtMs = Date.now() + mostRestMs;
    const look = () => setLeft(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000)));
    const timer = setInterval(look, 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return (
    <p className="quiet" role={left === 0 ? "status" : undefined}>
      {left > 0
        ? `A run on the board may stand still for a minute, once for each two minutes of play. ${left} seconds are left.`
        : "It stood still too long for the board. You can still play it to its end."}
    </p>
  );
}
