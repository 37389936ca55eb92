import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import { progressOf, reportText } from "./upload-words.ts";

type Props = { uploads: Uploads; list: readonly Upload[]; isAsking: boolean };

/** Said once, when nothing is under way any more and no question is open: what became of all. */
export function UploadReport({ uploads, list, isAsking }: Props) {
  const text = isAsking || progressOf(list).isBusy ? "" : reportText(list);
  const failed = list.filter(({ state, error }) => state === "failed" && error?.canRetry);
  const retry = () => {
    for (const { id } of failed) uploads.retry(id);
  };
  return (
    <div className="upload-report">
      {/* There before it says anything, so that it is read out when it does. */}
      <output>{text === "" ? null : `${text}.`}</output>
      {text === "" ? null : (
        <p className="upload-buttons">
          {failed.length > 0 ? (
            <button type="button" className="act" onClick={retry}>
              Retry failed
            </button>
          ) : null}
          <button type="button" className="act" onClick={() => uploads.clear()}>
            Clear
          </button>
        </p>
      )}
    </div>
  );
}
