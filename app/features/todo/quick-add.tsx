/** A new task as one would say it. What is understood stands below as chips; a press on one makes it text again. */
import { Button } from "@mantine/core";
import { useEffect, useId, useMemo, useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import type { QuickAdd as Typed, QuickAddChip, Range } from "#lib/todo/quick-add-parts.ts";
import { quoted } from "./acts/words.ts";
import type { TodoList } from "./index/groups.ts";
import { rowsOf } from "./index/rows.ts";
import type { read as readText } from "./quick-add-reader.ts";
import { useLabels, useLists, useTodoApp } from "./use-todos.ts";
import type { View } from "./views.ts";

type Props = {
  ref: Ref<HTMLInputElement>;
  view: View;
  today: string;
  onOpen: (id: string) => void;
};

const kinds: Record<QuickAddChip["kind"], string> = {
  list: "List",
  label: "Label",
  prio: "Priority",
  due: "Due",
  start: "Start",
  plan: "Planned",
  minutes: "Takes",
  repeat: "Repeats",
  remind: "Reminder",
  notes: "Notes",
};

export function QuickAdd({ ref, view, today, onOpen }: Props) {
  const id = useId();
  const { acts, store } = useTodoApp();
  const lists = useLists();
  const labels = useLabels();
  const { read, load } = useReader();
  const [text, setText] = useState("");
  const [kept, setKept] = useState<readonly string[]>([]);
  const [words, setWords] = useState("");
  const typed = useMemo(
    () => read?.(text, { lists, labels }, rangesOf(text, kept)) ?? asItIs(text),
    [read, text, kept, lists, labels],
  );

  function add(isOpened: boolean): void {
    if (text.trim() === "") return;
    const list = view.kind === "list" ? view.id : "";
    const made = acts.add({
      typed: withView(typed, view, today, labels),
      place: { list, parent: "" },
    });
    setText("");
    setKept([]);
    setWords(`Added ${typed.title}.`);
    const rows = rowsOf(store, view, { today, folded: new Set() });
    const task = made === undefined ? undefined : store.task(made);
    if (task && !isOpened && !rows.some(({ id }) => id === made)) {
      tell(`Added ${quoted(task.title)} to ${acts.groups.nameOf(store.listOf(task))}.`);
    }
    if (isOpened && made !== undefined) onOpen(made);
  }

  function take(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      add(true);
    } else if (event.key === "Escape") event.currentTarget.blur();
  }

  return (
    <form
      className="quick-add"
      onSubmit={(event) => {
        event.preventDefault();
        add(false);
      }}
    >
      <div className="quick-add-line">
        <input
          ref={ref}
          id={id}
          aria-label="New task"
          aria-describedby={`${id}-help`}
          placeholder="New task: pay rent every 1st at 9am #home !1"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          maxLength={2000}
          onFocus={load}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={take}
        />
        <Button type="submit" disabled={text.trim() === ""}>
          Add
        </Button>
      </div>
      <p id={`${id}-help`} className="unseen">
        Enter adds it, Shift and Enter add and open it. Write #list, @label, !1 to !4, a day, a
        time, “every Monday”, // and notes.
      </p>
      {typed.chips.length === 0 ? null : (
        <ul className="quick-add-chips" aria-label="Understood">
          {typed.chips.map((chip) => (
            <li key={`${chip.kind} ${chip.start}`}>
              <button
                type="button"
                title="Leave it in the title"
                onClick={() => setKept([...kept, text.slice(chip.start, chip.end)])}
              >
                {chip.words.startsWith(kinds[chip.kind]) ? null : `${kinds[chip.kind]}: `}
                <b dir="auto">{chip.words}</b>
                <span aria-hidden="true"> ×</span>
                <span className="unseen"> (leave it in the title)</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className="unseen">{words}</output>
    </form>
  );
}

type Reader = { read: typeof readText | undefined; load: () => void };

function useReader(): Reader {
  const [loaded, setLoaded] = useState<{ read: typeof readText }>();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || loaded) return;
    import("./quick-add-reader.ts").then(setLoaded, () => {
      // Without it a task is added as it is typed; the next focus asks again.
      setWanted(false);
    });
  }, [isWanted, loaded]);
  return { read: loaded?.read, load: () => setWanted(true) };
}

/** Where the texts are that were to stay so. */
function rangesOf(text: string, kept: readonly string[]): Range[] {
  return kept.flatMap((one) => {
    const start = one === "" ? -1 : text.indexOf(one);
    return start === -1 ? [] : [{ start, end: start + one.length }];
  });
}

function asItIs(text: string): Typed {
  return {
    title: text.trim().slice(0, 500),
    notes: text.trim().slice(500),
    list: null,
    labels: [],
    prio: 4,
    due: null,
    start: null,
    plan: null,
    minutes: null,
    remind: null,
    rule: null,
    chips: [],
  };
}

/** Added to a view it is in it: today, or with the label. */
function withView(typed: Typed, view: View, today: string, labels: readonly TodoList[]): Typed {
  if (view.kind === "today" && !typed.due && !typed.plan && typed.start === null) {
    return { ...typed, due: { date: today, time: null, zone: "" } };
  }
  if (view.kind !== "label" || typed.labels.some(({ id }) => id === view.id)) return typed;
  const label = labels.find(({ id }) => id === view.id);
  return label ? { ...typed, labels: [...typed.labels, label] } : typed;
}
