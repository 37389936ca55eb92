/** Single registers of the items of the todo list, whatever their kind. */
import type { Item } from "../records/register.ts";
import type { Rule } from "./rule.ts";

/** Empty where there is no text. */
export function registerText(item: Item | undefined, register: string): string {
  const text = item?.registers[register]?.value["v"];
  return typeof text === "string" ? text : "";
}

/** Of a series; undefined: it has none that can be read. */
export function ruleIn(item: Item): Rule | undefined {
  const { mode, start, zone } = item.registers["rule"]?.value ?? {};
  const rule = registerText(item, "rule");
  if (rule === "" || typeof start !== "string") return undefined;
  return {
    rule,
    mode: mode === "after" ? "after" : "schedule",
    start,
    zone: typeof zone === "string" ? zone : "",
  };
}
