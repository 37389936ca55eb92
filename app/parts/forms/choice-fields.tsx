import { NativeSelect, Switch } from "@mantine/core";
import type { SelectField, SwitchField } from "./field.ts";
import { useForm, useProblem } from "./form-state.ts";

type Props<Field, Value> = {
  field: Field;
  path: string;
  value: unknown;
  onValue: (value: Value) => void;
};

export function SwitchKindField({ field, path, value, onValue }: Props<SwitchField, boolean>) {
  const { disabled } = useForm();
  const { problem, watch } = useProblem(path);
  return (
    <div data-field={path} className="field field-switch" {...watch}>
      <Switch
        label={field.label}
        description={field.help}
        error={problem}
        disabled={disabled}
        checked={value === true}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
    </div>
  );
}

export function SelectKindField({
  field: { label, help, options, none },
  path,
  value,
  onValue,
}: Props<SelectField, string | undefined>) {
  const { disabled } = useForm();
  const { problem, watch } = useProblem(path);
  const chosen = typeof value === "string" ? value : "";
  // What a newer version of the site may have stored stays chosen.
  const isUnknown = chosen !== "" && !options.some((option) => option.value === chosen);
  const needsNone = none !== undefined || chosen === "";
  return (
    <div data-field={path} className="field field-select" {...watch}>
      <NativeSelect
        label={label}
        description={help}
        error={problem}
        disabled={disabled}
        value={chosen}
        data={[
          ...(needsNone ? [{ value: "", label: none ?? "Choose" }] : []),
          ...options,
          ...(isUnknown ? [{ value: chosen, label: chosen }] : []),
        ]}
        onChange={({ currentTarget }) =>
          onValue(currentTarget.value === "" ? undefined : currentTarget.value)
        }
      />
    </div>
  );
}
