import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { NumberField } from "./field.ts";
import { useForm, useProblem } from "./form-state.ts";

type Props = {
  field: NumberField;
  path: string;
  value: unknown;
  onValue: (value: number | undefined) => void;
};

export function NumberKindField({ field, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const { problem, watch } = useProblem(path);
  // What is no number yet, such as "-", is only here.
  const [typed, setTyped] = useState<string>();
  const { label, help, min, max, step } = field;
  return (
    <div
      data-field={path}
      className="field field-number"
      onFocus={watch.onFocus}
      onBlur={(event) => {
        watch.onBlur(event);
        setTyped(undefined);
      }}
    >
      <TextInput
        type="number"
        {...{ label, disabled, min, max, step: step ?? "any" }}
        description={help}
        error={problem}
        value={typed ?? (typeof value === "number" ? String(value) : "")}
        onChange={({ currentTarget }) => {
          const { value: text, valueAsNumber } = currentTarget;
          setTyped(text);
          onValue(Number.isFinite(valueAsNumber) ? valueAsNumber : undefined);
        }}
      />
    </div>
  );
}
