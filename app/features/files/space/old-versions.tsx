/** What files were before they were replaced. Nothing brings these back, so each deletion is asked about. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Drive } from "#app/live/drive/drive.ts";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveAct } from "#lib/drive/acts.ts";
import { mostVersions } from "#lib/drive/limits.ts";
import type { DriveFile } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import type { ActsOutcome } from "../trash/run-acts.ts";
import { RunDialog } from "../trash/run-dialog.tsx";
import { reasonOf } from "../trash/words.ts";
import { FilePlace } from "./file-place.tsx";
import { olderBytes, type SpaceFacts } from "./space-facts.ts";
import { SpacePart } from "./space-part.tsx";

export function OldVersions({ drive, facts }: { drive: Drive; facts: SpaceFacts }) {
  const { tree } = drive.snapshot();
  const [asked, setAsked] = useState<readonly DriveFile[]>();
  const { withOlder } = facts;
  return (
    <>
      <SpacePart
        title="Old versions"
        text={
          withOlder.length === 0
            ? "No file has any. When a file is replaced, what it was before is kept."
            : `When a file is replaced, what it was before is kept, ${mostVersions} times at most.`
        }
        action={
          withOlder.length < 2 ? undefined : (
            <Button variant="default" size="compact-md" onClick={() => setAsked(withOlder)}>
              Delete all old versions…
            </Button>
          )
        }
        items={withOlder}
        keyOf={({ id }) => id}
      >
        {(file: DriveFile) => (
          <div className="drive-space-line">
            <FilePlace file={file} tree={tree} facts={[versionsWord(file.older.length)]} />
            <span className="drive-space-size">{formatBytes(olderBytes(file))}</span>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Delete the old versions of ${quoted(file.name)}`}
              onClick={() => setAsked([file])}
            >
              Delete…
            </Button>
          </div>
        )}
      </SpacePart>
      {asked === undefined ? null : (
        <Drop drive={drive} files={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

type DropProps = { drive: Drive; files: readonly DriveFile[]; onClose: () => void };

function Drop({ drive, files, onClose }: DropProps) {
  const acts: DriveAct[] = files.flatMap(({ id, older }) =>
    older.map(({ object }) => ({ act: "drop-version", id, object }) as const),
  );
  const bytes = files.reduce((sum, file) => sum + olderBytes(file), 0);
  const [only] = files;
  const of = files.length === 1 && only ? quoted(only.name) : `${files.length} files`;
  return (
    <RunDialog
      drive={drive}
      title={`Delete ${acts.length === 1 ? "the old version" : versionsWord(acts.length)} of ${of}?`}
      text={
        <p>
          The files stay as they are now. {formatBytes(bytes)} become free. This cannot be undone.
        </p>
      }
      confirm="Delete old versions"
      acts={acts}
      far={(over) => `${over.toLocaleString("en")} of ${versionsWord(acts.length)} deleted`}
      onOver={(outcome) => tellDropped(outcome, acts.length)}
      onClose={onClose}
    />
  );
}

function tellDropped({ done, failed, problem }: ActsOutcome, of: number): void {
  const words = `Deleted ${versionsWord(done.length)}.`;
  const left = of - done.length;
  const [first] = failed;
  if (left === 0) tell(words);
  else if (problem === undefined && !first) tell(`${words} ${versionsWord(left)} stayed.`);
  else
    tellProblem(
      `${words} ${versionsWord(left)} stayed. ${problem ?? (first ? reasonOf(first.error) : "")}`,
    );
}

function versionsWord(count: number): string {
  return count === 1 ? "1 old version" : `${count.toLocaleString("en")} old versions`;
}
