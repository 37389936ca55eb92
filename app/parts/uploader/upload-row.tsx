import { memo, useId } from "react";
import type { Upload } from "#app/live/uploads/upload.ts";
import { stateText } from "./upload-words.ts";

export type UploadActions = {
  pause: (id: string) => void;
  resume: (id: string) => void;
  retry: (id: string) => void;
  cancel: (id: string) => void;
  /** Opens the picker for the file that it needs. */
  chooseAgain: () => void;
};

type Props = { upload: Upload; online: boolean; actions: UploadActions };

/** One file that is not done. An upload that did not change is the same object, so its row is not rendered again. */
export const UploadRow = memo(function UploadRow({ upload, online, actions }: Props) {
  const { id, fileName, sizeBytes, sentBytes, state, error } = upload;
  const nameId = useId();
  const act = actOn(upload, actions);
  const text = stateText(upload, online);
  return (
    <li className="upload" data-state={state}>
      <p className="upload-name" id={nameId}>
        <bdi>{fileName}</bdi>
      </p>
      {state === "failed" ? null : (
        <progress
          aria-labelledby={nameId}
          aria-valuetext={text}
          // An empty file has no share to show.
          max={Math.max(sizeBytes, 1)}
          value={sentBytes}
        />
      )}
      <p className="quiet">
        {error ? <span className="upload-problem">{error.message} </span> : null}
        {state === "failed" && error ? null : text}
      </p>
      <p className="upload-buttons">
        {act ? <Act text={act.text} of={fileName} onClick={() => act.run(id)} /> : null}
        <Act
          text={state === "failed" ? "Remove" : "Cancel"}
          of={fileName}
          onClick={() => actions.cancel(id)}
        />
      </p>
    </li>
  );
});

/** What one does to get on with it, or to have it wait: one button, so that the keyboard stays where it was. */
function actOn(
  { state, error }: Upload,
  { pause, resume, retry, chooseAgain }: UploadActions,
): { text: string; run: (id: string) => void } | undefined {
  switch (state) {
    case "waiting":
    case "uploading":
    case "retrying":
      return { text: "Pause", run: pause };
    case "paused":
      return { text: "Resume", run: resume };
    case "needs-file":
      return { text: "Choose file", run: chooseAgain };
    case "failed":
      return error?.canRetry ? { text: "Retry", run: retry } : undefined;
    case "done":
      return undefined;
  }
}

function Act({ text, of, onClick }: { text: string; of: string; onClick: () => void }) {
  return (
    <button type="button" className="act" onClick={onClick}>
      {text}
      <span className="unseen"> {of}</span>
    </button>
  );
}
