/** How a run went, and what comes of it. */
import { useEffect, useRef, useState } from "react";
import { openSignIn, useSession } from "#app/session/session.ts";
import type { FinishAnswer, Period } from "#lib/games/game-api.ts";
import { formatPlace, formatResult } from "./format-result.ts";
import type { Outcome } from "./match.ts";
import { NamedQuestion } from "./named-question.tsx";

const periodNames: Record<Period, string> = { day: "today", week: "this week", all: "ever" };

export function OverPanel({
  outcome,
  notice,
  onAgain,
  onLeave,
  onWatch,
  onShare,
}: {
  outcome: Outcome;
  notice: string | undefined;
  onAgain: () => void;
  onLeave: () => void;
  onWatch: () => void;
  /** Says what went wrong. */
  onShare: () => Promise<string | undefined>;
}) {
  const { line, numbers, result, board, place, sent } = outcome;
  const { status } = useSession();
  const title = useRef<HTMLHeadingElement>(null);
  const [trouble, setTrouble] = useState<string>();
  // Not onto the button: whoever hammers at a key would begin anew before they have read anything.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section className="game-panel over-panel" aria-labelledby="over-title">
      <h2 id="over-title" tabIndex={-1} ref={title}>
        {result !== undefined && board !== undefined ? (
          <span className="over-result">{formatResult(result, board.order)}</span>
        ) : null}
        <span>{line}</span>
      </h2>
      {numbers.length > 0 ? (
        <dl className="over-numbers">
          {numbers.map(({ title: name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <output className="over-standing">
        {place === 1 ? <p>Your best in this browser.</p> : null}
        {notice === undefined ? null : <p>{notice}</p>}
        <Standing sent={sent} />
        {sent === undefined &&
        result !== undefined &&
        board !== undefined &&
        status === "signed-out" ? (
          <p>
            <button type="button" className="text-button" onClick={openSignIn}>
              Sign in
            </button>{" "}
            and your runs count on the boards.
          </p>
        ) : null}
      </output>
      {sent?.state === "counted" ? <NamedQuestion /> : null}
      <div className="panel-acts">
        <button type="button" className="game-button" onClick={onAgain}>
          Play again
        </button>
        <button type="button" className="text-button" onClick={onLeave}>
          Change the mode
        </button>
        <button type="button" className="text-button" onClick={onWatch}>
          Watch it again
        </button>
        <button
          type="button"
          className="text-button"
          onClick={() => void onShare().then(setTrouble)}
        >
          Share a picture
        </button>
      </div>
      {trouble === undefined ? null : (
        <p className="game-notice" role="alert">
          {trouble}
        </p>
      )}
    </section>
  );
}

function Standing({ sent }: { sent: Outcome["sent"] }) {
  if (sent === undefined) return null;
  if (sent.state === "sending") return <p>The server plays it again…</p>;
  if (sent.state === "counted") return <p>{placesOf(sent.answer)}</p>;
  return (
    <p>
      {sent.message}{" "}
      {sent.again === undefined ? null : (
        <button type="button" className="text-button" onClick={sent.again}>
          Send it again
        </button>
      )}
    </p>
  );
}

function placesOf({ places, isBest }: FinishAnswer): string {
  const reached = (["day", "week", "all"] as const).flatMap((period) => {
    const place = places[period];
    return place === undefined || place === null || isBest[period] !== true
      ? []
      : [`${formatPlace(place)} ${periodNames[period]}`];
  });
  return reached.length > 0
    ? `On the board: ${reached.join(", ")}.`
    : "It counts. You have done better on this board before.";
}
