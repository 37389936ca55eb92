/** Conditions of which all or any are to be met, and groups of them. */
import { Button, CloseButton } from "@mantine/core";
import type { Filter } from "#lib/todo/filter-tree.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { filterOfGroup, newCondition, partOf } from "./filter-form.ts";
import type { Group } from "./filter-form.ts";

type Props = {
  group: Group;
  /** From 0. */
  depth: number;
  onChange: (group: Group) => void;
};

const joins = [
  { value: "and", words: "all of these" },
  { value: "or", words: "any of these" },
  { value: "-or", words: "none of these" },
  { value: "-and", words: "not all of these" },
] as const;

export function GroupFields({ group, depth, onChange }: Props) {
  const { join, isNot, parts } = group;
  function put(at: number, next: Filter | undefined): void {
    const rest = parts.flatMap((part, one) => (one === at ? (next ?? []) : part));
    onChange({ ...group, parts: rest });
  }
  return (
    <fieldset className="filter-group">
      <legend className="unseen">{depth === 0 ? "Conditions" : "Group of conditions"}</legend>
      {parts.length > 1 || isNot ? (
        <label className="filter-join">
          Show what meets
          <select
            value={`${isNot ? "-" : ""}${join}`}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                parts,
                isNot: value.startsWith("-"),
                join: value.endsWith("or") ? "or" : "and",
              })
            }
          >
            {joins.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <ul>
        {parts.map((filter, at) => {
          const part = partOf(filter);
          return (
            // A condition is what its place says: there is nothing else to tell two equal ones apart.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="filter-part">
              {"group" in part ? (
                <GroupFields
                  group={part.group}
                  depth={depth + 1}
                  onChange={(next) => put(at, filterOfGroup(next))}
                />
              ) : (
                <ConditionFields
                  condition={part.condition}
                  isNot={part.isNot}
                  number={at + 1}
                  onChange={(condition, isNot) => put(at, isNot ? { not: condition } : condition)}
                />
              )}
              <CloseButton
                aria-label={`Remove ${"group" in part ? "group" : "condition"} ${at + 1}`}
                onClick={() => put(at, undefined)}
              />
            </li>
          );
        })}
      </ul>
      <div className="record-acts">
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onChange({ ...group, parts: [...parts, newCondition("due")] })}
        >
          Add a condition
        </Button>
        {depth < 3 && parts.length > 0 ? (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => {
              const conditions = [newCondition("due"), newCondition("prio")];
              const two: Filter = join === "and" ? { or: conditions } : { and: conditions };
              onChange({ ...group, parts: [...parts, two] });
            }}
          >
            Add a group
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
