/** The button of a folder's head: files or a whole folder from this device. */
import { Button } from "@mantine/core";
import { type ChangeEvent, useRef, useState } from "react";
import { RowMenu } from "../late-views.tsx";
import { readChosen } from "./read-given.ts";
import { useUploadSeat } from "./upload-seat.ts";

export function UploadMenu() {
  const seat = useUploadSeat();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number }>();
  if (!seat || (!seat.mayWrite && !seat.hasReport)) return null;

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const handed = readChosen(currentTarget.files);
    // The same file can be chosen twice in a row.
    currentTarget.value = "";
    if (handed.files.length > 0) void seat.give(handed);
  };
  const close = () => {
    setAt(undefined);
    button.current?.focus();
  };
  const acts = [
    ...(seat.mayWrite
      ? [
          { id: "upload-files", title: "Files…", run: () => files.current?.click() },
          { id: "upload-folder", title: "Folder…", run: () => folder.current?.click() },
        ]
      : []),
    ...(seat.hasReport
      ? [{ id: "upload-report", title: "Show the last uploads", run: seat.showReport }]
      : []),
  ];
  return (
    <>
      <Button
        ref={button}
        disabled={!seat.uploads}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setAt({ x: left, y: bottom });
        }}
      >
        Upload
      </Button>
      {at ? <RowMenu at={at} label="Upload" acts={acts} onClose={close} /> : null}
      <input
        type="file"
        multiple
        hidden
        ref={files}
        onChange={choose}
        aria-label="Files to upload"
      />
      <input
        type="file"
        hidden
        // React has no type for it.
        ref={(input) => {
          folder.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        onChange={choose}
        aria-label="Folder to upload"
      />
    </>
  );
}
