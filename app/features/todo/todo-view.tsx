/** What is shown of the chosen view: its name, what can be done with it, its tasks. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { ReactNode, Ref } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { longestName } from "./acts/group-acts.ts";
import type { GroupKind } from "./acts/group-acts.ts";
import type { Row } from "./index/rows.ts";
import { TaskList } from "./list/task-list.tsx";
import type { ListHandle } from "./list/task-list.tsx";
import { Activity, Archive, Board, FilterEditor, NextThree } from "./late-views.tsx";
import { BoardSwitch, useBoard } from "./board/board-switch.tsx";
import { LostList } from "./lost-note.tsx";
import { TrashList } from "./trash-list.tsx";
import type { Chosen } from "./use-chosen.ts";
import { useLabels, useLists, useTodoApp } from "./use-todos.ts";
import { useViewTitle } from "./view-title.ts";
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
const ownViews: ReadonlySet<string> = new Set(["trash", "lost", "archive", "activity"]);

export function TodoView(props: Props) {
  const { view, rows, today, list, opened, chosen, onOpen, onFold, onMove, onShow, onAdd } = props;
  const title = useViewTitle(view);
  const [isChoosing, setChoosing] = useState(false);
  const count = rows.filter(({ kind }) => kind === "task").length;
  const isOrdered = view.kind === "list";
  const listId = view.kind === "list" ? view.id : "";
  const board = useBoard(listId);
  return (
    <>
      <div className="todo-head">
        <h2 dir="auto">{title}</h2>
        <output className="unseen">
          {ownViews.has(view.kind) ? "" : count === 1 ? "1 task" : `${count} tasks`}
        </output>
        {view.kind === "list" && view.id !== "" ? (
          <>
            <BoardSwitch list={view.id} />
            <GroupActs kind="lists" id={view.id} onGone={() => onShow(inbox)} />
          </>
        ) : null}
        {view.kind === "label" ? (
          <GroupActs kind="labels" id={view.id} onGone={() => onShow({ kind: "today" })} />
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
      {view.kind === "filter" ? <FilterEditor key={view.id} view={view} /> : null}
      {view.kind === "trash" ? <TrashList /> : null}
      {view.kind === "lost" ? <LostList onOpen={onOpen} /> : null}
      {view.kind === "today" ? <NextThree rows={rows} today={today} onOpen={onOpen} /> : null}
      {view.kind === "archive" ? <Archive today={today} /> : null}
      {view.kind === "activity" ? <Activity today={today} /> : null}
      {ownViews.has(view.kind) ? null : count === 0 && !board.isBoard ? (
        <NoTasks view={view} onAdd={onAdd} onShow={onShow} />
      ) : board.isBoard ? (
        <Board ref={list} {...{ ...props, by: board.by, listId }} />
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

type NoneProps = Pick<Props, "view" | "onAdd" | "onShow">;

function NoTasks({ view, onAdd, onShow }: NoneProps) {
  const add: ReactNode = <Button onClick={onAdd}>New task</Button>;
  const all = (
    <Button variant="default" onClick={() => onShow(inbox)}>
      Show the Inbox
    </Button>
  );
  switch (view.kind) {
    case "today":
      return (
        <EmptyRoom
          title="Nothing for today"
          text="What is due, planned or begins today stands here, what is overdue first."
          action={add}
        />
      );
    case "upcoming":
      return (
        <EmptyRoom
          title="Nothing is coming"
          text="Tasks with a day stand here by day. Try “dentist next Friday 9:30”."
          action={add}
        />
      );
    case "filter":
    case "search":
      return (
        <EmptyRoom title="No task fits" text="Try fewer words, or a part of one." action={all} />
      );
    case "done":
      return (
        <EmptyRoom
          title="Nothing is done yet"
          text="What you complete stands here, by day."
          action={all}
        />
      );
    case "label":
      return (
        <EmptyRoom
          title="No task has this label"
          text="Type @ and its name with a new task."
          action={add}
        />
      );
    default:
      return (
        <EmptyRoom
          title="No tasks here"
          text="Type what you have to do as you would say it: “pay rent every 1st at 9am !1”. All your devices share it, and it works without a connection."
          action={add}
        />
      );
  }
}

type GroupProps = { kind: GroupKind; id: string; onGone: () => void };

function GroupActs({ kind, id, onGone }: GroupProps) {
  const { acts } = useTodoApp();
  const lists = useLists();
  const labels = useLabels();
  const [isRenamed, setRenamed] = useState(false);
  const group = (kind === "lists" ? lists : labels).find((one) => one.id === id);
  if (!group) return null;
  const word = kind === "lists" ? "list" : "label";
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setRenamed(true)}>
        Rename…
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Delete the ${word}`}
        onClick={() => {
          acts.groups.remove(kind, id);
          onGone();
        }}
      >
        Delete
      </Button>
      {isRenamed ? (
        <RenameDialog
          word={word}
          name={group.name}
          onRename={(name) => acts.groups.rename(kind, id, name)}
          onClose={() => setRenamed(false)}
        />
      ) : null}
    </>
  );
}

type RenameProps = {
  word: string;
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
};

function RenameDialog({ word, name, onRename, onClose }: RenameProps) {
  const id = useId();
  const [text, setText] = useState(name);
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>Rename the {word}</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onRename(text);
          onClose();
        }}
      >
        <label className="todo-field">
          <span>Name</span>
          <input
            dir="auto"
            required
            value={text}
            maxLength={longestName}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Rename</Button>
        </div>
      </form>
    </Modal>
  );
}
