/** Asks what becomes of a file whose name is there already. All others go on meanwhile. */
import { Button, Checkbox } from "@mantine/core";
import { useId, useState } from "react";
import { filesText } from "#app/parts/uploader/upload-words.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import type { Job, OnTaken } from "./job.ts";

type Props = {
  job: Job;
  /** More that wait for an answer. */
  others: number;
  onAnswer: (rule: Exclude<OnTaken, "ask">, isForAll: boolean) => void;
  onLater: () => void;
};

export function ConflictDialog({ job, others, onAnswer, onLater }: Props) {
  const label = useId();
  const [isForAll, setForAll] = useState(others > 0);
  const { name, path, file, existing } = job;
  const isFolder = existing?.kind === "folder";
  const answer = (rule: Exclude<OnTaken, "ask">) => onAnswer(rule, isForAll && others > 0);
  return (
    <Modal label={label} onClose={onLater}>
      <h2 id={label} dir="auto">
        {quoted(name)} is there already
      </h2>
      {path.length > 0 ? <p className="faint">In {path.join(" / ")}</p> : null}
      <dl className="drive-conflict">
        <dt>There</dt>
        <dd>
          {existing === undefined
            ? "A file of this name"
            : isFolder
              ? "A folder of this name"
              : `${formatBytes(existing.size)}, changed ${minuteOf(existing.updatedAt)}`}
        </dd>
        <dt>Yours</dt>
        <dd>
          {formatBytes(file.sizeBytes)}, changed {minuteOf(file.lastModifiedMs)}
        </dd>
      </dl>
      <p className="faint">
        {isFolder
          ? "A folder is not replaced by a file."
          : "Replacing keeps what is there as an older version."}{" "}
        The other uploads go on meanwhile.
      </p>
      {others > 0 ? (
        <Checkbox
          label={`Do this for all ${filesText(others + 1)} whose names are there already`}
          checked={isForAll}
          onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
        />
      ) : null}
      <div className="confirm-buttons">
        <Button variant="subtle" onClick={onLater}>
          Decide later
        </Button>
        <Button variant="default" onClick={() => answer("skip")}>
          Skip
        </Button>
        <Button variant="default" onClick={() => answer("keep-both")}>
          Keep both
        </Button>
        {isFolder ? null : <Button onClick={() => answer("replace")}>Replace</Button>}
      </div>
    </Modal>
  );
}
