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

/** Their names are known no more, and no uid has a space. */
const former = "former members";

export function ActivityView({ onOpen }: { onOpen: (card: string) => void }) {
  const id = useId();
  const { store } = useBoardApp();
  const log = useLog(store.id);
  const names = useLogNames();
  const members = useMembers();
  const [person, setPerson] = useState("");
  const { entries } = log;
  const uids = useMemo(() => new Set(members.map(({ uid }) => uid)), [members]);
  const hasFormer = entries.some(({ by }) => !uids.has(by));
  const lines = useMemo(() => {
    const isAsked = (by: string) =>
      person === "" || by === person || (person === former && !uids.has(by));
    return linesOfLog(entries, names).filter(({ by }) => isAsked(by));
  }, [entries, names, person, uids]);
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
          {hasFormer || person === former ? <option value={former}>Former members</option> : null}
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
