/** Thousands of files, of which those that are seen are drawn. */
import { CloseButton, UnstyledButton } from "@mantine/core";
import { memo } from "react";
import { Virtualizer } from "virtua";
import type { DriveUploads } from "./drive-uploads.ts";
import { type Job, isSettled } from "./job.ts";
import { rowText } from "./words.ts";

const usualHeight = 68;

type Props = { uploads: DriveUploads; jobs: readonly Job[]; isOnline: boolean };

export function UploadRows({ uploads, jobs, isOnline }: Props) {
  if (jobs.length === 0) return null;
  return (
    <section
      className="drive-rows"
      aria-label="Files of these uploads"
      // It scrolls, by keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Virtualizer as="ul" item="li" itemSize={usualHeight} data={jobs}>
        {(job) => <Row key={job.id} uploads={uploads} job={job} isOnline={isOnline} />}
      </Virtualizer>
    </section>
  );
}

/** A job that did not change is the same object, so its row is not rendered again. */
const Row = memo(function Row({
  uploads,
  job,
  isOnline,
}: {
  uploads: DriveUploads;
  job: Job;
  isOnline: boolean;
}) {
  const { id, name, path, state, file } = job;
  const act = actOn(job, uploads);
  const text = rowText(job, isOnline);
  const where = [...path, name].join("/");
  const isMoving = state === "uploading" || state === "retrying" || state === "paused";
  return (
    <div className="drive-upload" data-state={state}>
      <p className="drive-upload-name" title={where}>
        {path.length > 0 ? <span className="faint">{path.join("/")}/</span> : null}
        <bdi>{name}</bdi>
      </p>
      <p className={state === "failed" ? "drive-upload-problem" : "faint"} title={text}>
        {text}
      </p>
      {isMoving ? (
        <progress
          aria-label={where}
          aria-valuetext={text}
          max={Math.max(file.sizeBytes, 1)}
          value={job.sentBytes}
        />
      ) : null}
      <span className="drive-upload-acts">
        {act ? (
          <UnstyledButton className="act" onClick={act.run}>
            {act.text}
            <span className="unseen"> {where}</span>
          </UnstyledButton>
        ) : null}
        {isSettled(job) || state === "stored" ? null : (
          <CloseButton
            size="sm"
            aria-label={`Cancel ${where}`}
            onClick={() => uploads.cancel([id])}
          />
        )}
      </span>
    </div>
  );
});

function actOn(
  { id, state, error }: Job,
  uploads: DriveUploads,
): { text: string; run: () => void } | undefined {
  switch (state) {
    case "waiting":
    case "uploading":
    case "retrying":
      return { text: "Pause", run: () => uploads.pause([id]) };
    case "paused":
      return { text: "Resume", run: () => uploads.resume([id]) };
    case "failed":
      return error?.canRetry ? { text: "Retry", run: () => uploads.retry([id]) } : undefined;
    default:
      return undefined;
  }
}
