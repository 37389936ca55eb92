/** Files that are put on a card: chosen, dropped on it or pasted, and how far they are. */
import { Button } from "@mantine/core";
import { type DragEvent, useEffect, useMemo, useRef, useState } from "react";
import { UploadList } from "#app/parts/uploader/upload-list.tsx";
import { beganAgainText } from "#app/parts/uploader/upload-words.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { uploadsOf } from "#app/parts/uploader/held-uploads.ts";
import { useHeld } from "#app/parts/uploader/use-held.ts";
import { useBoardApp } from "../store/use-board.ts";
import { attach, comingOf, followComing, forgetComing } from "./attachments.ts";

export function CardUploads({ card }: { card: string }) {
  const { store } = useBoardApp();
  const { uid, id: board } = store;
  const { uploads, list, failed, openAgain } = useHeld(uid, uploadsOf);
  const online = useOnline();
  const [notice, setNotice] = useState<string>();
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (uploads) followComing(uploads, uid);
  }, [uploads, uid]);
  // Where each goes is noted before it is in the list.
  const own = useMemo(() => {
    const paths = new Set(comingOf(uid).flatMap((one) => (one.card === card ? [one.path] : [])));
    return list.filter(({ name, state }) => paths.has(name) && state !== "done");
  }, [list, uid, card]);
  const shown = useMemo(
    () =>
      uploads && {
        ...uploads,
        cancel(id: string) {
          const path = list.find((upload) => upload.id === id)?.name;
          if (path !== undefined) forgetComing(uid, path);
          return uploads.cancel(id);
        },
      },
    [uploads, list, uid],
  );

  async function give(files: readonly File[]): Promise<void> {
    setNotice(undefined);
    if (!uploads || files.length === 0) return;
    try {
      const large = await attach(uploads, { uid, board, card }, files);
      if (large.length > 0) {
        setNotice(`${large.join(", ")}: larger than 100 MB, so nothing of it was sent.`);
      }
    } catch (error) {
      logFailure("Files were not taken", error);
      setNotice(
        "These files could not be taken: the browser has no space to note them. Nothing of them was sent.",
      );
    }
  }

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void give([...event.dataTransfer.files]);
  };
  const begun = beganAgainText(own);
  return (
    // What is dropped can be chosen, too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="uploader card-uploads"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="card-choose">
        <Button
          variant="default"
          disabled={uploads === undefined}
          onClick={() => picker.current?.click()}
        >
          Attach files
        </Button>
        <span className="faint drop-hint">or drop them here</span>
        <input
          type="file"
          multiple
          hidden
          ref={picker}
          aria-label="Files for this card"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file can be chosen twice in a row.
            currentTarget.value = "";
            void give(files);
          }}
        />
      </div>
      <div role="alert">
        {failed ? (
          <p className="upload-problem">
            Files cannot be attached: this browser keeps nothing for the site, or the site cannot be
            reached.{" "}
            <button type="button" className="act" onClick={openAgain}>
              Try again
            </button>
          </p>
        ) : null}
        {notice === undefined ? null : <p className="upload-problem">{notice}</p>}
        {begun === "" ? null : <p>{begun}</p>}
        {!online && own.length > 0 ? (
          <p>You are offline. Uploads go on when the connection is back.</p>
        ) : null}
      </div>
      {shown && own.length > 0 ? (
        <UploadList uploads={shown} list={own} online={online} onNotice={setNotice} />
      ) : null}
    </div>
  );
}
