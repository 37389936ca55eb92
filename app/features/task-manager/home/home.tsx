/** The boards of who is signed in, and the invites to them. */
import { Button, CloseButton, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { Dot } from "#app/parts/records/dot.tsx";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import type { BoardEntry } from "#app/live/boards.ts";
import {
  ImportTrello,
  InviteList,
  LeftNotes,
  NewBoardDialog,
  RemoveSample,
  SampleButton,
  SearchView,
} from "../late-views.tsx";
import { useAddress } from "../use-address.ts";
import { useTitleFocus } from "../use-title-focus.ts";
import { searchOf } from "../views.ts";
import { roleNames } from "../role-names.ts";
import { keptSample } from "./kept-sample.ts";
import { useBoards } from "./use-boards.ts";
import { useDue } from "./use-due.ts";

type Props = {
  uid: string;
  title: string;
  /** From a board. */
  isMoved: boolean;
  asked: ReactNode;
};

export function Home({ uid, title, isMoved, asked }: Props) {
  const { query, go, filter } = useAddress();
  const { boards, failed, again } = useBoards(uid);
  const isOnline = useOnline();
  useTitleFocus(isMoved, true);
  const [sample] = useState(() => keptSample(uid));
  const due = useDue(uid, boards);
  const [isMaking, setMaking] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const shortcuts = useMemo(
    () => [{ key: "n", title: "New board", run: () => setMaking(true) }],
    [],
  );
  const open = (board: string) => go({ board });
  const newBoard = <Button onClick={() => setMaking(true)}>New board</Button>;
  const importBoard = (
    <Button variant="default" onClick={() => setImporting(true)}>
      Import from Trello…
    </Button>
  );

  return (
    <ToolFrame
      title={title}
      shortcuts={shortcuts}
      action={newBoard}
      bar={
        boards && boards.length > 0 ? (
          <>
            <Search words={query.search} onSearch={(search) => filter({ search })} />
            {importBoard}
          </>
        ) : undefined
      }
    >
      <div className="boards-home">
        {/* What was answered over the page is asked anew. */}
        <InviteList key={query.invite} onJoined={open} />
        {failed === undefined ? null : <ProblemNote text={failed} onRetry={again} />}
        {boards === undefined ? null : <LeftNotes uid={uid} boards={boards} />}
        {boards === undefined ? (
          isOnline ? (
            failed === undefined && <SkeletonRows rows={4} />
          ) : (
            <EmptyRoom
              title="You are offline"
              text="This browser keeps no list of your boards yet. They come once you are connected."
            />
          )
        ) : query.search !== "" ? (
          <SearchView words={query.search} boards={boards} />
        ) : boards.length === 0 ? (
          <EmptyRoom
            title="No board yet"
            text="A board has columns, and in them cards for what is to be done. Several people can work on it at once, everybody sees what happens, and all of it can be undone."
            action={
              <div className="record-acts">
                {newBoard}
                <SampleButton uid={uid} onMade={open} />
                {importBoard}
              </div>
            }
          />
        ) : (
          <ul className="boards-list">
            {boards.map((board) => (
              <li key={board.id}>
                <BoardRow board={board} due={due.get(board.id)} />
                {sample === board.id && board.role === "owner" ? (
                  <RemoveSample uid={uid} board={board} />
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isMaking || query.view === "new" ? (
        <NewBoardDialog
          onClose={() => {
            setMaking(false);
            if (query.view !== "") go({}, { replace: true });
          }}
          onMade={open}
        />
      ) : null}
      {isImporting ? (
        <ImportTrello uid={uid} onClose={() => setImporting(false)} onImported={open} />
      ) : null}
      {asked}
    </ToolFrame>
  );
}

/** @param due cards of mine that are due; undefined: not known here */
function BoardRow({ board, due = 0 }: { board: BoardEntry; due?: number | undefined }) {
  const { id, name, colour, role } = board;
  return (
    <Link
      className="boards-row"
      to={{ search: searchOf({ board: id }) }}
      preventScrollReset
      defaultShouldRevalidate={false}
    >
      <span className="boards-name" dir="auto">
        <Dot colour={colour} />
        <span>{name || "Untitled"}</span>
      </span>
      {due === 0 ? null : (
        <span className="boards-due">{due === 1 ? "1 card due" : `${due} cards due`}</span>
      )}
      <span className="faint">{roleNames[role]}</span>
    </Link>
  );
}

function Search({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  return (
    <search className="boards-search">
      <TextInput
        label="Search all boards"
        placeholder="Words, or #12"
        data-search
        value={words}
        maxLength={200}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Escape") return;
          if (words === "") currentTarget.blur();
          else onSearch("");
        }}
        rightSection={
          words === "" ? null : (
            <CloseButton aria-label="Clear the search" onClick={() => onSearch("")} />
          )
        }
      />
    </search>
  );
}
