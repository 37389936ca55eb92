/** What a room does with what is chosen in it. */
import { useCallback, useMemo, useState } from "react";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { type CopyRun, startCopy } from "./acts/copy-run.ts";
import { download } from "./acts/download.ts";
import { move, movable, rename, star, tellCopied, trash, whatOf } from "./acts/file-acts.ts";
import { type Clip, putClip, useClip } from "./clipboard.ts";
import type { ActId } from "./room-acts.ts";
import type { DriveSource } from "./source.ts";

export type Dialog =
  | { kind: "folder" }
  | { kind: "people"; folder: { id: string; name: string } }
  | { kind: "move" | "copy" | "link"; nodes: readonly DriveNode[] };

type Parts = {
  uid: string;
  source: DriveSource;
  /** Where things are put; undefined: nothing can be put into what is shown. */
  folder: string | undefined;
  onOpen: (node: DriveNode) => void;
  onRenaming: (id: string) => void;
  onDetails: () => void;
};

export function useRoomActs({ uid, source, folder, onOpen, onRenaming, onDetails }: Parts) {
  const [dialog, setDialog] = useState<Dialog>();
  const [copy, setCopy] = useState<CopyRun>();
  const clip = useClip();
  const mayWrite = source.role !== "viewer";

  const copyTo = useCallback(
    (nodes: readonly DriveNode[], into: string) => {
      if (copy && !copy.state().isOver) {
        tellProblem("Another copy is under way. Wait for it, or stop it first.");
        return;
      }
      const started = startCopy(source, nodes, into);
      setCopy(started);
      const leave = started.subscribe(() => {
        const { isOver, isStopped, failed, made } = started.state();
        if (!isOver) return;
        leave();
        // What did not go well stays until it is read.
        if (isStopped || failed.length > 0) return;
        setCopy((shown) => (shown === started ? undefined : shown));
        tellCopied(source, nodes, { folder: into, made });
      });
    },
    [source, copy],
  );

  const run = useCallback(
    (id: ActId, nodes: readonly DriveNode[]) => {
      const [only] = nodes;
      if (!only) return;
      if (id === "open") onOpen(only);
      else if (id === "download") void download(uid, source, nodes);
      else if (id === "rename") onRenaming(only.id);
      else if (id === "star") void star(source, nodes);
      else if (id === "trash") void trash(source, nodes);
      else if (id === "details") onDetails();
      else if (id === "people") setDialog({ kind: "people", folder: only });
      else setDialog({ kind: id, nodes });
    },
    [uid, source, onOpen, onRenaming, onDetails],
  );

  const keep = useCallback(
    (nodes: readonly DriveNode[], isCut: boolean) => {
      if (nodes.length === 0 || (isCut && !mayWrite)) return;
      putClip({ ids: nodes.map(({ id }) => id), isCut, owner: source.owner });
    },
    [source, mayWrite],
  );

  const paste = useCallback(() => {
    if (clip === undefined) return;
    const why = whyNoPaste(clip, source, folder);
    if (why !== undefined || folder === undefined) {
      tellProblem(why);
      return;
    }
    const nodes = clip.ids.flatMap((id) => source.nodeOf(id) ?? []);
    if (clip.isCut) {
      putClip(undefined);
      if (movable(source, nodes, folder).length === 0) {
        tellProblem(`${whatOf(nodes)} cannot go into this folder, or is there already.`);
      } else void move(source, nodes, folder);
    } else copyTo(nodes, folder);
  }, [clip, source, folder, copyTo]);

  const cut = useMemo(
    () => new Set(clip?.isCut && clip.owner === source.owner ? clip.ids : []),
    [clip, source.owner],
  );
  const onRename = useCallback(
    (node: DriveNode, name: string) => rename(source, node, name),
    [source],
  );
  return { dialog, setDialog, copy, setCopy, copyTo, run, keep, paste, cut, onRename, mayWrite };
}

function whyNoPaste(
  clip: Clip,
  source: DriveSource,
  folder: string | undefined,
): string | undefined {
  if (folder === undefined) return "Open a folder to paste into.";
  if (source.role === "viewer") return "You may look at this folder, and change nothing.";
  if (clip.owner !== source.owner) {
    return "Files of another account cannot be pasted here. Download them, and upload them here.";
  }
  return clip.ids.some((id) => source.nodeOf(id))
    ? undefined
    : "What was copied is not there any more.";
}
