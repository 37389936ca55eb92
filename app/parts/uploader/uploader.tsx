/**
 * Where files are given to the site: chosen, dropped anywhere on the page, or pasted. Shows how far they are, lets one
 * pause, go on after a reload and try again, and says once what became of all.
 */
import type { ChangeEvent } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import type { Question } from "./existing-names.tsx";
import { ExistingNames, useQuestion } from "./existing-names.tsx";
import { storedFileName } from "./file-name.ts";
import { logFailure } from "./log-failure.ts";
import { UploadList } from "./upload-list.tsx";
import { UploadReport } from "./upload-report.tsx";
import { UploadTotal } from "./upload-total.tsx";
import { beganAgainText, inListText, isOpen, progressOf } from "./upload-words.ts";
import type { GivenFiles } from "./use-files-given.ts";
import { useFilesGiven } from "./use-files-given.ts";
import { useFocusKept } from "./use-focus-kept.ts";
import { useOnline } from "./use-online.ts";
import { useUploads } from "./use-uploads.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import

type Props = {
  uid: string;
  /** Of the objects: `users/ann/files/`. */
  prefix: string;
  /** Called each time that more files have arrived; with true when no other is on its way. */
  onStored: (isLast: boolean) => void;
  /** Uploads were begun or ended, so that other space is held for them. */
  onSpaceHeld: () => void;
};

export function Uploader({ uid, prefix, onStored, onSpaceHeld }: Props) {
  const { uploads, list, failed, openAgain } = useUploads(uid);
  const online = useOnline();
  const [notice, setNotice] = useState<string>();
  const { askedOf, leave } = useQuestion();
  const asked = askedOf(list);
  const begunAgain = beganAgainText(list);
  const panel = useRef<HTMLElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  useFocusKept(panel, chooseButton);
  useOnStored(list, onStored);
  useOnSpaceHeld(list, onSpaceHeld);

  async function give({ files, folders, pasted }: GivenFiles): Promise<void> {
    setNotice(folders > 0 ? foldersNotice : undefined);
    if (uploads === undefined || files.length === 0) return;
    const told = await takeFiles(uploads, { files, prefix, pasted }, askedOf);
    if (told !== undefined) setNotice(told);
  }
  const isOver = useFilesGiven((given) => void give(given));

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file can be chosen twice in a row.
    event.target.value = "";
    void give({ files, folders: 0, pasted: false });
  };

  return (
    <section className="uploader" data-over={isOver || undefined} ref={panel} aria-label="Upload">
      <div className="drop-area">
        <button
          type="button"
          className="choose"
          ref={chooseButton}
          aria-disabled={uploads === undefined}
          onClick={() => uploads && picker.current?.click()}
        >
          Choose files
        </button>
        <p className="quiet drop-hint">Or drop them anywhere on this page, or paste them.</p>
        <input
          type="file"
          multiple
          hidden
          ref={picker}
          onChange={choose}
          aria-label="Choose files"
        />
      </div>
      <div role="alert">
        {failed ? (
          <p className="upload-problem">
            {cannotBegin()}{" "}
            <button type="button" className="act" onClick={openAgain}>
              Try again
            </button>
          </p>
        ) : null}
        {notice === undefined ? null : <p className="upload-problem">{notice}</p>}
        {begunAgain === "" ? null : <p>{begunAgain}</p>}
        {!online && progressOf(list).isBusy ? (
          <p>You are offline. Uploads go on when the connection is back.</p>
        ) : null}
      </div>
      {uploads ? (
        <>
          <UploadTotal uploads={uploads} list={list} />
          <ExistingNames uploads={uploads} asked={asked} onLeave={() => leave(asked)} />
          <UploadList uploads={uploads} list={list} online={online} onNotice={setNotice} />
          <UploadReport uploads={uploads} list={list} isAsking={asked.length > 0} />
        </>
      ) : null}
    </section>
  );
}

/** Without a safe connection browsers hash and lock nothing, and an upload could not be found again. */
function cannotBegin(): string {
  return isSecureContext
    ? "Uploads cannot begin: the site cannot be reached, or this browser keeps nothing for it."
    : "Uploads cannot begin: this page is not on a safe connection (https).";
}

const foldersNotice = "Folders cannot be uploaded yet. Choose the files that are in them.";

/** Those that an upload was waiting for go on; the others are new. What could not be done, as a sentence. */
async function takeFiles(
  uploads: Uploads,
  { files, prefix, pasted }: { files: File[]; prefix: string; pasted: boolean },
  askedOf: Question["askedOf"],
): Promise<string | undefined> {
  try {
    const fresh = await uploads.attach(files);
    // A new report begins, unless the last one still waits for an answer or a retry.
    const before = uploads.snapshot();
    if (before.every(({ state }) => state === "done") && askedOf(before).length === 0)
      uploads.clear();
    const onExisting = pasted ? "keep-both" : "skip";
    const already = await uploads.add(
      fresh.map((file) => ({ file, name: prefix + storedFileName(file.name), onExisting })),
    );
    return already.length > 0 ? inListText(already) : undefined;
  } catch (error) {
    logFailure("Files were not taken", error);
    return "These files could not be taken: the browser has no space to note them. Nothing of them was sent.";
  }
}

function useOnStored(list: readonly Upload[], onStored: (isLast: boolean) => void): void {
  const stored = list.filter(({ outcome }) => outcome !== null && outcome !== "skipped").length;
  const isLast = !progressOf(list).isBusy;
  const last = useRef(0);
  const tell = useEffectEvent(() => onStored(isLast));
  useEffect(() => {
    const before = last.current;
    last.current = stored;
    if (stored > before) tell();
  }, [stored]);
}

function useOnSpaceHeld(list: readonly Upload[], onSpaceHeld: () => void): void {
  const open = list.filter(isOpen).length;
  const last = useRef(0);
  const tell = useEffectEvent(onSpaceHeld);
  useEffect(() => {
    if (open !== last.current) tell();
    last.current = open;
  }, [open]);
}
