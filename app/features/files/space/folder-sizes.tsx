/** What each folder takes, one level after the other. */
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { type DriveFolder, rootFolder } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";
import { searchOf } from "../views.ts";
import { driveName, filesWord } from "../trash/words.ts";
import { SpacePart } from "./space-part.tsx";

type Line = {
  folder: DriveFolder | undefined;
  bytes: number;
  /** Lying in it at any depth, or the files beside the folders. */
  files: number;
};

export function FolderSizes({ tree }: { tree: DriveTree }) {
  const [wanted, setWanted] = useState<string>(rootFolder);
  // A folder that has gone meanwhile shows what is left.
  const isThere =
    wanted === rootFolder || (tree.isBelow(wanted, rootFolder) && !tree.isTrashed(wanted));
  const at = isThere ? wanted : rootFolder;
  const lines = useMemo(() => linesOf(tree, at), [tree, at]);
  const most = Math.max(1, ...lines.map(({ bytes }) => bytes));
  const path = at === rootFolder ? [] : [...tree.pathOf(at), folderOf(tree, at)];
  return (
    <SpacePart
      title="Folders"
      text={lines.length === 0 ? "This folder is empty." : "With old versions, without the trash."}
      action={at === rootFolder ? undefined : <Way path={path} onGo={setWanted} />}
      items={lines}
      keyOf={({ folder }) => folder?.id ?? `in ${at}`}
    >
      {({ folder, bytes, files }: Line) => (
        <div className="drive-space-line">
          <div className="drive-care-what">
            {folder === undefined ? (
              <span>Files beside the folders</span>
            ) : (
              <Link to={{ search: searchOf({ folder: folder.id }) }} dir="auto">
                {folder.name}
              </Link>
            )}
            <p className="faint">{filesWord(files)}</p>
            <span
              className="drive-space-share"
              aria-hidden="true"
              style={{ width: `${(bytes / most) * 100}%` }}
            />
          </div>
          <span className="drive-space-size">{formatBytes(bytes)}</span>
          {folder === undefined ? null : (
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Look inside ${folder.name}`}
              onClick={() => setWanted(folder.id)}
            >
              Look inside
            </Button>
          )}
        </div>
      )}
    </SpacePart>
  );
}

function Way({
  path,
  onGo,
}: {
  path: readonly (DriveFolder | undefined)[];
  onGo: (folder: string) => void;
}) {
  const folders = path.filter((folder) => folder !== undefined);
  const here = folders.at(-1);
  return (
    <nav className="drive-space-way" aria-label="Folder whose sizes are shown">
      <button type="button" onClick={() => onGo(rootFolder)}>
        {driveName}
      </button>
      {folders.slice(0, -1).map(({ id, name }) => (
        <button key={id} type="button" dir="auto" onClick={() => onGo(id)}>
          {name}
        </button>
      ))}
      <span dir="auto" aria-current="true">
        {here?.name}
      </span>
    </nav>
  );
}

function folderOf(tree: DriveTree, id: string): DriveFolder | undefined {
  const parent = tree.pathOf(id).at(-1)?.id ?? rootFolder;
  const found = tree.childrenOf(parent).find((node) => node.id === id);
  return found?.kind === "folder" ? found : undefined;
}

function linesOf(tree: DriveTree, at: string): Line[] {
  const here = tree.childrenOf(at);
  const lines: Line[] = here
    .filter((node) => node.kind === "folder")
    .map((folder) => ({ folder, ...sumOf(tree, folder.id) }));
  const files = here.filter(({ kind }) => kind === "file");
  if (files.length > 0) {
    const bytes = files.reduce((sum, { id }) => sum + tree.sizeOf(id), 0);
    lines.push({ folder: undefined, bytes, files: files.length });
  }
  return lines.toSorted((a, b) => b.bytes - a.bytes);
}

/** Without what is in the trash, which `sizeOf` counts. */
function sumOf(tree: DriveTree, folder: string): { bytes: number; files: number } {
  let bytes = 0;
  let files = 0;
  const todo = [...tree.childrenOf(folder)];
  for (const node of todo) {
    if (node.kind === "folder") for (const child of tree.childrenOf(node.id)) todo.push(child);
    else {
      bytes += tree.sizeOf(node.id);
      files += 1;
    }
  }
  return { bytes, files };
}
