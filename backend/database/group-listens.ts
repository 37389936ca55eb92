/** Puts listens together that are to be told the same, so that it is read once and each caller is judged once. */
import { type Listen, isWhole } from "./listen.ts";
import { formatPath } from "./path.ts";
import type { RefreshGroup } from "./refresh.ts";

type ListenOfGroup = { listen: Listen; callerIndex: number };

export type RefreshBatch = { group: RefreshGroup; listens: ListenOfGroup[] }[];

/** @param listens all of them flying. */
export function groupListens(listens: readonly Listen[]): RefreshBatch {
  const groups = new Map<string, ReturnType<typeof newGroup>>();
  for (const listen of listens) {
    const key = keyOf(listen);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = newGroup(listen)));
    const callerKey = listen.target.callerKey();
    let callerIndex = group.callerIndexes.get(callerKey);
    if (callerIndex === undefined) {
      callerIndex = group.callers.push(listen.target.caller()) - 1;
      group.callerIndexes.set(callerKey, callerIndex);
    }
    group.listens.push({ listen, callerIndex });
  }
  return [...groups.values()].map(({ group, listens }) => ({ group, listens }));
}

function newGroup(listen: Listen) {
  const callers: RefreshGroup["callers"][number][] = [];
  const group: RefreshGroup = {
    path: listen.path,
    query: listen.query,
    parts: listen.flying?.parts ?? [],
    knownHash: listen.knownHash,
    callers,
  };
  return {
    group,
    callers,
    callerIndexes: new Map<string, number>(),
    listens: [] as ListenOfGroup[],
  };
}

function keyOf({ path, query, flying, knownHash }: Listen): string {
  const parts = flying?.parts ?? [];
  const places = isWhole(parts) ? "" : parts.map(formatPath);
  return JSON.stringify([formatPath(path), query ?? null, places, knownHash ?? null]);
}
