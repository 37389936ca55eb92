import type { Item } from "../../records/register.ts";
import type { TodoChange } from "../change.ts";
import { type Task, taskOf } from "../task.ts";

/** A todo list in memory: changes are taken as the server takes them. */
export class TestList {
  readonly items = new Map<string, Item>();
  #stamp = 0;

  readonly itemOf = (kind: string, id: string): Item | undefined => this.items.get(`${kind}/${id}`);

  change(changes: readonly TodoChange[]): void {
    for (const { kind, id, register, value, isNew } of changes) {
      const key = `${kind}/${id}`;
      const item = this.items.get(key);
      // A new one that is there already is another device's.
      if (isNew && item?.registers[register]) continue;
      this.#stamp += 1;
      const p = item?.registers[register]?.t ?? 0;
      const registers = { ...item?.registers, [register]: { value, t: this.#stamp, p } };
      this.items.set(key, { at: this.#stamp, registers });
    }
  }

  /** Undefined: it is not there, or gone. */
  task(id: string): Task | undefined {
    const item = this.itemOf("tasks", id);
    return item && item.registers["gone"]?.value["v"] !== true ? taskOf(id, item) : undefined;
  }

  open(): string[] {
    return [...this.items.keys()]
      .map((key) => this.task(key.slice("tasks/".length)))
      .flatMap((task) => (task?.done === "" ? [task.id] : []));
  }
}
