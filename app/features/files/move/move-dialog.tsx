/** Another folder for what is chosen, gone to step by step; a folder can be made on the way. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { DriveNode } from "#lib/drive/node.ts";
import { movable, whatOf } from "../acts/file-acts.ts";
import { NewFolderDialog } from "../late-views.tsx";
import { byName } from "../order.ts";
import type { DriveSource } from "../source.ts";

type Props = {
  source: DriveSource;
  nodes: readonly DriveNode[];
  verb: "Move" | "Copy";
  /** Where it opens. */
  folder: string;
  /** What the top is called, and its id: a folder that somebody else shares has nothing above it. */
  top: { id: string; name: string };
  onChoose: (folder: string) => void;
  onClose: () => void;
};

export function MoveDialog({ source, nodes, verb, folder, top, onChoose, onClose }: Props) {
  const label = useId();
  const [at, setAt] = useState(folder);
  const [isMaking, setMaking] = useState(false);
  const children = source.childrenOf(at);
  const folders = (children ?? []).filter(({ kind }) => kind === "folder").toSorted(byName);
  const own = new Set(nodes.map(({ id }) => id));
  const here = source.nodeOf(at);
  const path =
    at === top.id
      ? [top]
      : [
          top,
          ...source.pathOf(at).filter(({ id }) => id !== top.id),
          { id: at, name: here?.name ?? "" },
        ];
  const isUseless = verb === "Move" && movable(source, nodes, at).length === 0;
  return (
    <Modal label={label} className="modal record-dialog drive-move" onClose={onClose}>
      <h2 id={label} dir="auto">
        {verb} {whatOf(nodes)}
      </h2>
      <nav aria-label="Folder" className="drive-move-path">
        {path.map(({ id, name }, index) =>
          index === path.length - 1 ? (
            <strong key={id} dir="auto">
              {name}
            </strong>
          ) : (
            <button key={id} type="button" dir="auto" onClick={() => setAt(id)}>
              {name}
            </button>
          ),
        )}
      </nav>
      <ul className="drive-move-folders" aria-label="Folders in it">
        {folders.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              dir="auto"
              // A folder goes neither into itself nor below.
              disabled={own.has(id)}
              onClick={() => setAt(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {folders.length === 0 ? (
        <p className="faint">{children === undefined ? "Loading..." : "No folders in it."}</p>
      ) : null}
      <div className="confirm-buttons">
        <Button variant="subtle" onClick={() => setMaking(true)}>
          New folder
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={isUseless}
          onClick={() => {
            onChoose(at);
            onClose();
          }}
        >
          {verb} here
        </Button>
      </div>
      {isMaking ? (
        <NewFolderDialog
          source={source}
          parent={at}
          onMade={setAt}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </Modal>
  );
}
