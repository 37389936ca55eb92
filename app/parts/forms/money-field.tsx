import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { MoneyField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm, useProblemsBelow } from "./form-state.ts";
import { amountText, keepCurrency, lastCurrency, minorOf } from "./money.ts";
import { fieldsOfItem } from "./patch.ts";

type Money = { minor: number; currency: string };

type Props = {
  field: MoneyField;
  path: string;
  value: unknown;
  onValue: (value: Money | undefined) => void;
};

const currencies = Intl.supportedValuesOf("currency");

/** An amount and what it is in, which begins as the last one was. */
export function MoneyKindField({ field: { label, help }, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const [below] = Object.values(useProblemsBelow(path));
  const stored = moneyOf(value);
  // What is no amount yet, such as "12.", is only here.
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState(lastCurrency);
  const currency = stored?.currency ?? chosen;
  const text = typed ?? (stored === undefined ? "" : amountText(stored.minor, currency));
  const isWrong = text.trim() !== "" && minorOf(text, currency) === undefined;

  function change(next: string, unit: string): void {
    const minor = minorOf(next, unit);
    onValue(minor === undefined ? undefined : { minor, currency: unit });
  }

  return (
    <FieldFrame path={path} label={label} help={help} below={below}>
      <div className="money-field">
        <TextInput
          aria-label="Amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="12.50"
          disabled={disabled}
          value={text}
          error={isWrong ? "Write an amount such as 12.50." : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            change(currentTarget.value, currency);
          }}
          onBlur={() => {
            if (!isWrong) setTyped(undefined);
          }}
        />
        <NativeSelect
          aria-label="Currency"
          disabled={disabled}
          value={currency}
          data={currencies.includes(currency) ? currencies : [currency, ...currencies]}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value;
            setChosen(next);
            keepCurrency(next);
            if (text.trim() === "") return;
            // The number stays as it is written.
            setTyped(text);
            change(text, next);
          }}
        />
      </div>
    </FieldFrame>
  );
}

/** What is no money is none: a draft may hold anything. */
function moneyOf(value: unknown): Money | undefined {
  const { minor, currency } = fieldsOfItem(value);
  return Number.isSafeInteger(minor) && typeof currency === "string"
    ? { minor: minor as number, currency }
    : undefined;
}
