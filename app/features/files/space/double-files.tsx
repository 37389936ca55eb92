/** The same content more than once: one stays, the others go into the trash, and can come back. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Drive } from "#app/live/drive/drive.ts";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveFile } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";
import { quoted } from "#lib/quoted.ts";
import { trashNodes } from "../trash/trash-acts.ts";
import { filesWord, placeOf } from "../trash/words.ts";
import { FilePlace } from "./file-place.tsx";
import { type Doubles, type SpaceFacts, spareOf } from "./space-facts.ts";
import { SpacePart } from "./space-part.tsx";

export function DoubleFiles({ drive, facts }: { drive: Drive; facts: SpaceFacts }) {
  const { tree } = drive.snapshot();
  const [isBusy, setBusy] = useState(false);
  const { doubles } = facts;
  const spare = doubles.reduce((sum, group) => sum + group.spare, 0);

  async function keepOne(): Promise<void> {
    setBusy(true);
    const files = spareOf(doubles);
    await trashNodes(
      drive,
      files,
      `Moved ${filesWord(files.length)} to the trash, one of each stays.`,
    );
    setBusy(false);
  }

  return (
    <SpacePart
      title="Doubles"
      text={wordsOf(facts, spare)}
      action={
        doubles.length < 2 ? undefined : (
          <Button
            variant="default"
            size="compact-md"
            loading={isBusy}
            onClick={() => void keepOne()}
          >
            Keep the first of each
          </Button>
        )
      }
      items={doubles}
      keyOf={({ files }) => files[0]?.version.sha256 ?? ""}
    >
      {(group: Doubles) => <Group drive={drive} tree={tree} group={group} />}
    </SpacePart>
  );
}

function wordsOf({ doubles, unknown }: SpaceFacts, spare: number): string {
  const more = unknown === 0 ? "" : ` ${filesWord(unknown)} cannot be compared.`;
  if (doubles.length === 0) return `No file is there twice.${more}`;
  const first = "First stands what is shared, starred or oldest.";
  return `${formatBytes(spare)} become free when of each only one is left. ${first}${more}`;
}

function Group({ drive, tree, group }: { drive: Drive; tree: DriveTree; group: Doubles }) {
  const { files, size } = group;
  const [isBusy, setBusy] = useState(false);

  async function keep(file: DriveFile): Promise<void> {
    setBusy(true);
    const others = files.filter((one) => one !== file);
    const said = `Kept ${quoted(file.name)} in ${placeOf(tree, file.id)}; ${others.length === 1 ? "the other one is" : `${others.length} others are`} in the trash.`;
    await trashNodes(drive, others, said);
    setBusy(false);
  }

  return (
    <div className="drive-doubles">
      <p className="faint">
        {files.length.toLocaleString("en")} times {formatBytes(size)}
      </p>
      <ul>
        {files.map((file) => (
          <li key={file.id} className="drive-space-line">
            <FilePlace file={file} tree={tree} facts={factsOf(file)} />
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Keep this one: ${quoted(file.name)} in ${placeOf(tree, file.id)}`}
              disabled={isBusy}
              onClick={() => void keep(file)}
            >
              Keep this one
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function factsOf({ createdAt, links, starred, older }: DriveFile): string[] {
  return [
    shortDayOf(createdAt),
    ...(starred ? ["starred"] : []),
    ...(links > 0 ? ["has a share link"] : []),
    ...(older.length > 0
      ? [`${older.length} old ${older.length === 1 ? "version" : "versions"}`]
      : []),
  ];
}
