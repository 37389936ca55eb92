/**
 * The editor's tools as one stop of the Tab key: arrows, Home and End go from tool to tool, Esc back into the text.
 * https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { isLanguage } from "./clean-nodes.ts";
import { tableTools, toolGroups } from "./tools.ts";
import type { OuterAct, Tool } from "./tools.ts";

const allTools = toolGroups.flat();
const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

export function Toolbar({
  editor,
  label,
  place,
  withPictures,
  onOuter,
}: {
  editor: Editor;
  label: string;
  place: RefObject<HTMLDivElement | null>;
  withPictures: boolean;
  onOuter: (act: OuterAct) => void;
}) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: allTools.filter(({ isOn }) => isOn?.(now)).map(({ id }) => id),
      off: allTools.filter(({ can }) => can?.(now) === false).map(({ id }) => id),
      isInTable: now.isActive("table"),
      isInCode: now.isActive("codeBlock"),
    }),
  });
  const [current, setCurrent] = useState(allTools[0]?.id);

  const drawTool = (tool: Tool) => {
    const { id, label: name, keys, Icon, isOn, run } = tool;
    const isOff = state.off.includes(id);
    return (
      <ActionIcon
        key={id}
        data-tool={id}
        size="lg"
        tabIndex={id === current ? 0 : -1}
        aria-label={name}
        aria-keyshortcuts={keys && shortcutOf(keys)}
        title={keys === undefined ? name : `${name} (${shownKeys(keys)})`}
        aria-pressed={isOn && state.on.includes(id)}
        // Not `disabled`: an arrow must not get stuck on it.
        aria-disabled={isOff || undefined}
        onFocus={() => setCurrent(id)}
        // Else the text would lose its selection, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (isOff) return;
          if (typeof run === "string") onOuter(run);
          else run(editor);
        }}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    );
  };

  return (
    <div className="editor-tools">
      <div
        ref={place}
        role="toolbar"
        aria-label={`Tools: ${label}`}
        aria-orientation="horizontal"
        className="editor-toolbar"
        // It is itself no stop: one of its tools is.
        tabIndex={-1}
        onKeyDown={(event) => moveInToolbar(event, editor)}
      >
        {toolGroups.map((tools, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change
          <div key={at} className="editor-tool-group">
            {tools.filter(({ id }) => withPictures || id !== "picture").map(drawTool)}
          </div>
        ))}
      </div>
      {state.isInTable ? <TableTools editor={editor} /> : null}
      {state.isInCode ? <LanguageField editor={editor} /> : null}
    </div>
  );
}

function TableTools({ editor }: { editor: Editor }) {
  const [current, setCurrent] = useState(0);
  return (
    <div
      role="toolbar"
      aria-label="Table"
      className="editor-toolbar editor-more"
      tabIndex={-1}
      onKeyDown={(event) => moveInToolbar(event, editor)}
    >
      {tableTools.map(({ label, run }, at) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          tabIndex={at === current ? 0 : -1}
          onFocus={() => setCurrent(at)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function LanguageField({ editor }: { editor: Editor }) {
  const id = useId();
  const stored = useEditorState({
    editor,
    selector: ({ editor: now }) => String(now.getAttributes("codeBlock")["language"] ?? ""),
  });
  const [typed, setTyped] = useState<string>();
  const text = typed ?? stored;
  return (
    <div className="editor-more editor-language">
      <label htmlFor={id}>Language of the code</label>
      <TextInput
        id={id}
        size="xs"
        placeholder="typescript"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={isLanguage(text) ? undefined : "A name without spaces, such as typescript."}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (!isLanguage(value)) return;
          editor.commands.updateAttributes("codeBlock", { language: value === "" ? null : value });
        }}
      />
    </div>
  );
}

/** With `Alt+F10` from the text. */
export function focusToolbar(place: HTMLElement | null): void {
  place?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
}

function moveInToolbar(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  const { key, currentTarget, target } = event;
  if (key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    editor.commands.focus();
    return;
  }
  const tools = [...currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = tools.indexOf(target as HTMLElement);
  const isRightToLeft = getComputedStyle(currentTarget).direction === "rtl";
  const step = (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0) * (isRightToLeft ? -1 : 1);
  const to =
    key === "Home"
      ? 0
      : key === "End"
        ? tools.length - 1
        : (at + step + tools.length) % tools.length;
  if (at === -1 || (step === 0 && key !== "Home" && key !== "End")) return;
  event.preventDefault();
  tools[to]?.focus();
  tools[to]?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function shownKeys(keys: string): string {
  return isMac
    ? keys.replace("Mod+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧")
    : keys.replace("Mod", "Ctrl");
}

function shortcutOf(keys: string): string {
  return keys.replace("Mod", isMac ? "Meta" : "Control");
}
