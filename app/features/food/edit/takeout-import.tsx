/** Saved places of Google Maps, each to become a wish's draft. The file is read here; it is sent nowhere. */
import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { ApiError } from "#app/live/api.ts";
import { offerUndo } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import { TakeoutError } from "#lib/food/takeout.ts";
import { makeWishes, removeWishes } from "./make-wishes.ts";
import { isMeant, readTakeoutFile } from "./takeout-file.ts";
import type { TakeoutFile } from "./takeout-file.ts";
import { TakeoutPlaces } from "./takeout-places.tsx";

type Props = {
  user: { uid: string; name: string };
  onClose: () => void;
  /** Drafts are there. */
  onMade: () => void;
};

type Working = { done: number; of: number; stop: () => void };

export function TakeoutImport({ user, onClose, onMade }: Props) {
  const id = useId();
  const [file, setFile] = useState<TakeoutFile>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState<Working>();
  const asked = useRef(0);

  async function read(picked: File | undefined): Promise<void> {
    if (picked === undefined) return;
    asked.current += 1;
    const mine = asked.current;
    setProblem(undefined);
    setFile(undefined);
    setMade(new Set());
    setFailed(new Map());
    try {
      const next = await readTakeoutFile(picked);
      if (mine !== asked.current) return;
      setFile(next);
      setChosen(new Set(next.found.filter(isMeant).map((one) => one.id)));
    } catch (error) {
      if (mine === asked.current) setProblem(sentenceOf(error));
    }
  }

  async function bring({ found, list }: TakeoutFile): Promise<void> {
    const wanted = found.filter((one) => chosen.has(one.id));
    const life = new AbortController();
    const onProgress = (done: number) =>
      setWorking({ done, of: wanted.length, stop: () => life.abort() });
    onProgress(0);
    const outcome = await makeWishes(wanted, { list, user, signal: life.signal, onProgress });
    setWorking(undefined);
    setFailed(outcome.failed);
    setMade((before) => new Set([...before, ...outcome.made]));
    const done = new Set(outcome.made);
    const rest = wanted.filter((one) => !done.has(one.id));
    setChosen(new Set(rest.map((one) => one.id)));
    if (done.size > 0) {
      onMade();
      offerUndo({
        text: `${done.size} ${done.size === 1 ? "draft" : "drafts"} made. Look at them before you publish.`,
        about: outcome.made,
        undo: () => removeWishes(outcome.made).finally(onMade),
      });
    }
    if (rest.length === 0) onClose();
  }

  return (
    <Modal
      label={id}
      onClose={() => {
        working?.stop();
        onClose();
      }}
      className="modal takeout-import"
    >
      <h2 id={id}>Import from Google Maps</h2>
      <p className="confirm-text">
        At takeout.google.com choose “Saved” for lists (CSV) or “Maps (your places)” for saved
        places (GeoJSON), unpack what comes, and choose a file of it. Each place becomes a draft of
        a wish, which nobody sees before you publish it.
      </p>
      <label className="takeout-file">
        <span className="field-label">File</span>
        <input
          type="file"
          accept=".csv,.json,.geojson,text/csv,application/json"
          disabled={working !== undefined}
          // The same file, mended, is a choice, too.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </label>
      <div role="alert">{problem && <p className="content-problem">{problem}</p>}</div>
      {file === undefined ? null : (
        <TakeoutPlaces
          file={file}
          chosen={chosen}
          made={made}
          failed={failed}
          disabled={working !== undefined}
          onChoose={setChosen}
        />
      )}
      <div className="confirm-buttons">
        {working === undefined ? (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <output>
              <b>{working.done}</b> of {working.of} made…
            </output>
            <Button variant="default" onClick={working.stop}>
              Stop
            </Button>
          </>
        )}
        {file === undefined ? null : (
          <Button
            disabled={chosen.size === 0}
            loading={working !== undefined}
            onClick={() => void bring(file)}
          >
            {chosen.size < 2 ? "Make a draft" : `Make ${chosen.size} drafts`}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof TakeoutError) return error.message;
  return "This file could not be read. Choose it again.";
}
