/** A new version of one file, whatever the chosen one is called, and how far it is: what shows all uploads may lie behind. */
import { Button } from "@mantine/core";
import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import type { DriveFile } from "#lib/drive/node.ts";
import type { DriveSource } from "../source.ts";
import type { DriveUploads } from "./drive-uploads.ts";
import { isSettled } from "./job.ts";
import { readChosen } from "./read-given.ts";
import { useUploadSeat } from "./upload-seat.ts";
import { rowText } from "./words.ts";

type Props = { source: DriveSource; node: DriveFile };

export function NewVersion({ source, node }: Props) {
  const seat = useUploadSeat();
  const picker = useRef<HTMLInputElement>(null);
  if (!seat || source.role === "viewer") return null;
  const { uploads, give } = seat;
  return (
    <>
      <Button variant="default" disabled={!uploads} onClick={() => picker.current?.click()}>
        Upload a new version…
      </Button>
      <input
        type="file"
        hidden
        ref={picker}
        aria-label={`New version of ${node.name}`}
        onChange={({ currentTarget }) => {
          const handed = readChosen(currentTarget.files);
          // The same file can be chosen twice in a row.
          currentTarget.value = "";
          if (handed.files.length > 0) void give(handed, { version: node });
        }}
      />
      {uploads ? <Coming key={node.id} uploads={uploads} id={node.id} /> : null}
    </>
  );
}

function Coming({ uploads, id }: { uploads: DriveUploads; id: string }) {
  const isOnline = useOnline();
  const jobs = useSyncExternalStore(
    useCallback((told: () => void) => uploads.subscribe(told), [uploads]),
    () => uploads.snapshot(),
  );
  const [before] = useState(() => new Set(jobs.map((job) => job.id)));
  const job = jobs.findLast(({ version }) => version === id);
  // What became of one of before is in the report.
  const isOld = !job || (isSettled(job) && before.has(job.id));
  return <output>{isOld ? null : rowText(job, isOnline)}</output>;
}
