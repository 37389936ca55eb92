import { Checkbox } from "@mantine/core";
import type { ChoicesField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm, useProblemsBelow } from "./form-state.ts";
import { wordsOf } from "./words.ts";

type Props = {
  field: ChoicesField;
  path: string;
  value: unknown;
  onValue: (value: string[]) => void;
};

/** Any of a few, in their order. What a newer version of the site may have stored stays. */
export function ChoicesKindField({ field: { label, help, options }, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const [below] = Object.values(useProblemsBelow(path));
  const chosen = wordsOf(value);
  const others = chosen.filter((one) => !options.some((option) => option.value === one));
  return (
    <FieldFrame path={path} label={label} help={help} below={below}>
      <div className="choices-field">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            disabled={disabled}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget: { checked } }) =>
              onValue([
                ...options
                  .map((one) => one.value)
                  .filter((one) => (one === option.value ? checked : chosen.includes(one))),
                ...others,
              ])
            }
          />
        ))}
      </div>
    </FieldFrame>
  );
}
