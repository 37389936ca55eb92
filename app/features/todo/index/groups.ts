/** Lists and labels as tools see them. */
import type { Item } from "#lib/records/register.ts";
import type { Rule } from "#lib/todo/rule.ts";

export type TodoList = {
  id: string;
  name: string;
  order: string;
  colour: string;
};

export type Label = TodoList;

/** Undefined: it has no name. */
export function groupOf(id: string, item: Item): TodoList | undefined {
  if (!item.registers["name"]) return undefined;
  return {
    id,
    name: textOf(item, "name"),
    order: textOf(item, "order"),
    colour: textOf(item, "colour"),
  };
}

export function ruleOfItem(item: Item): Rule | undefined {
  const value = item.registers["rule"]?.value;
  if (!value) return undefined;
  const { v, mode, start, zone } = value;
  if (typeof v !== "string" || typeof start !== "string" || v === "") return undefined;
  return {
    rule: v,
    mode: mode === "after" ? "after" : "schedule",
    start,
    zone: typeof zone === "string" ? zone : "",
  };
}

function textOf({ registers }: Item, name: string): string {
  const v = registers[name]?.value["v"];
  return typeof v === "string" ? v : "";
}
