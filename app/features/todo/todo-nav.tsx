/** The views and lists at the side; where there is no room, behind a button that says where one is. */
import { useCallback, useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import type { GroupKind } from "./acts/group-acts.ts";
import { Dot } from "#app/parts/records/dot.tsx";
import type { TodoList } from "./index/groups.ts";
import { FilterNav } from "./filters/filter-nav.tsx";
import { NewGroupForm } from "./late-views.tsx";
import { MoreActs, SeldomDialog } from "./more-acts.tsx";
import type { Seldom } from "./more-acts.tsx";
import { useCounts, useLabels, useLists, useTodoApp } from "./use-todos.ts";
import { inbox, nameOf, queryOf } from "./views.ts";
import type { View } from "./views.ts";
import { useViewTitle } from "./view-title.ts";

type Props = { view: View; today: string };

const titleOf = ({ name }: TodoList) => name;
const keyOf = ({ id }: TodoList) => id;

export function TodoNav({ view, today }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<Seldom>();
  const counts = useCounts(today);
  const lists = useLists();
  const labels = useLabels();
  const title = useViewTitle(view);
  const current = nameOf(view);
  const close = useCallback(() => setOpen(false), []);
  const link = (to: View, text: string, count?: number, isLate = false) => (
    <ViewLink to={to} isCurrent={current === nameOf(to)} count={count} isLate={isLate} onGo={close}>
      {text}
    </ViewLink>
  );
  return (
    <>
      <nav className="todo-nav" aria-label="Lists and views" data-open={isOpen || undefined}>
        <button
          type="button"
          className="todo-nav-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
        </button>
        <div id={id} className="todo-nav-body">
          <ul>
            <li>{link({ kind: "today" }, "Today", counts.today, counts.isOverdue)}</li>
            <li>{link({ kind: "upcoming" }, "Upcoming")}</li>
            <li>{link({ kind: "planner" }, "Planner")}</li>
            <li>{link(inbox, "Inbox", counts.lists.get(""))}</li>
          </ul>
          <Groups
            kind="lists"
            title="Lists"
            groups={lists}
            current={current}
            counts={counts.lists}
            onGo={close}
          />
          <Groups kind="labels" title="Labels" groups={labels} current={current} onGo={close} />
          <FilterNav link={link} />
          <ul className="todo-nav-last">
            <li>{link({ kind: "done" }, "Done")}</li>
            <li>{link({ kind: "archive" }, "Archive")}</li>
            <li>{link({ kind: "activity" }, "Activity")}</li>
            <li>{link({ kind: "trash" }, "Trash")}</li>
          </ul>
          <MoreActs onOpen={setDialog} />
        </div>
      </nav>
      {dialog === undefined ? null : (
        <SeldomDialog open={dialog} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

type LinkProps = {
  to: View;
  isCurrent: boolean;
  count?: number | undefined;
  isLate?: boolean;
  onGo: () => void;
  children: ReactNode;
};

function ViewLink({ to, isCurrent, count = 0, isLate = false, onGo, children }: LinkProps) {
  return (
    <Link
      to={{ search: queryOf(to) }}
      aria-current={isCurrent ? "page" : undefined}
      data-list={to.kind === "list" ? to.id : undefined}
      preventScrollReset
      defaultShouldRevalidate={false}
      onClick={onGo}
    >
      <span dir="auto">{children}</span>
      {count === 0 ? null : (
        <span className="todo-count" data-late={isLate || undefined}>
          {count}
          <span className="unseen">{count === 1 ? " task" : " tasks"}</span>
        </span>
      )}
    </Link>
  );
}

type GroupsProps = {
  kind: GroupKind;
  title: string;
  groups: readonly TodoList[];
  current: string;
  counts?: ReadonlyMap<string, number>;
  onGo: () => void;
};

const none: ReadonlyMap<string, number> = new Map();

function Groups({ kind, title, groups, current, counts = none, onGo }: GroupsProps) {
  const { acts } = useTodoApp();
  const view = kind === "lists" ? "list" : "label";
  const renderItem = useCallback(
    (group: TodoList, handle: ReactNode) => (
      <div className="todo-group">
        <ViewLink
          to={{ kind: view, id: group.id }}
          isCurrent={current === `${view}:${group.id}`}
          count={counts.get(group.id)}
          onGo={onGo}
        >
          <Dot colour={group.colour} />
          {group.name}
        </ViewLink>
        {handle}
      </div>
    ),
    [view, current, counts, onGo],
  );
  return (
    <section className="todo-groups">
      <h2>{title}</h2>
      <SortableList
        label={title}
        items={groups}
        keyOf={keyOf}
        titleOf={titleOf}
        onMove={(from, to) => acts.groups.move(kind, groups[from]!.id, to)}
        renderItem={renderItem}
        isFixed={groups.length < 2}
      />
      <NewGroup kind={kind} />
    </section>
  );
}

function NewGroup({ kind }: { kind: GroupKind }) {
  const [name, setName] = useState<string>();
  const [isBack, setBack] = useState(false);
  const word = kind === "lists" ? "list" : "label";
  function close(): void {
    setName(undefined);
    setBack(true);
  }
  if (name === undefined) {
    return (
      <button
        type="button"
        className="todo-new-group"
        // It takes the place of the field that was just closed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isBack}
        onClick={() => setName("")}
      >
        New {word}
      </button>
    );
  }
  return <NewGroupForm kind={kind} name={name} onName={setName} onClose={close} />;
}
