import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";
import type { ListHandle } from "./list/task-list.tsx";
import type { TodoApp } from "./use-todos.ts";

type Parts = {
  app: TodoApp;
  list: ListHandle | null;
  onNew: () => void;
  onChoose: (id: string) => void;
};

/** Single keys; those of a list with the arrows, and Ctrl-Z, are elsewhere. */
export function shortcutsOf({ app, list, onNew, onChoose }: Parts): ToolShortcut[] {
  const { acts, store } = app;
  const current = (act: (id: string) => void) => () => {
    const id = list?.current();
    if (id !== undefined && store.task(id)) act(id);
  };
  const indent = (by: 1 | -1) =>
    current((id) => {
      if (acts.indent(id, by)) list?.focus(id);
    });
  return [
    { key: "n", title: "New task", run: onNew },
    { key: "j", title: "Next task", run: () => list?.walk(1) },
    { key: "k", title: "Previous task", run: () => list?.walk(-1) },
    {
      key: "x",
      title: "Complete the task, or reopen it",
      run: current((id) => (store.task(id)?.done ? acts.reopen([id]) : acts.complete([id]))),
    },
    { key: "e", title: "Change its title", run: current((id) => list?.edit(id)) },
    { key: "]", title: "Make it a subtask of the one above", run: indent(1) },
    { key: "[", title: "Take it out of its parent", run: indent(-1) },
    { key: "#", title: "Move it to a list…", run: current((id) => list?.move?.(id)) },
    { key: "s", title: "Choose it, for an act on many", run: current(onChoose) },
    { key: "u", title: "Undo", run: () => void acts.undo() },
    { key: "r", title: "Redo", run: () => void acts.redo() },
  ];
}
