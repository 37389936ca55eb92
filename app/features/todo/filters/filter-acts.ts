/** What is done with saved filters. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import { randomId } from "#app/live/random-id.ts";
import { offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { orderBehind } from "#lib/records/place.ts";
import { quoted } from "#lib/quoted.ts";
import { roomProblem } from "../acts/room.ts";
import type { TodoApp } from "../use-todos.ts";
import { savedFilters } from "./saved-filters.ts";
import type { SavedFilter } from "./saved-filters.ts";

const written = (id: string, register: string, v: string): Change => ({
  kind: "filters",
  id,
  register,
  value: { v },
});

/** @returns its id; undefined: there is no room */
export function addFilter(
  { store, stack }: TodoApp,
  name: string,
  query: string,
): string | undefined {
  const problem = roomProblem(store, { filters: 1 });
  if (problem !== undefined) {
    tellProblem(problem);
    return undefined;
  }
  const id = randomId();
  const all = savedFilters(store.records);
  const order = orderBehind(all, all.length - 1, Math.random);
  const changes = [
    written(id, "name", name),
    written(id, "query", query),
    written(id, "order", order),
  ];
  stack.run(
    `New filter ${quoted(name)}`,
    changes.map((change) => ({ ...change, isNew: true })),
  );
  return id;
}

type Named = Pick<SavedFilter, "name" | "query">;

/** @param opened as it was when it was asked for; what was changed elsewhere since stays */
export function changeFilter(
  { store, stack }: TodoApp,
  id: string,
  { name, query }: Named,
  opened: Named,
): void {
  const old = savedFilters(store.records).find((one) => one.id === id);
  if (!old) return;
  const changes: Change[] = [];
  if (name !== old.name && name !== opened.name) changes.push(written(id, "name", name));
  if (query !== old.query && query !== opened.query) changes.push(written(id, "query", query));
  if (changes.length > 0) stack.run(`Change the filter ${quoted(old.name)}`, changes);
}

export function removeFilter({ store, stack, acts }: TodoApp, id: string): void {
  const name = quoted(savedFilters(store.records).find((one) => one.id === id)?.name ?? "");
  const change: Change = { kind: "filters", id, register: "gone", value: { v: true } };
  const act = stack.run(`Delete the filter ${name}`, [change]);
  const undo = async () => void acts.undo(act);
  offerUndo({ text: `Deleted the filter ${name}. Its tasks stay.`, undo });
}
