/** Entries of a board's log, by day. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { dayOf, timeOf } from "#app/parts/tool-frame/when.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { useOnline } from "#app/parts/uploader/use-online.ts";
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
  const { entries, newest, older, hasOlder, readOlder, again } = log;
  const online = useOnline();
  const days = Map.groupBy(lines, ({ at }) => dayOf(at));
  return (
    <div className="board-log">
      {newest === "failed" ? <Unread isOnline={online} onRetry={again} /> : null}
      {newest !== "loading" ? null : online ? (
        <p className="loading">Loading...</p>
      ) : (
        <p>{offline}</p>
      )}
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
      {newest === "ready" && lines.length === 0 ? (
        hasOlder ? (
          <p className="faint">Nothing among the newest {entries.length} entries of the board.</p>
        ) : (
          none
        )
      ) : null}
      {older === "failed" ? <Unread isOnline={online} onRetry={readOlder} /> : null}
      {older === "loading" ? <p className="loading">Loading...</p> : null}
      {hasOlder && older === "ready" ? (
        <Button variant="default" onClick={readOlder}>
          Older
        </Button>
      ) : null}
    </div>
  );
}

const offline = "You are offline. The activity comes with the connection.";

function Unread({ isOnline, onRetry }: { isOnline: boolean; onRetry: () => void }) {
  return (
    <ProblemNote text={isOnline ? "The activity could not be read." : offline} onRetry={onRetry} />
  );
}
