/** What is in a ZIP, by its own list: nothing of it is unpacked, and only the list is loaded. */
import { useCallback } from "react";
import { openRemoteFile } from "#app/live/drive/remote-file.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { type ZipMember, readDirectory, zipLimits } from "#lib/zip/zip-directory.ts";
import { type Column, RowsTable } from "./rows-table.tsx";
import { useLoaded } from "./use-loaded.ts";
import type { ViewProps, ViewedFile } from "./view-props.ts";
import { ViewProblem, Waiting } from "./view-states.tsx";

const columns: readonly Column[] = [
  { label: "Name", width: "minmax(14rem, 1fr)" },
  { label: "Size", width: "7rem", isNumber: true },
  { label: "Changed", width: "11rem" },
];

export default function ZipView({ file, onDownload }: ViewProps) {
  const load = useCallback((signal: AbortSignal) => listZip(file, signal), [file]);
  const { value: members, problem, retry } = useLoaded(load);
  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (members === undefined) return <Waiting />;
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className="drive-view-table">
      <p className="drive-view-facts faint">
        {members.length === 1 ? "1 file" : `${members.length.toLocaleString("en")} files`},{" "}
        {formatBytes(bytes)} unpacked
      </p>
      <RowsTable label={`In ${file.name}`} columns={columns} rows={members.map(rowOf)} />
    </div>
  );
}

async function listZip(file: ViewedFile, signal: AbortSignal): Promise<ZipMember[]> {
  const remote = openRemoteFile(file, file.size);
  const pieces = {
    size: file.size,
    slice: (start: number, end: number) => ({
      arrayBuffer: async () =>
        (await remote.read(Math.max(0, start), Math.min(end, file.size), signal)).buffer,
    }),
  };
  // Nothing is inflated: how large it is does not matter.
  const members = await readDirectory(pieces, { ...zipLimits, bytes: Infinity });
  const words = new Intl.Collator("en", { numeric: true });
  return members.toSorted((a, b) => words.compare(a.name, b.name));
}

function rowOf({ name, size, modified }: ZipMember): string[] {
  // What turns the writing round would make another name of it.
  const shown = name.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
  return [shown, formatBytes(size), modified.replace("T", " ")];
}
