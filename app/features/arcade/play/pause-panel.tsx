import { useEffect, useRef, useState } from "react";

/** Runs that count may stand still for so long. docs/games.md */
const mostRestS = 60;

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
  const [left, setLeft] = useState(mostRestS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="quiet" role={left === 0 ? "status" : undefined}>
      {left > 0
        ? `A run on the board may stand still for a minute, once for each two minutes of play. ${left} seconds are left.`
        : "It stood still too long for the board. You can still play it to its end."}
    </p>
  );
}
