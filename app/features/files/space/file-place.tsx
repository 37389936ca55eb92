import { Link } from "react-router";
import type { DriveFile } from "#lib/drive/node.ts";
import { rootFolder } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";
import { searchOf } from "../views.ts";
import { OwnThumb } from "../trash/own-thumb.tsx";
import { placeOf } from "../trash/words.ts";

/** The name of a file, which opens it where it lies, and the folder. */
export function FilePlace({
  file,
  tree,
  facts,
}: {
  file: DriveFile;
  tree: DriveTree;
  /** Said after the place. */
  facts: readonly string[];
}) {
  const parent = tree.pathOf(file.id).at(-1)?.id ?? rootFolder;
  return (
    <div className="drive-care-file">
      <OwnThumb node={file} />
      <div className="drive-care-what">
        <Link to={{ search: searchOf({ folder: parent, open: file.id }) }} dir="auto">
          {file.name}
        </Link>
        <p className="faint">
          <bdi>{placeOf(tree, file.id)}</bdi>
          {facts.map((fact) => `, ${fact}`).join("")}
        </p>
      </div>
    </div>
  );
}
