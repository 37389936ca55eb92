/** Entries of a board's log, by day. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { dayOf, timeOf } from "#app/parts/tool-frame/when.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import type { ShownLine } from "./log-lines.ts";
import type { Log } from "./use-log.ts";

type Props = {
  log: Log;
  lines: readonly ShownLine[];
  /** Where there is none, and nothing older. */
  none: ReactNode;
  /** Undefined: they lead nowhere. */
  onOpen?: ((card: string) => void) | undefined;
};

export function LogList({ log, lines, none, onOpen }: Props) {
  const { isLoading, isFailed, hasOlder, older, again } = log;
  const days = Map.groupBy(lines, ({ at }) => dayOf(at));
  return (
    <div className="board-log">
      {Array.from(days, ([day, ofDay]) => (
        <section key={day}>
          <h3>{day}</h3>
          <ol>
            {ofDay.map(({ key, at, text, card }) => (
              <li key={key}>
                <time className="faint" dateTime={new Date(at).toISOString()}>
                  {timeOf(at)}
                </time>
                {card !== undefined && onOpen ? (
                  <button
                    type="button"
                    className="record-link board-log-link"
                    dir="auto"
                    onClick={() => onOpen(card)}
                  >
                    {text}
                  </button>
                ) : (
                  <span dir="auto">{text}</span>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {lines.length === 0 && !isLoading && !isFailed && !hasOlder ? none : null}
      {isFailed ? (
        <ProblemNote
          text={
            navigator.onLine
              ? "The activity could not be read."
              : "You are offline. The activity comes with the connection."
          }
          onRetry={again}
        />
      ) : null}
      {isLoading ? <p className="loading">Loading...</p> : null}
      {hasOlder && !isLoading && !isFailed ? (
        <Button variant="default" onClick={older}>
          Older
        </Button>
      ) : null}
    </div>
  );
}
