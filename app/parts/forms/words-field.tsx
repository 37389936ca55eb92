import { TextInput } from "@mantine/core";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { WordsField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm, useProblemsBelow } from "./form-state.ts";
import { Suggestions } from "./text-field.tsx";
import { addWords, wordsOf } from "./words.ts";

type Props = {
  field: WordsField;
  path: string;
  value: unknown;
  onValue: (value: string[]) => void;
};

/** Tags and the like. Enter or a comma ends a word; Backspace in the empty field takes the last one back into it. */
export function WordsKindField({ field, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  const [below] = Object.entries(useProblemsBelow(path));
  const words = wordsOf(value);
  const { label, help, maxLength, suggestions } = field;
  const free = suggestions?.filter((word) => !words.includes(word));

  function add(text: string): void {
    const { words: next, refused } = addWords(words, text, maxLength);
    setTyped(refused ?? "");
    if (next.length === words.length) return;
    onValue(next);
    setSaid(`${next.slice(words.length).join(", ")} added.`);
  }

  // The field may go while it is written in, by Back for one: then nothing tells that its focus was lost.
  const handOn = useRef(() => {});
  useLayoutEffect(() => {
    handOn.current = () => add(typed);
  });
  useEffect(() => () => handOn.current(), []);

  function remove(word: string): void {
    onValue(words.filter((other) => other !== word));
    setSaid(`${word} removed.`);
    input.current?.focus();
  }

  return (
    <FieldFrame path={path} label={label} help={help}>
      {words.length === 0 ? null : (
        <ul className="words" aria-label={`${label}: chosen`}>
          {words.map((word, at) => (
            <li key={word} data-problem={below?.[0] === String(at) || undefined}>
              <span dir="auto">{word}</span>
              <button
                type="button"
                aria-label={`Remove ${word}`}
                disabled={disabled}
                onClick={() => remove(word)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        ref={input}
        aria-label={`Add to ${label.toLowerCase()}`}
        placeholder="Type one, then Enter"
        disabled={disabled}
        autoComplete="off"
        list={free && id}
        enterKeyHint="enter"
        value={typed}
        error={
          typed.length > (maxLength ?? Infinity)
            ? `Keep it within ${maxLength} characters.`
            : below?.[1]
        }
        onChange={({ currentTarget, nativeEvent }) => {
          const text = currentTarget.value;
          // Chosen from the list of the browser, it is meant as it is.
          const isChosen = !("inputType" in nativeEvent) && free?.includes(text) === true;
          if (isChosen || text.includes(",")) add(text);
          else setTyped(text);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            add(typed);
          }
          if (event.key === "Backspace" && typed === "" && words.length > 0) {
            event.preventDefault();
            const last = words.at(-1)!;
            remove(last);
            setTyped(last);
          }
        }}
        onBlur={() => add(typed)}
      />
      {free === undefined ? null : <Suggestions id={id} words={free} />}
      <output className="unseen">{said}</output>
    </FieldFrame>
  );
}
