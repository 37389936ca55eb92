/** What was done on the board, by whom. */
import { useId, useMemo, useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { useBoardApp, useMembers } from "../store/use-board.ts";
import { linesOfLog } from "./log-lines.ts";
import { LogList } from "./log-list.tsx";
import { useLog } from "./use-log.ts";
import { useLogNames } from "./use-log-names.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-card.css";

export function ActivityView({ onOpen }: { onOpen: (card: string) => void }) {
  const id = useId();
  const { store } = useBoardApp();
  const log = useLog(store.id);
  const names = useLogNames();
  const members = useMembers();
  const [person, setPerson] = useState("");
  const { entries } = log;
  const lines = useMemo(
    () => linesOfLog(entries, names).filter(({ by }) => person === "" || by === person),
    [entries, names, person],
  );
  return (
    <div className="board-activity">
      <div className="record-field">
        <label htmlFor={id}>Done by</label>
        <select
          id={id}
          value={person}
          onChange={({ currentTarget }) => setPerson(currentTarget.value)}
        >
          <option value="">Everybody</option>
          {members.map(({ uid, name }) => (
            <option key={uid} value={uid}>
              {name || "Without a name"}
            </option>
          ))}
        </select>
      </div>
      <LogList
        log={log}
        lines={lines}
        onOpen={onOpen}
        none={
          <EmptyRoom title="Nothing yet" text="What members do on this board is listed here." />
        }
      />
    </div>
  );
}
