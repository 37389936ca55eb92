/** Priority, list, labels. */
import { useId, useState } from "react";
import type { Priority, Task } from "#lib/todo/task.ts";
import { longestName } from "../acts/room.ts";
import { useLabels, useLists, useTodoApp } from "../use-todos.ts";

export function GroupFields({ task }: { task: Task }) {
  const id = useId();
  const { acts, store } = useTodoApp();
  const lists = useLists();
  const labels = useLabels();
  const [name, setName] = useState("");
  return (
    <>
      <div className="todo-pair">
        <div className="record-field">
          <label htmlFor={`${id}-prio`}>Priority</label>
          <select
            id={`${id}-prio`}
            value={task.prio}
            onChange={({ currentTarget }) =>
              acts.prio([task.id], Number(currentTarget.value) as Priority)
            }
          >
            <option value={1}>1, highest</option>
            <option value={2}>2</option>
            <option value={3}>3</option>
            <option value={4}>None</option>
          </select>
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-list`}>List</label>
          <select
            id={`${id}-list`}
            value={store.listOf(task)}
            onChange={({ currentTarget }) =>
              acts.move([task.id], { list: currentTarget.value, parent: "" })
            }
          >
            <option value="">Inbox</option>
            {lists.map((list) => (
              <option key={list.id} value={list.id}>
                {list.name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <fieldset className="todo-labels">
        <legend>Labels</legend>
        {labels.map((label) => (
          <label key={label.id}>
            <input
              type="checkbox"
              checked={task.labels.includes(label.id)}
              onChange={({ currentTarget }) =>
                acts.label([task.id], label.id, currentTarget.checked)
              }
            />
            <span dir="auto">{label.name}</span>
          </label>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = name.trim();
            if (wanted === "") return;
            const there = labels.find((label) => label.name.toLowerCase() === wanted.toLowerCase());
            const label = there?.id ?? acts.groups.add("labels", wanted);
            if (label === undefined) return;
            acts.label([task.id], label, true);
            setName("");
          }}
        >
          <input
            aria-label="Add a label"
            placeholder="Add a label"
            dir="auto"
            value={name}
            maxLength={longestName}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </form>
      </fieldset>
    </>
  );
}
