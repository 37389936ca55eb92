import type { ChangeEvent } from "react";
import { useCallback, useMemo, useRef } from "react";
import type { Upload, Uploads, UploadState } from "#app/live/uploads/upload.ts";
import { logFailure } from "./log-failure.ts";
import { UploadRow } from "./upload-row.tsx";
import type { UploadActions } from "./upload-row.tsx";
import { filesText } from "./upload-words.ts";

/** More would be read by nobody, and drawing them again for each step costs what sending needs. */
const maxRows = 20;
/** Of many, those that something happens with, or that need somebody. */
const urgency: readonly UploadState[] = [
  "needs-file",
  "uploading",
  "retrying",
  "failed",
  "paused",
  "waiting",
];

type Props = {
  uploads: Uploads;
  list: readonly Upload[];
  online: boolean;
  onNotice: (text: string | undefined) => void;
};

/** Those that are not done, and what is needed to go on with those that were cut off. */
export function UploadList({ uploads, list, online, onNotice }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const open = list.filter(({ state }) => state !== "done");
  const shown =
    open.length <= maxRows
      ? open
      : urgency.flatMap((state) => open.filter((each) => each.state === state)).slice(0, maxRows);
  const cutOff = open.filter(({ state }) => state === "needs-file");

  const pick = useCallback(() => picker.current?.click(), []);
  const actions = useMemo(
    (): UploadActions => ({
      pause: (id) => uploads.pause(id),
      resume: (id) => uploads.resume(id),
      retry: (id) => uploads.retry(id),
      cancel: (id) => {
        uploads.cancel(id).catch((error: unknown) => logFailure("An upload goes on", error));
      },
      chooseAgain: pick,
    }),
    [uploads, pick],
  );

  const attach = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(event.target.files ?? [])];
    event.target.value = "";
    onNotice(undefined);
    try {
      const own = new Set(list.map(({ name }) => name));
      const strangers = await uploads.attach(files, (name) => own.has(name));
      const first = strangers[0];
      if (first !== undefined) onNotice(notTaken(first.name, strangers.length));
    } catch (error) {
      logFailure("Files were not taken", error);
      onNotice("These files could not be read. Choose them again.");
    }
  };

  return (
    <>
      {cutOff.length > 1 ? (
        <div className="upload-question">
          <p>
            {filesText(cutOff.length)} were cut off. Choose the same files again, and they go on
            where they were.
          </p>
          <p className="upload-buttons">
            <button type="button" className="act" onClick={pick}>
              Choose the files again
            </button>
          </p>
        </div>
      ) : null}
      {shown.length > 0 ? (
        <ul className="uploads">
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} online={online} actions={actions} />
          ))}
        </ul>
      ) : null}
      {open.length > shown.length ? (
        <p className="quiet">and {filesText(open.length - shown.length)} more</p>
      ) : null}
      <input
        type="file"
        multiple
        hidden
        ref={picker}
        onChange={(event) => void attach(event)}
        aria-label="Choose the same file again"
      />
    </>
  );
}

function notTaken(fileName: string, many: number): string {
  const others = many > 1 ? ` and ${filesText(many - 1)} more` : "";
  const verb = many > 1 ? "are" : "is";
  return `${fileName}${others} ${verb} not what was cut off, or changed since. Nothing of it was sent.`;
}
