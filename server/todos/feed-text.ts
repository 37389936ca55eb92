/** What stands in the calendar of an account: its open tasks that have a day, as icsOf writes them. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { icsOf } from "#lib/todo/ics.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { isGoneItem, itemsOf, openTasks, textOf } from "./stored-todos.ts";

/** @param place `origin` of the site; `now`: milliseconds since 1970. @throws BackendError */
export async function feedText(
  backend: Pick<ServerBackend, "queryValues" | "getValue">,
  uid: string,
  { origin, now }: { origin: string; now: number },
): Promise<string> {
  const [tasks, series] = await Promise.all([
    openTasks(backend, uid),
    itemsOf(backend, uid, "series"),
  ]);
  const rules = new Map<string, Rule>();
  for (const [id, item] of series) {
    const { mode, start, zone } = item.registers["rule"]?.value ?? {};
    if (typeof start !== "string" || isGoneItem("series", item)) continue;
    rules.set(id, {
      rule: textOf(item, "rule"),
      mode: mode === "after" ? "after" : "schedule",
      start,
      zone: typeof zone === "string" ? zone : "",
    });
  }
  return icsOf({ tasks, series: rules, origin, now, name: "Tasks" });
}
