/** How far all are, and in the end what became of them. It can be put away and shown again by the menu. */
import { Button, CloseButton, NativeSelect } from "@mantine/core";
import { useRef, useState } from "react";
import { filesText } from "#app/parts/uploader/upload-words.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveUploads } from "./drive-uploads.ts";
import { type Job, isSettled, isUnderWay } from "./job.ts";
import { type Handed, readChosen } from "./read-given.ts";
import { UploadRows } from "./upload-rows.tsx";
import { type Counts, countsOf, headText, reportText } from "./words.ts";

type Props = {
  uploads: DriveUploads;
  jobs: readonly Job[];
  onFiles: (handed: Handed) => void;
  /** Opens the questions that were for later. */
  onDecide: () => void;
  onHide: () => void;
};

type Which = "open" | "failed" | "all";

const idsOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id);

export function UploadDock({ uploads, jobs, onFiles, onDecide, onHide }: Props) {
  const isOnline = useOnline();
  const [isSmall, setSmall] = useState(false);
  const [chosen, setChosen] = useState<Which>();
  const counts = countsOf(jobs);
  const isFinished = counts.settled === counts.files;
  const which = chosen ?? (isFinished ? (counts.failed > 0 ? "failed" : "all") : "open");
  const shown =
    which === "all"
      ? jobs
      : jobs.filter((job) => (which === "failed" ? job.state === "failed" : !isSettled(job)));
  const bytes = `${formatBytes(counts.sentBytes)} of ${formatBytes(counts.totalBytes)}`;
  return (
    <section className="drive-dock" aria-label="Uploads" data-small={isSmall || undefined}>
      <header>
        <h2>{headText(counts)}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={!isSmall}
          onClick={() => setSmall(!isSmall)}
        >
          {isSmall ? "More" : "Less"}
        </Button>
        <CloseButton aria-label="Hide the uploads" onClick={onHide} />
      </header>
      {isFinished ? null : (
        <>
          <progress
            aria-label="All uploads"
            aria-valuetext={bytes}
            max={Math.max(counts.totalBytes, 1)}
            value={counts.sentBytes}
          />
          <p className="faint">{bytes}</p>
        </>
      )}
      <div role="alert">
        {!isOnline && counts.isBusy ? (
          <p>You are offline. Uploads go on when the connection is back.</p>
        ) : null}
      </div>
      {/* There before it says anything, so that it is read out when it does. */}
      <output className="drive-report">{isFinished ? `${reportText(counts)}.` : null}</output>
      <Buttons uploads={uploads} jobs={jobs} counts={counts} onDecide={onDecide} />
      <CutOff count={counts.needFile} onFiles={onFiles} />
      {isSmall ? null : (
        <>
          <NativeSelect
            aria-label="Which uploads are listed"
            size="xs"
            value={which}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as Which)}
            data={[
              { value: "open", label: `To come: ${counts.files - counts.settled}` },
              { value: "failed", label: `Failed: ${counts.failed}` },
              { value: "all", label: `All: ${counts.files}` },
            ]}
          />
          <UploadRows uploads={uploads} jobs={shown} isOnline={isOnline} />
        </>
      )}
    </section>
  );
}

function Buttons({
  uploads,
  jobs,
  counts,
  onDecide,
}: Pick<Props, "uploads" | "jobs" | "onDecide"> & { counts: Counts }) {
  const { asked, failed, settled, files, isBusy, paused } = counts;
  const retryable = () => jobs.filter((job) => job.state === "failed" && job.error?.canRetry);
  return (
    <div className="drive-dock-buttons">
      {asked > 0 ? (
        <Button size="compact-sm" onClick={onDecide}>
          {asked === 1 ? "Decide on 1 name" : `Decide on ${asked} names`}
        </Button>
      ) : null}
      {isBusy || paused > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          // One button, so that the keyboard stays where it was.
          onClick={() =>
            isBusy
              ? uploads.pause(idsOf(jobs.filter(isUnderWay)))
              : uploads.resume(idsOf(jobs.filter(({ state }) => state === "paused")))
          }
        >
          {isBusy ? "Pause all" : "Resume all"}
        </Button>
      ) : null}
      {settled < files ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => uploads.cancel(idsOf(jobs.filter((job) => !isSettled(job))))}
        >
          Cancel all
        </Button>
      ) : null}
      {failed > 0 && retryable().length > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => uploads.retry(idsOf(retryable()))}
        >
          Retry failed
        </Button>
      ) : null}
      {settled > 0 && settled === files ? (
        <Button size="compact-sm" variant="default" onClick={() => uploads.clear()}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}

function CutOff({ count, onFiles }: { count: number; onFiles: (handed: Handed) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  if (count === 0) return null;
  return (
    <div className="drive-cut">
      <p>
        {filesText(count)} {count === 1 ? "was" : "were"} cut off. Choose or drop the same{" "}
        {count === 1 ? "file" : "files or folder"} again: what is there already is not sent again.
      </p>
      <Button size="compact-sm" variant="default" onClick={() => picker.current?.click()}>
        Choose again
      </Button>
      <input
        type="file"
        multiple
        hidden
        ref={picker}
        aria-label="Choose the same files again"
        onChange={({ currentTarget }) => {
          const handed = readChosen(currentTarget.files);
          currentTarget.value = "";
          if (handed.files.length > 0) onFiles(handed);
        }}
      />
    </div>
  );
}
