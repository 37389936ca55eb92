import { Button, TextInput } from "@mantine/core";
import { useRef } from "react";
import type { ClipboardEvent } from "react";
import { SortableList } from "../sortable/sortable-list.tsx";
import type { TextsField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm, useProblemsBelow } from "./form-state.ts";
import { movedIn, useKeyedItems } from "./keyed-items.ts";
import type { KeyedItem } from "./keyed-items.ts";
import { tooLong } from "./text-field.tsx";
import { wordsOf } from "./words.ts";

type Props = {
  field: TextsField;
  path: string;
  value: unknown;
  onValue: (value: string[]) => void;
};

/** Enter begins the next line, Backspace in an empty one removes it, pasted lines become lines. */
export function TextsKindField({ field, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const list = useRef<HTMLDivElement>(null);
  const lines = wordsOf(value);
  const { keyed, spliced, moved } = useKeyedItems(lines);
  const below = useProblemsBelow(path);
  const { label, help, maxLength, placeholder, add = "Add a line" } = field;

  function focusAfter(index: number): void {
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll<HTMLInputElement>(".texts-line input");
      (inputs?.[Math.max(0, index)] ?? list.current?.querySelector("button"))?.focus();
    });
  }

  function insert(at: number, gone: number, texts: string[]): void {
    spliced(at, gone, texts.length);
    onValue(lines.toSpliced(at, gone, ...texts));
  }

  function paste(event: ClipboardEvent, at: number): void {
    const texts = event.clipboardData
      .getData("text/plain")
      .split(/\r?\n/)
      .map((text) => text.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
      .filter((text) => text !== "");
    if (texts.length < 2) return;
    event.preventDefault();
    const isEmpty = lines[at] === "";
    insert(isEmpty ? at : at + 1, isEmpty ? 1 : 0, texts);
    focusAfter(at + texts.length - (isEmpty ? 1 : 0));
  }

  const renderItem = ({ item, index }: KeyedItem<string>, handle: React.ReactNode) => (
    <div className="texts-line" data-field={`${path}.${index}`}>
      {handle}
      <TextInput
        aria-label={`${label}, line ${index + 1}`}
        placeholder={placeholder ?? ""}
        disabled={disabled}
        value={item}
        error={below[String(index)] ?? tooLong(item, maxLength)}
        onChange={({ currentTarget }) => onValue(lines.with(index, currentTarget.value))}
        onPaste={(event) => paste(event, index)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            insert(index + 1, 0, [""]);
            focusAfter(index + 1);
          }
          if (event.key === "Backspace" && item === "") {
            event.preventDefault();
            insert(index, 1, []);
            focusAfter(index - 1);
          }
        }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={disabled}
        aria-label={`Remove line ${index + 1}`}
        onClick={() => {
          insert(index, 1, []);
          focusAfter(Math.min(index, lines.length - 2));
        }}
      >
        Remove
      </Button>
    </div>
  );

  return (
    <FieldFrame path={path} label={label} help={help}>
      <div ref={list} className="texts-field">
        <SortableList
          items={keyed}
          keyOf={keyOf}
          titleOf={({ item, index }) => item || `line ${index + 1}`}
          label={label}
          isFixed={disabled}
          onMove={(from, to) => {
            moved(from, to);
            onValue(movedIn(lines, from, to));
          }}
          renderItem={renderItem}
        />
        <Button
          variant="default"
          disabled={disabled}
          onClick={() => {
            insert(lines.length, 0, [""]);
            focusAfter(lines.length);
          }}
        >
          {add}
        </Button>
      </div>
    </FieldFrame>
  );
}

function keyOf({ key }: { key: string }): string {
  return key;
}
