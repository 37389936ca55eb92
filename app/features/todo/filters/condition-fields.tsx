/** One condition of a filter, in words. */
import { useState } from "react";
import type { ReactNode } from "react";
import { filterParts } from "#lib/todo/filter.ts";
import type { FilterField, FilterOp } from "#lib/todo/filter-tree.ts";
import { MomentInput } from "#app/parts/records/moment-input.tsx";
import { nowOf } from "../now.ts";
import { useLabels, useLists, useTodoApp } from "../use-todos.ts";
import { changed, dayFields, newCondition } from "./filter-form.ts";
import type { Condition } from "./filter-form.ts";

const fieldWords: Readonly<Record<FilterField, string>> = {
  due: "Due",
  prio: "Priority",
  list: "List",
  label: "Label",
  text: "Words",
  start: "Start",
  plan: "Planned",
  done: "Done",
  has: "It has",
};

const dayOps: Readonly<Record<FilterOp, string>> = {
  "=": "is",
  "<": "before",
  "<=": "until",
  ">": "after",
  ">=": "from",
};

const prioOps: Readonly<Record<FilterOp, string>> = {
  "=": "is",
  "<": "higher than",
  "<=": "at least",
  ">": "lower than",
  ">=": "at most",
};

const days: readonly (readonly [string, string])[] = [
  ["overdue", "overdue"],
  ["today", "today"],
  ["tomorrow", "tomorrow"],
  ["yesterday", "yesterday"],
  ["week", "this week"],
  ["month", "this month"],
  ["any", "any day"],
  ["none", "no day"],
  ["day", "a date…"],
  ["ahead", "days from today…"],
];

type Props = {
  condition: Condition;
  isNot: boolean;
  /** From 1. */
  number: number;
  onChange: (condition: Condition, isNot: boolean) => void;
};

export function ConditionFields({ condition, isNot, number, onChange }: Props) {
  const { field, op } = condition;
  const labels = useLabels();
  const known = (Object.keys(fieldWords) as FilterField[]).filter(
    (one) => one !== "label" || field === "label" || labels.length > 0,
  );
  const nth = `of condition ${number}`;
  return (
    <>
      <select
        aria-label={`Field ${nth}`}
        value={field}
        onChange={({ currentTarget }) =>
          onChange(newCondition(currentTarget.value as FilterField, labels[0]?.name), false)
        }
      >
        {known.map((one) => (
          <option key={one} value={one}>
            {fieldWords[one]}
          </option>
        ))}
      </select>
      <select
        aria-label={`Comparison ${nth}`}
        value={`${isNot ? "-" : ""}${op}`}
        onChange={({ currentTarget: { value } }) => {
          const next = value.replace("-", "") as FilterOp;
          onChange(changed(condition, { op: next }), value.startsWith("-"));
        }}
      >
        {comparisons(field, op, isNot).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <ValueField
        condition={condition}
        label={`Value ${nth}`}
        onChange={(value) => onChange(changed(condition, { value }), isNot)}
      />
    </>
  );
}

function comparisons(field: FilterField, op: FilterOp, isNot: boolean): [string, string][] {
  const words = field === "prio" ? prioOps : dayFields.has(field) ? dayOps : { "=": "is" };
  const all = Object.entries(words).flatMap(([one, said]): [string, string][] =>
    one === "=" || (isNot && one === op)
      ? [
          [one, said],
          [`-${one}`, one === "=" ? "is not" : `not ${said}`],
        ]
      : [[one, said]],
  );
  return all;
}

type ValueProps = { condition: Condition; label: string; onChange: (value: string) => void };

function ValueField({ condition: { field, op, value }, label, onChange }: ValueProps) {
  const lists = useLists();
  const labels = useLabels();
  const choice = (options: readonly (readonly [string, string])[]): ReactNode => (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.some(([one]) => one === value) ? null : <option value={value}>{value}</option>}
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
  const named = (names: readonly string[]) => choice([...new Set(names)].map((one) => [one, one]));
  if (field === "list") return named(["Inbox", ...lists.map(({ name }) => name)]);
  if (field === "label") return named(labels.map(({ name }) => name));
  if (field === "has") return named(filterParts);
  if (field === "prio") return named(["1", "2", "3", "4"]);
  if (field === "text") return <WordField key={value} {...{ value, label, onChange }} />;
  return <DayField {...{ field, op, value, label, onChange }} />;
}

type TextProps = { value: string; label: string; onChange: (value: string) => void };

/** Emptied it waits: a condition without words is none. */
function WordField({ value, label, onChange }: TextProps) {
  const [text, setText] = useState(value);
  const leave = () => {
    if (text.trim() === "") setText(value);
    else if (text !== value) onChange(text.trim());
  };
  return (
    <input
      aria-label={label}
      dir="auto"
      value={text}
      maxLength={100}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === "Enter" && leave()}
    />
  );
}

function DayField({
  field,
  op,
  value,
  label,
  onChange,
}: TextProps & Pick<Condition, "field" | "op">) {
  const { store } = useTodoApp();
  const ahead = /^([+-]?\d{1,3})d$/.exec(value)?.[1];
  const kind = ahead !== undefined ? "ahead" : value.length === 10 ? "day" : value;
  const shown = days.filter(
    ([one]) => (one !== "overdue" || field === "due") && (op === "=" || !isWhole(one)),
  );
  return (
    <>
      <select
        aria-label={label}
        value={kind}
        onChange={({ currentTarget: { value: next } }) => {
          if (next === "ahead") onChange("7d");
          else onChange(next === "day" ? nowOf(store).today : next);
        }}
      >
        {shown.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      {kind === "day" ? (
        <MomentInput
          type="date"
          aria-label={`Date, ${label}`}
          value={value}
          onWrite={(day) => day !== "" && onChange(day)}
        />
      ) : null}
      {ahead === undefined ? null : (
        <input
          type="number"
          aria-label={`Days from today, ${label}`}
          min={-999}
          max={999}
          value={Number(ahead)}
          onChange={({ currentTarget: { valueAsNumber: number } }) => {
            if (Number.isInteger(number) && Math.abs(number) < 1000) onChange(`${number}d`);
          }}
        />
      )}
    </>
  );
}

function isWhole(value: string): boolean {
  return value === "any" || value === "none" || value === "overdue";
}
