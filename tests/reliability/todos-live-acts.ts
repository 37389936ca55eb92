/** What somebody does with their todo list, by a seed. */
import type { Change, Records } from "../../app/live/records/records.ts";
import { isGone } from "../../lib/records/register.ts";
import type { Parts } from "../../lib/records/register.ts";
import { todoShape } from "../../lib/todo/todo-shape.ts";
import type { Random } from "../support/seeded-random.ts";
import type { LiveAct } from "./live-device.ts";

const longestText = 300;
const place = { list: "", parent: "", order: "a0", column: "" };

function made(id: string, title: string): Change[] {
  const common = { kind: "tasks", id, isNew: true as const };
  return [
    { ...common, register: "title", value: { v: title } },
    { ...common, register: "place", value: place },
  ];
}

/** @param newId of something that only this device makes @param word one that was never typed before */
export function randomAct(
  records: Records,
  random: Random,
  { newId, word }: { newId: () => string; word: () => string },
): LiveAct {
  const all = records.all("tasks");
  const act = (changes: Change[], purged: string[] = []): LiveAct => ({ changes, purged });
  const what = random.below(14);
  if (all.size === 0 || what === 0) return act(made(newId(), word()));
  const id = random.pick([...all.keys()]);
  const registers = all.get(id)?.registers ?? {};
  const textOf = (name: string) => String(registers[name]?.value["v"] ?? "");
  const set = (register: string, value: Parts) => act([{ kind: "tasks", id, register, value }]);
  if (what === 1) {
    // Whoever completes it makes the next one, with the same id.
    const [series = "", n = "0"] = id.split("-");
    const next = `${series}-${Number(n) + 1}`;
    const done: Change = { kind: "tasks", id, register: "done", value: { v: "done", day: "" } };
    return act(all.has(next) ? [done] : [done, ...made(next, textOf("title"))]);
  }
  if (what === 2) return set("place", { ...place, order: `a${random.below(99)}` });
  if (what === 3) {
    const labels = new Set(textOf("labels").split(" ").filter(Boolean));
    const label = `l${random.below(5)}`;
    if (!labels.delete(label)) labels.add(label);
    return set("labels", { v: [...labels].toSorted().join(" ") });
  }
  if (what === 4) return set("gone", { v: registers["gone"]?.value["v"] !== true });
  if (what === 5) return set("prio", { v: random.below(4) + 1 });
  if (what === 6 && random.below(6) === 0) {
    const imported = Array.from({ length: 20 }, (_, at) => `import${at}`);
    return act(imported.filter((one) => !all.has(one)).flatMap((one) => made(one, "Imported")));
  }
  if (what === 7 && random.below(4) === 0) {
    const gone = [...all].filter(([, item]) => isGone(todoShape, "tasks", item));
    return act(
      [],
      gone.map(([one]) => one),
    );
  }
  const register = random.pick(["title", "notes"]);
  const before = textOf(register);
  const isReplaced = before.length > longestText || random.below(3) === 0;
  return set(register, { v: isReplaced ? word() : `${before} ${word()}`.trim() });
}
