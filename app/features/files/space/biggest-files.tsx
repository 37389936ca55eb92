import { Button } from "@mantine/core";
import type { Drive } from "#app/live/drive/drive.ts";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveFile } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import { trashNodes } from "../trash/trash-acts.ts";
import { FilePlace } from "./file-place.tsx";
import type { SpaceFacts } from "./space-facts.ts";
import { SpacePart } from "./space-part.tsx";

const mostLines = 500;

export function BiggestFiles({ drive, facts }: { drive: Drive; facts: SpaceFacts }) {
  const { tree } = drive.snapshot();
  return (
    <SpacePart
      title="Biggest files"
      text={
        facts.biggest.length === 0
          ? "There are no files outside of the trash."
          : "What is moved to the trash takes space until it is emptied."
      }
      items={facts.biggest.slice(0, mostLines)}
      keyOf={({ id }) => id}
    >
      {(file: DriveFile) => (
        <div className="drive-space-line">
          <FilePlace file={file} tree={tree} facts={[shortDayOf(file.version.at)]} />
          <span className="drive-space-size">{formatBytes(file.version.size)}</span>
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Move ${quoted(file.name)} to the trash`}
            onClick={() => void trashNodes(drive, [file])}
          >
            Trash
          </Button>
        </div>
      )}
    </SpacePart>
  );
}
