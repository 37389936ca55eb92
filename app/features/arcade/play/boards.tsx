/** Who has done best: today, this week, ever. */
import { useCallback, useEffect, useState } from "react";
import { useSession } from "#app/session/session.ts";
import type { Board } from "#games/kit/engine.ts";
import type { BoardAnswer, BoardEntry, GameName, Period } from "#lib/games/game-api.ts";
import { readBoard, removeRun } from "./board-calls.ts";
import { formatResult } from "./format-result.ts";
import { NamedSwitch } from "./named-question.tsx";

type Shown =
  | { state: "loading" }
  | { state: "here"; board: BoardAnswer }
  | { state: "failed"; message: string };

const titles: Record<Period, string> = { day: "Today", week: "This week", all: "Ever" };

export default function Boards({
  game,
  board,
  title,
  isDaily,
  news,
  onWatch,
}: {
  game: GameName;
  board: Board;
  /** Which runs are compared. */
  title: string;
  /** It has today only. */
  isDaily: boolean;
  /** Changes when a run of one's own was counted. */
  news: number;
  onWatch: (run: string) => void;
}) {
  const [chosen, setPeriod] = useState<Period>("week");
  const period = isDaily ? "day" : chosen;
  const { status, user } = useSession();
  const [attempt, setAttempt] = useState(0);
  const { name } = board;
  const asked = JSON.stringify([game, name, period, status, news, attempt]);
  const [shown, setShown] = useState<Shown & { asked?: string }>({ state: "loading" });

  useEffect(() => {
    if (status === "unknown") return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    readBoard({ game, board: name, period, isSignedIn: status === "signed-in", signal }).then(
      (found) => signal.aborted || setShown({ state: "here", board: found, asked }),
      (error: unknown) =>
        signal.aborted || setShown({ state: "failed", message: messageOf(error), asked }),
    );
    return () => leaving.abort();
  }, [game, name, period, status, asked]);

  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const isAdmin = user?.roles.admin === true;
  return (
    <section className="boards" aria-labelledby="boards-title">
      <h2 id="boards-title">Best runs</h2>
      <p className="quiet">{title}</p>
      {isDaily ? null : (
        <fieldset className="segments small">
          <legend className="unseen">Since when</legend>
          {(["day", "week", "all"] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="board-period"
                checked={one === period}
                onChange={() => setPeriod(one)}
              />
              <span>{titles[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="board-list" aria-busy={shown.asked !== asked}>
        {shown.state === "loading" ? (
          <p className="loading">Loading...</p>
        ) : shown.state === "failed" ? (
          <p role="alert">
            {shown.message}{" "}
            <button type="button" className="text-button" onClick={again}>
              Try again
            </button>
          </p>
        ) : (
          <Entries
            board={shown.board}
            onWatch={onWatch}
            {...(isAdmin && {
              onRemove: (run: string) => removeRun({ game, board: name, run }).then(again),
            })}
          />
        )}
      </div>
      {status === "signed-in" ? <NamedSwitch key={user?.uid} /> : null}
    </section>
  );
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.name === "ApiError"
    ? error.message
    : "The board cannot be read just now.";

function Entries({
  board: { entries, own, order },
  onWatch,
  onRemove,
}: {
  board: BoardAnswer;
  onWatch: (run: string) => void;
  onRemove?: (run: string) => Promise<void>;
}) {
  if (entries.length === 0) return <p>Nobody is on this board yet. The first place is free.</p>;
  const all = own === undefined ? entries : [...entries, own];
  return (
    <ol className="board-entries">
      {all.map((entry) => (
        <Entry key={entry.run} entry={entry} order={order} onWatch={onWatch} onRemove={onRemove} />
      ))}
    </ol>
  );
}

function Entry({
  entry: { place, run, name, result, at, hasLog, isOwn },
  order,
  onWatch,
  onRemove,
}: {
  entry: BoardEntry;
  order: Board["order"];
  onWatch: (run: string) => void;
  onRemove: ((run: string) => Promise<void>) | undefined;
}) {
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string>();
  const shown = name ?? (isOwn ? "You" : "Somebody");
  const on = new Date(at).toLocaleDateString("en", { day: "numeric", month: "short" });
  return (
    <li value={place} data-own={isOwn || undefined}>
      <span className="board-place">{place}</span>
      <span className="board-name">
        <bdi>{shown}</bdi>
        {isOwn && name !== null ? <span className="quiet"> (you)</span> : null}
        <span className="quiet board-date"> {on}</span>
      </span>
      <span className="board-result">{formatResult(result, order)}</span>
      {hasLog ? (
        <button type="button" className="text-button" onClick={() => onWatch(run)}>
          Watch<span className="unseen"> the run of {shown}</span>
        </button>
      ) : null}
      {onRemove === undefined ? null : asks ? (
        <button
          type="button"
          className="text-button danger"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
          autoFocus
          onBlur={() => setAsks(false)}
          onClick={() => {
            onRemove(run).catch((error: unknown) => setProblem(messageOf(error)));
          }}
        >
          Remove for good
        </button>
      ) : (
        <button type="button" className="text-button" onClick={() => setAsks(true)}>
          Remove<span className="unseen"> the run of {shown}</span>
        </button>
      )}
      {problem === undefined ? null : <span role="alert">{problem}</span>}
    </li>
  );
}
