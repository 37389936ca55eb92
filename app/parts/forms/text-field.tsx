import { Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import type { TextField } from "./field.ts";
import { useForm, useProblem } from "./form-state.ts";

type Props = {
  field: TextField;
  path: string;
  value: unknown;
  onValue: (value: string | undefined) => void;
};

const mayBeEmpty = new Set<TextField["kind"]>(["text", "area", "slug"]);

const attributes: Partial<Record<TextField["kind"], object>> = {
  slug: { autoCapitalize: "none", spellCheck: false },
  href: { inputMode: "url", autoCapitalize: "none", spellCheck: false },
  email: { inputMode: "email", autoCapitalize: "none", spellCheck: false },
  date: { type: "date" },
  "partial-date": { placeholder: "2024-06", spellCheck: false },
  colour: { placeholder: "#17605c", spellCheck: false },
};

export function TextKindField({ field, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const { problem, watch } = useProblem(path);
  const id = useId();
  const { kind, label, help, maxLength, placeholder, suggestions } = field;
  const text = typeof value === "string" ? value : "";
  const change = (next: string) => onValue(next === "" && !mayBeEmpty.has(kind) ? undefined : next);
  const shared = {
    label,
    disabled,
    description: describe(help, text, maxLength),
    error: problem ?? tooLong(text, maxLength),
    value: text,
    inputWrapperOrder: ["label", "description", "input", "error"] as ("label" | "input")[],
    ...attributes[kind],
    ...(placeholder !== undefined && { placeholder }),
  };
  return (
    <div data-field={path} className={`field field-${kind}`} {...watch}>
      {kind === "area" ? (
        <Textarea
          {...shared}
          className="field-area"
          rows={3}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <TextInput
          {...shared}
          autoComplete="off"
          list={suggestions && id}
          rightSection={
            kind === "colour" ? <ColourPart {...{ label, text, disabled, change }} /> : null
          }
          rightSectionWidth="2.75rem"
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
      {suggestions === undefined ? null : <Suggestions id={id} words={suggestions} />}
    </div>
  );
}

export function Suggestions({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </datalist>
  );
}

function ColourPart(part: {
  label: string;
  text: string;
  disabled: boolean;
  change: (next: string) => void;
}) {
  return (
    <input
      type="color"
      className="field-colour-part"
      aria-label={`Choose: ${part.label}`}
      disabled={part.disabled}
      value={/^#[0-9a-f]{6}$/i.test(part.text) ? part.text : "#888888"}
      onChange={({ currentTarget }) => part.change(currentTarget.value)}
    />
  );
}

/** How much there is room for is said when it becomes little. */
function describe(help: string | undefined, text: string, maxLength: number | undefined) {
  const left = maxLength === undefined ? Infinity : maxLength - text.length;
  if (maxLength === undefined || left < 0 || left > maxLength / 5) return help;
  return `${help === undefined ? "" : `${help} `}${counted(left)} left.`;
}

export function tooLong(text: string, maxLength: number | undefined): string | undefined {
  const over = text.length - (maxLength ?? Infinity);
  return over > 0 ? `Shorten this by ${counted(over)}.` : undefined;
}

function counted(count: number): string {
  return count === 1 ? "1 character" : `${count.toLocaleString("en")} characters`;
}
