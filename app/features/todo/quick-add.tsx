/** A new task as one would say it. What is understood stands below as chips; a press on one makes it text again. */
import { Button } from "@mantine/core";
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ClipboardEvent, KeyboardEvent, Ref } from "react";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { plainQuickAdd } from "#lib/todo/quick-add-parts.ts";
import type { QuickAdd as Typed, QuickAddChip, Range } from "#lib/todo/quick-add-parts.ts";
import { rowsOf } from "./index/rows.ts";
import { PastedLines, QuickAddChips } from "./late-views.tsx";
import { nowOf } from "./now.ts";
import { linesOf } from "#app/parts/records/lines-of.ts";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { quoted } from "#lib/quoted.ts";
import { withReminder, withView } from "./quick-add-defaults.ts";
import type { read as readText } from "./quick-add-reader.ts";
import { useLabels, useLists, useSettings, useTodoApp } from "./use-todos.ts";
import type { View } from "./views.ts";

type Props = {
  ref: Ref<HTMLInputElement>;
  view: View;
  today: string;
  onOpen: (id: string) => void;
};

const longestText = 10_000;
/** As `feature.ts` has it. */
const draftHash = "#draft";

export function QuickAdd({ ref, view, today, onOpen }: Props) {
  const id = useId();
  const { acts, store } = useTodoApp();
  const lists = useLists();
  const labels = useLabels();
  const { remind } = useSettings();
  const { read, load } = useReader();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [kept, setKept] = useState<readonly string[]>([]);
  const [isReminded, setReminded] = useState(true);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const [words, setWords] = useState("");
  const [isWaiting, setWaiting] = useState(false);
  useImperativeHandle(ref, () => field.current!, []);
  const readLine = useCallback(
    (line: string, ignored: readonly Range[] = [], reader = read) => {
      const { weekStart } = store.settings();
      const known = { lists, labels, now: nowOf(store), weekStart };
      return reader?.(line, known, ignored) ?? plainQuickAdd(line);
    },
    [read, store, lists, labels],
  );
  useEffect(() => {
    if (location.hash === draftHash) void takeLine(field.current, setText);
  }, []);
  const typed = useMemo(() => readLine(text, rangesOf(text, kept)), [readLine, text, kept]);
  const before = isReminded ? remind : null;
  const isByItself = withReminder(typed, before) !== typed;

  function add(lines: readonly Typed[], isOpened: boolean): void {
    const list = view.kind === "list" ? view.id : "";
    const tasks = lines.map((line) => withReminder(withView(line, view, today, labels), before));
    const made = acts.add({ typed: tasks, place: { list, parent: "" } });
    if (made === undefined) return;
    setText("");
    setKept([]);
    setPasted([]);
    setReminded(true);
    const [first] = made;
    field.current?.focus();
    const task = first === undefined ? undefined : store.task(first);
    // Of many it is said with the way back.
    if (lines.length > 1 || !task) return;
    const added = `Added ${quoted(task.title)}`;
    if (isOpened) onOpen(task.id);
    if (isOpened || isShown(task.id)) setWords(`${added}.`);
    else tell(`${added} to ${acts.groups.nameOf(store.listOf(task))}.`);
  }

  /** Read without what reads it, days and lists would be words of the title: on a slow line it is waited for. */
  function submit(isOpened: boolean): void {
    if (text.trim() === "" || isWaiting) return;
    if (read) {
      add([typed], isOpened);
      return;
    }
    setWaiting(true);
    void addRead(isOpened);
  }

  async function addRead(isOpened: boolean): Promise<void> {
    const reader = await load();
    setWaiting(false);
    add([readLine(text, rangesOf(text, kept), reader)], isOpened);
  }

  /** What went elsewhere is not seen. */
  function isShown(made: string): boolean {
    const rows = rowsOf(store, view, { today, folded: new Set() });
    return rows.some((row) => row.id === made);
  }

  function take(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      submit(true);
    } else if (event.key === "Escape") event.currentTarget.blur();
  }

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2 || text.trim() !== "") {
      pasteThatFits(event);
      return;
    }
    event.preventDefault();
    setPasted(lines);
  }

  function leaveText(chip: QuickAddChip): void {
    setKept([...kept, text.slice(chip.start, chip.end)]);
    field.current?.focus();
  }

  return (
    <form
      className="quick-add"
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <div className="quick-add-line">
        <input
          ref={field}
          id={id}
          aria-label="New task"
          aria-describedby={`${id}-help`}
          placeholder="New task: pay rent every 1st at 9am #home !1"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          readOnly={isWaiting}
          maxLength={longestText}
          onFocus={({ currentTarget }) => {
            void load();
            // The keyboard of a phone would stand before what is understood.
            if (matchMedia("(pointer: coarse)").matches) {
              currentTarget.form?.scrollIntoView({ block: "start" });
            }
          }}
          onPaste={paste}
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
      {pasted.length === 0 ? null : (
        <PastedLines
          lines={pasted}
          each={`Add ${pasted.length} tasks`}
          one="One task"
          onEach={() =>
            add(
              pasted.map((line) => readLine(line)),
              false,
            )
          }
          onOne={() => {
            const joined = pasted.join(" ");
            if (joined.length > longestText) {
              tellProblem(`It is too long for one task: ${longestText} letters have room.`);
              return;
            }
            setText(joined);
            setPasted([]);
            field.current?.focus();
          }}
          onClose={() => {
            setPasted([]);
            field.current?.focus();
          }}
        />
      )}
      {typed.chips.length === 0 && !isByItself ? null : (
        <QuickAddChips
          chips={typed.chips}
          remind={isByItself ? remind : null}
          onLeave={leaveText}
          onLeaveReminder={() => {
            setReminded(false);
            field.current?.focus();
          }}
        />
      )}
      <output className="unseen">{words}</output>
    </form>
  );
}

/** Another tool has handed a task over: it stands there as if it was typed. */
async function takeLine(field: HTMLInputElement | null, write: (line: string) => void) {
  try {
    const line = (await import("./draft-line.ts")).takeLine();
    if (line === "") return;
    write(line);
    field?.focus();
  } catch {
    tellProblem("The draft did not load. Check your connection, and make it once more.");
  }
}

type Read = typeof readText;
type Reader = { read: Read | undefined; load: () => Promise<Read | undefined> };

function useReader(): Reader {
  const [loaded, setLoaded] = useState<{ read: Read }>();
  async function load(): Promise<Read | undefined> {
    if (loaded) return loaded.read;
    try {
      const reader = await import("./quick-add-reader.ts");
      setLoaded(reader);
      return reader.read;
    } catch {
      // Without it a task is added as it is typed; the next look at the field asks again.
      return undefined;
    }
  }
  return { read: loaded?.read, load };
}

/** Where the texts are that were to stay so. */
function rangesOf(text: string, kept: readonly string[]): Range[] {
  return kept.flatMap((one) => {
    const start = one === "" ? -1 : text.indexOf(one);
    return start === -1 ? [] : [{ start, end: start + one.length }];
  });
}
