/** What opens over the files: dialogs, and the file that is looked at. */
import { useEffect, useMemo, useState } from "react";
import type { DriveNode } from "#lib/drive/node.ts";
import { move } from "./acts/file-acts.ts";
import { LinksDialog, MoveDialog, NewFolderDialog, PeopleDialog, Preview } from "./late-views.tsx";
import type { DriveSource } from "./source.ts";
import type { useRoomActs } from "./use-room-acts.ts";

type Props = {
  acts: ReturnType<typeof useRoomActs>;
  source: DriveSource;
  folder: string;
  top: { id: string; name: string };
  /** In the order shown. */
  nodes: readonly DriveNode[];
  /** The id of the file that is looked at; empty: none. */
  opened: string;
  /** The folder that it lies in, which may not have been looked into; empty: the one that is shown. */
  openedIn: string;
  onOpened: (node: DriveNode) => void;
  onClosed: () => void;
  onMade: (id: string) => void;
  /** Who looks has left the folder that somebody shares. */
  onLeft: () => void;
};

export function RoomDialogs(props: Props) {
  const { acts, source, folder, top, nodes, opened, openedIn } = props;
  const { onOpened, onClosed, onMade, onLeft } = props;
  const { dialog, setDialog } = acts;
  const close = () => setDialog(undefined);
  // Deleted on another device, it is said to be gone where it was looked at.
  const [last, setLast] = useState<DriveNode>();
  const found = opened === "" ? undefined : source.nodeOf(opened);
  if (found && found !== last) setLast(found);
  const file = found ?? (last?.id === opened ? last : undefined);
  const isMissing = openedIn !== "" && opened !== "" && file === undefined;
  useEffect(() => {
    // Asked for, it is looked into.
    if (isMissing) source.childrenOf(openedIn);
  }, [isMissing, source, openedIn]);
  const siblings = useMemo(() => {
    if (opened === "") return [];
    return nodes.filter((node) => node.kind === "file");
  }, [nodes, opened]);
  return (
    <>
      {file?.kind === "file" ? (
        <Preview
          source={source}
          node={file}
          siblings={siblings}
          onClose={onClosed}
          onStep={onOpened}
        />
      ) : null}
      {dialog?.kind === "folder" ? (
        <NewFolderDialog source={source} parent={folder} onMade={onMade} onClose={close} />
      ) : null}
      {dialog?.kind === "move" || dialog?.kind === "copy" ? (
        <MoveDialog
          source={source}
          nodes={dialog.nodes}
          verb={dialog.kind === "move" ? "Move" : "Copy"}
          folder={folder}
          top={top}
          onChoose={(into) => {
            if (dialog.kind === "move") void move(source, dialog.nodes, into);
            else acts.copyTo(dialog.nodes, into);
          }}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === "link" && dialog.nodes[0] ? (
        <LinksDialog node={dialog.nodes[0]} onClose={close} />
      ) : null}
      {dialog?.kind === "people" ? (
        <PeopleDialog owner={source.owner} node={dialog.folder} onClose={close} onLeft={onLeft} />
      ) : null}
    </>
  );
}
