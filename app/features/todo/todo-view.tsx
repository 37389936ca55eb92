/** What is shown of the chosen view: its name, what can be done with it, its tasks. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { Ref } from "react";
import type { Row } from "./index/rows.ts";
import { TaskList } from "./list/task-list.tsx";
import type { ListHandle } from "./list/task-list.tsx";
import {
  Activity,
  Archive,
  Board,
  FilterEditor,
  GroupButtons,
  LostList,
  NoTasks,
  NextThree,
  TrashList,
  Planner,
} from "./late-views.tsx";
import { BoardSwitch, useBoard } from "./board/board-switch.tsx";
import type { Chosen } from "./use-chosen.ts";
import { useViewTitle } from "./view-title.ts";
import { filterReader } from "./filters/filter-reader.ts";
import { inbox } from "./views.ts";
import type { View } from "./views.ts";

type Props = {
  view: View;
  rows: readonly Row[];
  today: string;
  list: Ref<ListHandle>;
  opened: string | undefined;
  chosen: Chosen;
  onOpen: (id: string) => void;
  onFold: (id: string, isFolded: boolean) => void;
  onMove: (ids: readonly string[]) => void;
  onShow: (view: View) => void;
  onAdd: () => void;
};

/** They have no rows of tasks. */
const ownViews: ReadonlySet<string> = new Set(["trash", "lost", "archive", "activity", "planner"]);

export function TodoView(props: Props) {
  const { view, rows, today, list, opened, chosen, onOpen, onFold, onMove, onShow, onAdd } = props;
  const title = useViewTitle(view);
  const head = useRef<HTMLHeadingElement>(null);
  const leave = (next: View) => {
    onShow(next);
    head.current?.focus();
  };
  const [isChoosing, setChoosing] = useState(false);
  const count = rows.filter(({ kind }) => kind === "task").length;
  const isComing = view.kind === "filter" && filterReader() === undefined;
  const isOrdered = view.kind === "list";
  const listId = view.kind === "list" ? view.id : "";
  const { isBoard: isWanted, by } = useBoard(listId);
  const isBoard = isOrdered && isWanted;
  return (
    <>
      <div className="todo-head">
        <h2 ref={head} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <output className="unseen">
          {ownViews.has(view.kind) || isComing ? "" : count === 1 ? "1 task" : `${count} tasks`}
        </output>
        {view.kind === "list" ? <BoardSwitch list={view.id} /> : null}
        {view.kind === "list" && view.id !== "" ? (
          <GroupButtons kind="lists" id={view.id} onGone={() => leave(inbox)} />
        ) : null}
        {view.kind === "label" ? (
          <GroupButtons kind="labels" id={view.id} onGone={() => leave({ kind: "today" })} />
        ) : null}
        {count === 0 ? null : isChoosing || chosen.ids.length > 0 ? (
          <>
            <Button variant="subtle" size="compact-md" onClick={chosen.chooseAll}>
              Choose all
            </Button>
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => {
                setChoosing(false);
                chosen.clear();
              }}
            >
              Choose none
            </Button>
          </>
        ) : (
          <Button variant="subtle" size="compact-md" onClick={() => setChoosing(true)}>
            Choose…
          </Button>
        )}
      </div>
      {view.kind === "filter" ? (
        <FilterEditor key={view.id} view={view} onGone={() => leave({ kind: "today" })} />
      ) : null}
      {view.kind === "trash" ? <TrashList /> : null}
      {view.kind === "lost" ? <LostList onOpen={onOpen} /> : null}
      {view.kind === "today" ? <NextThree rows={rows} today={today} onOpen={onOpen} /> : null}
      {view.kind === "archive" ? <Archive today={today} /> : null}
      {view.kind === "activity" ? <Activity today={today} /> : null}
      {view.kind === "planner" ? (
        <Planner ref={list} {...{ today, opened, onOpen, onMove }} />
      ) : null}
      {ownViews.has(view.kind) || isComing ? null : count === 0 && !isBoard ? (
        <NoTasks view={view} onAdd={onAdd} onShow={onShow} />
      ) : isBoard ? (
        <Board ref={list} {...{ ...props, by, listId }} />
      ) : (
        <TaskList
          ref={list}
          label={title}
          rows={rows}
          today={today}
          isMixed={!isOrdered}
          isOrdered={isOrdered}
          opened={opened}
          chosen={chosen.all}
          isChoosing={isChoosing || chosen.ids.length > 0}
          onOpen={onOpen}
          onChoose={chosen.choose}
          onFold={onFold}
          onMove={onMove}
        />
      )}
    </>
  );
}
