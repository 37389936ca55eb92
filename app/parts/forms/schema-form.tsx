/** A form of fields that are described as data: see docs/forms.md. */
import { useMemo } from "react";
import type { ReactNode } from "react";
import { SelectKindField, SwitchKindField } from "./choice-fields.tsx";
import { ChoicesKindField } from "./choices-field.tsx";
import type { Field, GroupField, Problems } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { FormContext } from "./form-state.ts";
import { ListKindField } from "./list-field.tsx";
import { FileKindField, PictureKindField, PicturesKindField } from "./media-fields.tsx";
import { MoneyKindField } from "./money-field.tsx";
import { NumberKindField } from "./number-field.tsx";
import { fieldsOfItem } from "./patch.ts";
import { RatingKindField } from "./rating-field.tsx";
import { RichTextKindField } from "./rich-text-field.tsx";
import { TextKindField } from "./text-field.tsx";
import { TextsKindField } from "./texts-field.tsx";
import { WordsKindField } from "./words-field.tsx";

export type SchemaFormProps = {
  fields: readonly Field[];
  value: Readonly<Record<string, unknown>>;
  /** Holds whole top-level values; undefined takes one away. */
  onChange: (patch: Record<string, unknown>) => void;
  problems?: Problems;
  disabled?: boolean;
};

const noProblems: Problems = {};

export function SchemaForm({
  fields,
  value,
  onChange,
  problems = noProblems,
  disabled = false,
}: SchemaFormProps) {
  const state = useMemo(() => ({ problems, disabled }), [problems, disabled]);
  return (
    <FormContext value={state}>
      <div className="schema-form">{renderFields(fields, value, "", onChange)}</div>
    </FormContext>
  );
}

type OnPatch = (patch: Record<string, unknown>) => void;

function renderFields(
  fields: readonly Field[],
  value: Readonly<Record<string, unknown>>,
  path: string,
  onPatch: OnPatch,
): ReactNode {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      path={path === "" ? field.name : `${path}.${field.name}`}
      whole={value}
      onPatch={onPatch}
    />
  ));
}

function OneField({
  field,
  path,
  whole,
  onPatch,
}: {
  field: Field;
  path: string;
  /** The object that the field's value is in. */
  whole: Readonly<Record<string, unknown>>;
  onPatch: OnPatch;
}) {
  const shared = {
    path,
    value: whole[field.name],
    onValue: (next: unknown) => onPatch({ [field.name]: next }),
  };
  switch (field.kind) {
    case "number":
      return <NumberKindField field={field} {...shared} />;
    case "words":
      return <WordsKindField field={field} {...shared} />;
    case "switch":
      return <SwitchKindField field={field} {...shared} />;
    case "select":
      return <SelectKindField field={field} {...shared} />;
    case "rating":
      return <RatingKindField field={field} {...shared} />;
    case "money":
      return <MoneyKindField field={field} {...shared} />;
    case "choices":
      return <ChoicesKindField field={field} {...shared} />;
    case "texts":
      return <TextsKindField field={field} {...shared} />;
    case "list":
      return <ListKindField field={field} {...shared} renderFields={renderFields} />;
    case "group":
      return <GroupKindField field={field} {...shared} />;
    case "rich-text":
      return <RichTextKindField field={field} {...shared} />;
    case "picture":
      return <PictureKindField field={field} {...shared} />;
    case "pictures":
      return <PicturesKindField field={field} {...shared} />;
    case "file":
      return <FileKindField field={field} path={path} whole={whole} onPatch={onPatch} />;
    default:
      return <TextKindField field={field} {...shared} />;
  }
}

function GroupKindField({
  field,
  path,
  value,
  onValue,
}: {
  field: GroupField;
  path: string;
  value: unknown;
  onValue: (value: Record<string, unknown>) => void;
}) {
  const inner = fieldsOfItem(value);
  return (
    <FieldFrame path={path} label={field.label} help={field.help}>
      <div className="schema-form group-fields">
        {renderFields(field.fields, inner, path, (patch) =>
          onValue(fieldsOfItem({ ...inner, ...patch })),
        )}
      </div>
    </FieldFrame>
  );
}
