/** Takes journals out: as JSON, which we read again, or as Markdown, which others read. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { closeAtLock } from "#app/live/journals/journal-lock.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { createLeaveWarning } from "#app/live/leave-warning.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { NotAllRead, useAllRead } from "../exchange/all-read.tsx";
import { FoldedList } from "../exchange/folded-list.tsx";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import {
  type ExportForm,
  type ExportProgress,
  askWhere,
  exportProblem,
  runExport,
  zipName,
} from "./run-export.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-exchange.css";

type State =
  | { kind: "choose"; problem?: string }
  | { kind: "runs"; progress: ExportProgress }
  | { kind: "done"; said: readonly string[]; progress: ExportProgress };

const none: ExportProgress = { entries: 0, files: 0, ofEntries: 0, ofFiles: 0 };

export function ExportView() {
  const { uid } = useJournal();
  const rooms = useRooms();
  const { query, show } = useAddress();
  const [chosen, setChosen] = useState(query.journal);
  const [form, setForm] = useState<ExportForm>("json");
  const [state, setState] = useState<State>({ kind: "choose" });
  const life = useRef<AbortController>(undefined);
  useEffect(() => () => life.current?.abort(), []);
  useEffect(
    () =>
      closeAtLock(uid, () => {
        life.current?.abort();
        const problem = "The journals were locked, and the file was not finished.";
        setState((now) => (now.kind === "runs" ? { kind: "choose", problem } : { kind: "choose" }));
      }),
    [uid],
  );
  const [warn] = useState(createLeaveWarning);
  useEffect(() => warn(state.kind === "runs"), [warn, state.kind]);
  useEffect(() => () => warn(false), [warn]);
  const wanted = rooms.filter(({ journal }) => journal === chosen);
  const taken = wanted.length > 0 ? wanted : rooms;
  const isRead = useAllRead(taken);

  async function run(): Promise<void> {
    const own = new AbortController();
    const where = await askWhere(zipName(taken, new Date()));
    if (!where) return;
    life.current?.abort();
    life.current = own;
    const { signal } = own;
    const said = new Set<string>();
    let progress = none;
    setState({ kind: "runs", progress });
    try {
      const files = await openJournalFiles(uid);
      const hear = (now: ExportProgress) => {
        // A screen draws sixty times a second.
        const isSoon = now.entries % 25 !== 0 && now.entries < now.ofEntries;
        progress = now;
        if (!signal.aborted && !isSoon) setState({ kind: "runs", progress });
      };
      const say = (sentence: string) => void said.add(sentence);
      await runExport({ form, rooms: taken, files, signal, hear, say }, where);
      if (!signal.aborted) setState({ kind: "done", said: [...said], progress });
    } catch (error) {
      if (!signal.aborted) setState({ kind: "choose", problem: exportProblem(error) });
    }
  }

  if (rooms.length === 0) {
    return <EmptyRoom title="No journal is open" text="Unlock one, or make a new one." />;
  }
  return (
    <div className="journal-exchange">
      <div className="journal-head">
        <h2>Export</h2>
      </div>
      <p role="alert" className="confirm-problem">
        {state.kind === "choose" ? state.problem : ""}
      </p>
      {state.kind === "choose" ? (
        <>
          <Choices
            rooms={rooms}
            chosen={wanted.length > 0 ? chosen : ""}
            onChosen={setChosen}
            form={form}
            onForm={setForm}
          />
          <section aria-label="Save">
            <p className="exchange-warning">
              This file is not encrypted
              {taken.some(({ isSealed }) => isSealed) ? ", also of a private journal" : ""}: whoever
              has it can read it.
            </p>
            <NotAllRead isRead={isRead} />
            <div className="record-acts">
              <Button disabled={!isRead} onClick={() => void run()}>
                Save the ZIP
              </Button>
              <Button variant="default" onClick={() => show("book")}>
                Print a book…
              </Button>
            </div>
          </section>
        </>
      ) : null}
      {state.kind === "runs" ? (
        <Runs
          progress={state.progress}
          onStop={() => {
            life.current?.abort();
            setState({ kind: "choose" });
          }}
        />
      ) : null}
      {state.kind === "done" ? (
        <section aria-label="What came of it">
          <output>
            It is done: {state.progress.entries.toLocaleString("en")} entries and{" "}
            {state.progress.files.toLocaleString("en")} files were read.
            {state.said.length === 0 ? "" : " It is not whole:"}
          </output>
          <FoldedList title="What is not in it" lines={state.said} isOpen />
          <div className="record-acts">
            <Button variant="default" onClick={() => setState({ kind: "choose" })}>
              Export again
            </Button>
          </div>
        </section>
      ) : null}
    </div>
  );
}

type ChoicesProps = {
  rooms: readonly Room[];
  /** Empty: all. */
  chosen: string;
  onChosen: (journal: string) => void;
  form: ExportForm;
  onForm: (form: ExportForm) => void;
};

function Choices({ rooms, chosen, onChosen, form, onForm }: ChoicesProps) {
  const id = useId();
  const radio = (value: ExportForm, name: string, text: string) => (
    <label className="exchange-tick">
      <input type="radio" name={id} checked={form === value} onChange={() => onForm(value)} />
      <span>
        {name} <span className="faint">{text}</span>
      </span>
    </label>
  );
  return (
    <section aria-label="What to export">
      {rooms.length > 1 ? (
        <div className="record-field import-target">
          <label htmlFor={`${id}-journal`}>Journal</label>
          <select
            id={`${id}-journal`}
            value={chosen}
            autoComplete="off"
            onChange={({ currentTarget }) => onChosen(currentTarget.value)}
          >
            <option value="">All that are open</option>
            {rooms.map(({ journal, settings }) => (
              <option key={journal} value={journal}>
                {settings.name || "Journal"}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <fieldset className="exchange-choices">
        <legend>As</legend>
        {radio(
          "json",
          "JSON",
          "Everything: texts, photos, revisions, the trash. Import reads it again.",
        )}
        {radio(
          "markdown",
          "Markdown",
          "A file for each entry, with its photos. Other programs read it.",
        )}
      </fieldset>
    </section>
  );
}

function Runs({ progress, onStop }: { progress: ExportProgress; onStop: () => void }) {
  const { entries, files, ofEntries, ofFiles } = progress;
  const count = (number: number) => number.toLocaleString("en");
  return (
    <section aria-label="How far it is">
      <output>
        {count(entries)} of {count(ofEntries)} entries, {count(files)} of {count(ofFiles)} files.
      </output>
      <progress
        aria-label="How far it is"
        max={Math.max(1, ofEntries + ofFiles)}
        value={entries + files}
      />
      <div className="record-acts">
        <Button variant="default" onClick={onStop}>
          Stop
        </Button>
      </div>
    </section>
  );
}
