import type { FieldProps } from "./field-props.ts";
import { TopicsField } from "./topics-field.tsx";

export function TagsField(props: FieldProps) {
  return (
    <TopicsField
      {...props}
      kind="tags"
      words={{ title: "Tags", one: "tag", all: "Change the tags…" }}
    />
  );
}
