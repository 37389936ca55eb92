/** /TaskManager: boards of several people, live, the same on all devices, with or without a connection. */
import { useMemo } from "react";
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
  const { join: secret } = useSession().secrets;
  const asked =
    secret !== undefined ? (
      <JoinDialog key={secret} secret={secret} />
    ) : query.invite === "" ? null : (
      <InviteDialog key={query.invite} id={query.invite} />
    );
  // Anybody may have made the address: no other text may become a path or the name of what is kept.
  return isBoardId(query.board) ? (
    <OpenedBoard key={query.board} uid={uid} id={query.board} asked={asked} />
  ) : (
    <Home uid={uid} title={title} asked={asked} />
  );
}

function OpenedBoard({ uid, id, asked }: { uid: string; id: string; asked: ReactNode }) {
  const { app, failed, again } = useOpenedBoard(uid, id);
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
