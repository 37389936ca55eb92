import type { FieldProps } from "./field-props.ts";
import { TopicsField } from "./topics-field.tsx";

export function PeopleField(props: FieldProps) {
  return (
    <TopicsField
      {...props}
      kind="people"
      words={{ title: "People", one: "person", all: "Change the people…" }}
    />
  );
}
