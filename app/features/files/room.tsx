/** Files and folders of a source: views at the side, the list in the middle, details of what is chosen beside it. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import type { Drive } from "#app/live/drive/drive.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import type { DriveNode } from "#lib/drive/node.ts";
import { move, movable, trash, whatOf } from "./acts/file-acts.ts";
import { ChoiceBar } from "./choice-bar.tsx";
import { useFileDrag } from "./drag.ts";
import { FilterBar } from "./filter-bar.tsx";
import { foundWords } from "./found-words.ts";
import { shortcutsOf } from "./keys.ts";
import { useLook } from "./kept-look.ts";
import { CopyDock, Details, RowMenu, UploadMenu } from "./late-views.tsx";
import { chosenOr, type ListHandle } from "./list/use-list-control.ts";
import { FilesNav } from "./nav.tsx";
import type { Kind } from "./order.ts";
import { PathBar } from "./path-bar.tsx";
import { RoomDialogs } from "./room-dialogs.tsx";
import { RoomList } from "./room-list.tsx";
import { type Selection, nothingChosen, stillShown } from "./selection.ts";
import type { DriveSource } from "./source.ts";
import { driveName } from "./trash/words.ts";
import { useAddress } from "./use-address.ts";
import { useClipKeys } from "./use-clip-keys.ts";
import { useFileActs } from "./use-file-acts.ts";
import { useFoundBelow } from "./use-found-below.ts";
import { useRoomActs } from "./use-room-acts.ts";
import { useShown } from "./use-shown.ts";
import { type FilesView, folderOf, viewTitles } from "./views.ts";

type Props = {
  uid: string;
  source: DriveSource;
  view: FilesView;
  /** The one that is shown; of another view than files, undefined. */
  folder: string | undefined;
  /** What the path begins with. */
  top: { id: string; name: string };
  /** One's own: all of it can be searched. */
  drive: Drive | undefined;
  isLoading: boolean;
  problem: string | undefined;
  onRetry: () => void;
  /** In the place of the list: the other views. */
  children?: ReactNode;
};

export function Room(props: Props) {
  const { uid, view, folder, top, drive, children } = props;
  const isOwn = drive !== undefined;
  const owner = isOwn ? "" : props.source.owner;
  const { query, go, openFile, closeFile } = useAddress();
  const [look, changeLook] = useLook();
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<Kind>("");
  const [chosen, setSelection] = useState<Selection>(nothingChosen);
  const [renaming, setRenaming] = useState<string>();
  const [isDetailed, setDetailed] = useState(false);
  const [menu, setMenu] = useState<{ x: number; y: number; isByTouch?: boolean }>();
  const [list, setList] = useState<ListHandle | null>(null);
  const isOnline = useOnline();

  // What is chosen elsewhere is not chosen here.
  const place = `${view} ${owner} ${folder}`;
  const [seen, setSeen] = useState(place);
  if (seen !== place) {
    setSeen(place);
    setSelection(nothingChosen);
    setRenaming(undefined);
    setWords("");
    setKind("");
  }
  const found = useFoundBelow(props.source, isOwn ? undefined : top.id, words);
  const source = found?.source ?? props.source;
  const isLoading = found?.isLoading ?? props.isLoading;
  const problem = props.problem ?? found?.problem;
  const { nodes, placeOf, isOrdered } = useShown({
    source,
    drive,
    foundBelow: found?.nodes,
    view,
    folder,
    words,
    kind,
    look,
  });
  const isListed = children === undefined || words !== "";
  const hasChosen = chosen.ids.size > 0;
  // Counted once for thousands, not at each step of a selection.
  const shown = useMemo(
    () => (hasChosen ? new Set(nodes.map(({ id }) => id)) : undefined),
    [hasChosen, nodes],
  );
  const selection = useMemo(
    () => (shown ? stillShown(chosen, (id) => shown.has(id)) : chosen),
    [chosen, shown],
  );
  const chosenNodes = useMemo(
    () => (selection.ids.size === 0 ? [] : nodes.filter(({ id }) => selection.ids.has(id))),
    [nodes, selection],
  );

  const open = useCallback(
    (node: DriveNode) => {
      if (node.kind === "folder") go({ owner, folder: node.id });
      // Of one's own all is known without its folder.
      else openFile(node.id, isOwn || node.parent === folder ? undefined : node.parent);
    },
    [go, openFile, owner, isOwn, folder],
  );
  const showDetails = useCallback(() => setDetailed(true), []);
  const acts = useRoomActs({
    uid,
    source,
    folder: view === "files" ? folder : undefined,
    onOpen: open,
    onRenaming: setRenaming,
    onDetails: showDetails,
  });
  const { run, mayWrite } = acts;
  const fileActs = useFileActs(chosenNodes, { role: source.role, isOwn }, run);
  useClipKeys({
    copy: () => acts.keep(chosenNodes, false),
    cut: () => acts.keep(chosenNodes, true),
    paste: acts.paste,
  });

  const now = useRef({ source, nodes, selection, acts });
  useEffect(() => {
    now.current = { source, nodes, selection, acts };
  });
  const shortcuts = useMemo(
    () =>
      // They are read when a key is pressed.
      // oxlint-disable-next-line react/refs
      shortcutsOf({
        mayWrite: mayWrite && view === "files",
        run: (id) => {
          const there = now.current;
          const of = there.nodes.filter(({ id: own }) => there.selection.ids.has(own));
          there.acts.run(id, of);
        },
        onFolder: () => now.current.acts.setDialog({ kind: "folder" }),
        onDetails: () => setDetailed((is) => !is),
        onLayout: () => changeLook({ layout: look.layout === "list" ? "grid" : "list" }),
        onUp: () => {
          if (folder !== undefined && folder !== top.id) {
            go({ owner, folder: now.current.source.pathOf(folder).at(-1)?.id ?? top.id });
          }
        },
      }),
    [mayWrite, view, changeLook, look.layout, folder, top.id, go, owner],
  );
  const drag = useFileDrag({
    take(id) {
      const node = source.nodeOf(id);
      if (!node || !mayWrite) return undefined;
      const all = chosenOr(nodes, selection, node);
      return { ids: all.map(({ id: own }) => own), title: whatOf(all) };
    },
    fits: (ids, into) => movable(source, nodesOf(source, ids), into).length > 0,
    drop: (ids, into) => void move(source, nodesOf(source, ids), into),
  });

  const path =
    folder === undefined || folder === top.id
      ? [top]
      : [
          top,
          ...source.pathOf(folder).filter(({ id }) => id !== top.id),
          { id: folder, name: source.nodeOf(folder)?.name ?? "…" },
        ];
  const title = view === "files" ? (path.at(-1)?.name ?? driveName) : viewTitles[view];
  const isChoosing = selection.ids.size > 0 && isListed;
  const details = chosenNodes.length > 0 ? chosenNodes : nodesOf(source, [folder ?? ""]);

  return (
    <ToolFrame
      title={title}
      sync={isOnline ? undefined : { failed: offlineWords }}
      shortcuts={shortcuts}
      action={view === "files" && mayWrite ? uploadMenu : undefined}
      bar={
        <FilterBar
          words={words}
          onWords={setWords}
          placeholder={isOwn ? "All of your files" : "All that is shared here"}
          kind={kind}
          onKind={setKind}
          look={look}
          onLook={changeLook}
          isListed={isListed}
          isOrdered={isOrdered}
        />
      }
      panel={
        isDetailed && isListed && details.length > 0
          ? {
              title: "Details",
              onClose: () => setDetailed(false),
              children: <Details source={source} nodes={details} />,
            }
          : undefined
      }
    >
      {/* A shorter way to what "Move to…" does. */}
      <div className="drive" {...drag}>
        <div className="drive-body">
          <FilesNav view={isOwn ? view : "shared"} drive={drive} />
          <div className="drive-main">
            {problem === undefined ? null : (
              <ProblemNote text={problem} onRetry={found?.again ?? props.onRetry} />
            )}
            {isListed ? (
              <div className="drive-line">
                {isChoosing ? (
                  <ChoiceBar
                    count={selection.ids.size}
                    acts={fileActs}
                    onMore={setMenu}
                    onClear={() => setSelection({ ...nothingChosen, at: selection.at })}
                  />
                ) : (
                  <>
                    {words !== "" ? (
                      <p className="drive-found" aria-live="polite">
                        {found?.isLoading ? "Searching…" : foundWords(nodes.length, found)}
                      </p>
                    ) : view === "files" ? (
                      <PathBar path={path} owner={owner} />
                    ) : null}
                    {view === "files" && words === "" ? (
                      <div className="drive-line-acts">
                        {isOwn ? null : (
                          <Button
                            variant="default"
                            size="compact-md"
                            onClick={() => acts.setDialog({ kind: "people", folder: top })}
                          >
                            People…
                          </Button>
                        )}
                        {mayWrite ? (
                          <Button
                            variant="default"
                            size="compact-md"
                            onClick={() => acts.setDialog({ kind: "folder" })}
                          >
                            New folder
                          </Button>
                        ) : null}
                      </div>
                    ) : null}
                  </>
                )}
              </div>
            ) : null}
            {isListed ? (
              <RoomList
                ref={setList}
                label={words === "" ? title : "What was found"}
                {...{
                  source,
                  isOwn,
                  nodes,
                  selection,
                  placeOf: placeOf ?? found?.placeOf,
                  view,
                  isLoading,
                  mayWrite,
                  renaming,
                }}
                layout={look.layout}
                cut={acts.cut}
                order={look.order}
                onOrder={isOrdered ? (order) => changeLook({ order }) : undefined}
                onSelection={setSelection}
                onRenaming={mayWrite ? setRenaming : noRenaming}
                onRename={acts.onRename}
                onOpen={open}
                onMenu={(_node, at) => setMenu(at)}
                onTrash={mayWrite ? (all) => void trash(source, all) : undefined}
                isSearch={words !== ""}
                isAllSearched={found?.isAll !== false}
                isFiltered={kind !== ""}
                isTop={folder === top.id}
                onNoFilter={() => {
                  setWords("");
                  setKind("");
                }}
              />
            ) : (
              children
            )}
          </div>
        </div>
      </div>
      {menu && fileActs.length > 0 ? (
        <RowMenu
          at={menu}
          label={`What to do with ${whatOf(chosenNodes)}`}
          acts={fileActs}
          onClose={(act) => {
            setMenu(undefined);
            // Else the next tap would select, where it is to open.
            if (menu.isByTouch && act?.id !== "details") {
              setSelection({ ...nothingChosen, at: selection.at });
            }
            // Also before a dialog, which gives it back at its end.
            if (selection.at) list?.focus(selection.at);
          }}
        />
      ) : null}
      {acts.copy ? <CopyDock run={acts.copy} onClose={() => acts.setCopy(undefined)} /> : null}
      <RoomDialogs
        {...{ acts, source, top, nodes }}
        folder={folder ?? top.id}
        opened={query.open}
        openedIn={folderOf({ folder: query.in })}
        onOpened={open}
        onClosed={closeFile}
        onLeft={() => go({ view: "shared" })}
        onMade={(id) => setSelection({ ids: new Set([id]), anchor: id, at: id })}
      />
    </ToolFrame>
  );
}

const offlineWords = "Offline: files can be looked at, and changed once you are back.";
const noRenaming = () => {};
/** The same for ever: it is not drawn anew with each key. */
const uploadMenu = <UploadMenu />;

function nodesOf(source: DriveSource, ids: readonly string[]): DriveNode[] {
  return ids.flatMap((id) => source.nodeOf(id) ?? []);
}

function useOnline(): boolean {
  return useSyncExternalStore(watchLine, () => navigator.onLine);
}

function watchLine(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
