/** Brings a journal of Day One, a folder of Markdown, or an export of ours into a journal. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import type { Change } from "#app/live/records/records.ts";
import { ChooseFiles } from "#app/parts/media/choose-files.tsx";
import { ImportError } from "#lib/journal/exchange/found.ts";
import type { FoundPreview } from "#lib/journal/exchange/found.ts";
import { journalItemId } from "#lib/journal/shape.ts";
import { makeJournal, notMadeText } from "../make-journal.ts";
import { type JournalApp, useJournal, useStoreTopic, whenNow } from "../store/journal-context.ts";
import { useAddress } from "../use-address.ts";
import { heldSession } from "./held-session.ts";
import { ImportEnd } from "./import-end.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportRuns } from "./import-runs.tsx";
import { createImportReader } from "./import-reader.ts";
import { type ImportSession, createImportSession } from "./import-session.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-exchange.css";

export function ImportView() {
  const app = useJournal();
  const { query } = useAddress();
  const isPresenting = useStoreTopic("rooms", (store) => store.presented()) !== undefined;
  const { store } = app;
  const [session] = useState(() => heldSession(store, () => sessionOf(app)));
  const open = (files: readonly File[]) =>
    void session.open(
      files.map((file) => ({ path: file.webkitRelativePath, file })),
      (store.room(query.journal) ?? emptyRoom(store))?.journal,
    );
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { phase, problem } = state;
  return (
    <div className="journal-exchange" aria-busy={phase === "reading"}>
      <div className="journal-head">
        <h2>Import</h2>
      </div>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      {isPresenting ? (
        <p>Import shows what is in files. Stop presenting first.</p>
      ) : phase === "choose" || phase === "reading" ? (
        <Choose isReading={phase === "reading"} onChosen={open} onStop={() => session.reset()} />
      ) : phase === "preview" ? (
        <ImportPreview session={session} state={state} />
      ) : phase === "running" || phase === "takingBack" ? (
        <ImportRuns session={session} state={state} />
      ) : (
        <ImportEnd session={session} state={state} />
      )}
    </div>
  );
}

function sessionOf({ uid, store, acts }: JournalApp): ImportSession {
  return createImportSession({
    reader: () => createImportReader(),
    files: () => openJournalFiles(uid),
    room: (journal) => store.room(journal),
    async make(found) {
      const journal = await makeNamed(store, found);
      const changes = settingsOf(found);
      if (changes.length > 0) await store.room(journal)?.records.change(changes);
      return journal;
    },
    drop: (journal) => acts.journals.remove(journal),
    zone: whenNow().zone,
  });
}

/** One that somebody has just made for it need not become two. */
function emptyRoom(store: JournalApp["store"]) {
  return store
    .rooms()
    .find(({ records }) => records.status() === "ready" && records.all("entries").size === 0);
}

async function makeNamed(store: JournalApp["store"], found: FoundPreview): Promise<string> {
  const colour = found.settings["colour"]?.["v"];
  try {
    return await makeJournal(store, {
      name: found.name,
      colour: typeof colour === "string" ? colour : "",
    });
  } catch (error) {
    throw new ImportError(notMadeText(error), { cause: error });
  }
}

/** Its place among the others is that of a new one. */
function settingsOf({ settings }: FoundPreview): Change[] {
  return Object.entries(settings).flatMap(([register, value]) =>
    ["name", "colour", "order"].includes(register)
      ? []
      : [{ kind: "journal", id: journalItemId, register, value }],
  );
}

type ChooseProps = {
  isReading: boolean;
  onChosen: (files: readonly File[]) => void;
  onStop: () => void;
};

function Choose({ isReading, onChosen, onStop }: ChooseProps) {
  const folder = useRef<HTMLInputElement>(null);
  // Phones choose no folders.
  const hasFolders = "webkitdirectory" in HTMLInputElement.prototype;
  useEffect(() => folder.current?.setAttribute("webkitdirectory", ""), []);
  return (
    <section aria-label="What to import">
      <p>Nothing is written before you have seen what is in it.</p>
      <dl className="import-kinds">
        <dt>Day One</dt>
        <dd>
          In Day One choose Export, then JSON, and here the ZIP that it makes. Texts, photos, films,
          tags, places and weather come along.
        </dd>
        <dt>Markdown</dt>
        <dd>
          A folder, or a ZIP, of <code>.md</code> files, an entry each. Their day is in the front
          matter, in the name or in the first heading; pictures are found beside them.
        </dd>
        <dt>This journal</dt>
        <dd>A ZIP that Export has made: all comes back as it was, revisions too.</dd>
      </dl>
      <div className="record-acts">
        <ChooseFiles
          label="ZIP, JSON or Markdown"
          accept=".zip,.json,.md,.markdown,application/zip,application/json,text/markdown"
          multiple
          disabled={isReading}
          onChosen={onChosen}
        >
          Choose a file…
        </ChooseFiles>
        {hasFolders ? (
          <>
            <input
              ref={folder}
              type="file"
              hidden
              aria-label="Folder of Markdown"
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                currentTarget.value = "";
                if (files.length > 0) onChosen(files);
              }}
            />
            <Button variant="default" disabled={isReading} onClick={() => folder.current?.click()}>
              Choose a folder…
            </Button>
          </>
        ) : null}
        {isReading ? (
          <Button variant="subtle" onClick={onStop}>
            Stop
          </Button>
        ) : null}
      </div>
      <output>{isReading ? "Reading what is in it…" : ""}</output>
      <p className="faint">
        The file is read in this browser. It goes to nobody; what is imported goes where your
        journal is.
      </p>
    </section>
  );
}
