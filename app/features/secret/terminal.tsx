/** The terminal: a log of what was said, a line to type in, and buttons for hands without a keyboard. */
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { logFailure } from "#app/session/log-failure.ts";
import { useSession } from "#app/session/session.ts";
import { setTheme } from "#app/ui/theme.ts";
import { formatPlace } from "./file-tree.ts";
import type { Folder, Place } from "./file-tree.ts";
import { createLineHistory } from "./line-history.ts";
import type { Known, Outcome } from "./outcome.ts";
import { addEntry } from "./transcript.ts";
import type { Entry } from "./transcript.ts";
import { TranscriptEntry } from "./transcript-entry.tsx";

const maxLineLength = 500;
const notLoaded = "The commands did not load. Check your connection and run it again.";
const buttons = ["help", "ls", "tree", "cd ..", "cat about.txt", "play", "clear"];

const welcome: Entry[] = [
  { id: 0, prompt: undefined, typed: "", lines: [["Type help, or ls to look around."]] },
];

export function Terminal({ root }: { root: Folder }) {
  const id = useId();
  const [line, setLine] = useState("");
  const [place, setPlace] = useState<Place>([]);
  /** The same at once: a line may be run before the last one is drawn. */
  const here = useRef<Place>([]);
  const [transcript, setTranscript] = useState(welcome);
  const [history] = useState(() => createLineHistory(() => sessionStorage));
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  /** After Esc, Tab leads on as everywhere. */
  const tabLeaves = useRef(false);
  const who = useWho();
  const follow = useFollow();
  useFirstFocus(field);

  useEffect(() => {
    if (transcript.length > 0) log.current?.scrollTo(0, log.current.scrollHeight);
  }, [transcript]);

  const known = (): Known => ({
    root,
    place: here.current,
    history: history.all(),
    who,
    now: new Date(),
  });
  const print = (typed: string, lines: Outcome["lines"]) => {
    const prompt = formatPlace(here.current);
    setTranscript((before) => addEntry(before, { prompt, typed, lines }));
  };

  async function run(typed: string): Promise<void> {
    setLine("");
    if (typed.trim() !== "") history.add(typed);
    const engine = await loadEngine();
    if (engine === undefined) return print(typed, [[notLoaded]]);
    const outcome = engine.runLine(typed, known());
    if (outcome.effect && "clear" in outcome.effect) setTranscript([]);
    else print(typed, outcome.lines);
    if (outcome.place) {
      here.current = outcome.place;
      setPlace(outcome.place);
    }
    follow(outcome.effect);
  }

  async function complete(): Promise<void> {
    const completion = (await loadEngine())?.completeLine(line, known());
    if (completion === undefined) return;
    setLine(completion.line);
    if (completion.choices.length > 0) print(line, [[completion.choices.join("  ")]]);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, ctrlKey, shiftKey, currentTarget } = event;
    if (event.nativeEvent.isComposing) return;
    const hasSelection = currentTarget.selectionStart !== currentTarget.selectionEnd;
    if (key === "Escape") tabLeaves.current = true;
    else if (key === "Tab" && !shiftKey && line.trim() !== "" && !tabLeaves.current) {
      event.preventDefault();
      void complete();
    } else if (key === "ArrowUp" || key === "ArrowDown") {
      event.preventDefault();
      setLine(history.step(key === "ArrowUp" ? -1 : 1));
    } else if (ctrlKey && key === "l") {
      event.preventDefault();
      setTranscript([]);
    } else if (ctrlKey && key === "c" && !hasSelection) {
      print(`${line}^C`, []);
      setLine("");
    }
  }

  return (
    <section className="terminal scripted" aria-label="Terminal">
      {/* A region that scrolls is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="terminal-log" role="log" aria-label="Output" tabIndex={0} ref={log}>
        {transcript.map((entry) => (
          <TranscriptEntry key={entry.id} entry={entry} />
        ))}
      </div>
      <form
        className="terminal-line"
        onSubmit={(event) => {
          event.preventDefault();
          tabLeaves.current = false;
          void run(line);
        }}
      >
        <label htmlFor={id}>
          <span className="unseen">Command in </span>
          {formatPlace(place)} $
        </label>
        <input
          id={id}
          ref={field}
          value={line}
          maxLength={maxLineLength}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            tabLeaves.current = false;
            setLine(event.target.value);
            void loadEngine();
          }}
          onKeyDown={press}
        />
        <button type="submit">Run</button>
      </form>
      <ul className="terminal-buttons" aria-label="Commands to tap">
        {buttons.map((command) => (
          <li key={command}>
            <button type="button" onClick={() => void run(command)}>
              {command}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => setLine(history.step(-1))}>
            Last line
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void complete()}>
            Complete
          </button>
        </li>
      </ul>
    </section>
  );
}

/** Undefined when it does not come. */
function loadEngine(): Promise<typeof import("./engine.ts") | undefined> {
  return import("./engine.ts").catch((error: unknown) => {
    logFailure("The terminal's commands did not load", error);
    return undefined;
  });
}

function useWho(): string {
  const { status, user } = useSession();
  if (status !== "signed-in" || user === undefined) return "A visitor. You are welcome.";
  const roles = user.roles.admin ? "an admin" : user.roles.editor ? "an editor" : "a user";
  return `${user.name}, ${roles} here.`;
}

/** Other sites open beside this one. */
function useFollow(): (effect: Outcome["effect"]) => void {
  const navigate = useNavigate();
  return (effect) => {
    if (effect === undefined) return;
    if ("theme" in effect) setTheme(effect.theme);
    if (!("open" in effect)) return;
    if (effect.open.startsWith("/")) void navigate(effect.open);
    else window.open(effect.open, "_blank", "noopener");
  };
}

/** Whoever has a keyboard came to type; on a phone it would cover the page. */
function useFirstFocus(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const active = document.activeElement;
      const isFree = active === document.body || active?.id === "main";
      if (isFree && matchMedia("(hover: hover) and (pointer: fine)").matches)
        field.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [field]);
}
