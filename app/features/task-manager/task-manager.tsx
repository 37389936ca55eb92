/** /TaskManager: boards of several people, live, the same on all devices, with or without a connection. */
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useSession } from "#app/session/session.ts";
import { isBoardId } from "#lib/boards/board-id.ts";
import { BoardRoom } from "./board-room.tsx";
import { Home } from "./home/home.tsx";
import { InviteDialog, JoinDialog } from "./late-views.tsx";
import { useOpenedBoard } from "./open-board.ts";
import { BoardPlace } from "./store/use-board.ts";
import { useAddress } from "./use-address.ts";
import { useTitleFocus } from "./use-title-focus.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/task-manager.css";

const title = "Task manager";

export default function TaskManager() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <Boards key={user.uid} uid={user.uid} /> : null;
}

function Boards({ uid }: { uid: string }) {
  const { query } = useAddress();
  const { board } = query;
  const [first, setFirst] = useState<string | undefined>(board);
  if (first !== undefined && first !== board) setFirst(undefined);
  const isMoved = first === undefined;
  const { join: secret } = useSession().secrets;
  const asked =
    secret !== undefined ? (
      <JoinDialog key={secret} secret={secret} />
    ) : query.invite === "" ? null : (
      <InviteDialog key={query.invite} id={query.invite} />
    );
  // Anybody may have made the address: no other text may become a path or the name of what is kept.
  return isBoardId(board) ? (
    <OpenedBoard key={board} {...{ uid, isMoved, asked }} id={board} />
  ) : (
    <Home {...{ uid, title, isMoved, asked }} />
  );
}

type OpenedProps = { uid: string; id: string; isMoved: boolean; asked: ReactNode };

function OpenedBoard({ uid, id, isMoved, asked }: OpenedProps) {
  const { app, failed, again } = useOpenedBoard(uid, id);
  useTitleFocus(isMoved, app !== undefined || failed !== undefined);
  const waiting = useMemo(() => <SkeletonRows rows={8} />, []);
  if (app) {
    return (
      <BoardPlace value={app}>
        <BoardRoom waiting={waiting} asked={asked} />
      </BoardPlace>
    );
  }
  return (
    <ToolFrame title={title}>
      {failed === undefined ? waiting : <ProblemNote text={failed} onRetry={again} />}
      {asked}
    </ToolFrame>
  );
}
