import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { logFailure } from "./log-failure.ts";
import { filesText, isOpen, isUnderWay, progressOf, totalText } from "./upload-words.ts";

/**
 * How far all are, while any is under way, and what is done with all at once. Read out when it begins; from then on one
 * asks the progress bar.
 */
export function UploadTotal({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  const progress = progressOf(list);
  const { files, sentBytes, totalBytes, isBusy } = progress;
  const open = list.filter(isOpen);
  const bytes = `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <>
      <p className="unseen" aria-live="polite">
        {isBusy ? `Uploading ${filesText(files)}` : null}
      </p>
      {isBusy || open.length > 1 ? (
        <div className="upload-total">
          <p className="upload-count">
            <strong>{totalText(list)}</strong>
            <span className="quiet">{bytes}</span>
          </p>
          <progress
            aria-label="All uploads"
            aria-valuetext={bytes}
            max={Math.max(totalBytes, 1)}
            value={sentBytes}
          />
          {open.length > 1 ? <AllButtons uploads={uploads} open={open} /> : null}
        </div>
      ) : null}
    </>
  );
}

function AllButtons({ uploads, open }: { uploads: Uploads; open: readonly Upload[] }) {
  const underWay = open.filter(isUnderWay);
  const paused = open.filter(({ state }) => state === "paused");
  // One button, so that the keyboard stays where it was.
  const pauseOrResume = () => {
    if (underWay.length > 0) for (const { id } of underWay) uploads.pause(id);
    else for (const { id } of paused) uploads.resume(id);
  };
  const cancel = () => {
    for (const { id } of open) {
      uploads.cancel(id).catch((error: unknown) => logFailure("An upload goes on", error));
    }
  };
  return (
    <p className="upload-buttons">
      {underWay.length + paused.length > 0 ? (
        <button type="button" className="act" onClick={pauseOrResume}>
          {underWay.length > 0 ? "Pause all" : "Resume all"}
        </button>
      ) : null}
      <button type="button" className="act" onClick={cancel}>
        Cancel all
      </button>
    </p>
  );
}
