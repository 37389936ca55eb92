/** A new version of one file, whatever the chosen one is called. */
import { Button } from "@mantine/core";
import { useRef } from "react";
import type { DriveFile } from "#lib/drive/node.ts";
import type { DriveSource } from "../source.ts";
import { readChosen } from "./read-given.ts";
import { useUploadSeat } from "./upload-seat.ts";

type Props = { source: DriveSource; node: DriveFile };

export function NewVersion({ source, node }: Props) {
  const seat = useUploadSeat();
  const picker = useRef<HTMLInputElement>(null);
  if (!seat || source.role === "viewer") return null;
  return (
    <>
      <Button variant="default" disabled={!seat.isReady} onClick={() => picker.current?.click()}>
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
          if (handed.files.length > 0) void seat.give(handed, { version: node.id });
        }}
      />
    </>
  );
}
