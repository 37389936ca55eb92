/** Lists and labels as tools see them. */
import type { Item } from "#lib/records/register.ts";
import { registerText } from "#lib/todo/registers.ts";

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
    name: registerText(item, "name"),
    order: registerText(item, "order"),
    colour: registerText(item, "colour"),
  };
}
