/** /AdvancedTodoList: tasks in lists, the same on all devices, with or without a connection. */
import { useMemo } from "react";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useSession } from "#app/session/session.ts";
import { TodoRoom } from "./todo-room.tsx";
import { TodoPlace } from "./use-todos.ts";
import { useOpenedTodos } from "./open-todos.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/todo.css";

const title = "Todo list";

export default function Todo() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <OpenedTodo key={user.uid} uid={user.uid} /> : null;
}

function OpenedTodo({ uid }: { uid: string }) {
  const { app, failed, again } = useOpenedTodos(uid);
  const waiting = useMemo(() => <SkeletonRows rows={8} />, []);
  if (app) {
    return (
      <TodoPlace value={app}>
        <TodoRoom title={title} waiting={waiting} />
      </TodoPlace>
    );
  }
  return (
    <ToolFrame title={title}>
      {failed === undefined ? waiting : <ProblemNote text={failed} onRetry={again} />}
    </ToolFrame>
  );
}
