/** One's own best results, kept in this browser: for guests, and for what does not count elsewhere. */
import type { Board } from "#games/kit/engine.ts";

export type Best = { result: number; /** ISO date. */ on: string };

const storageKey = "foyer:arcade-bests";
const mostKept = 5;

export function bestsOf(game: string, board: string): readonly Best[] {
  return readAll()[`${game}/${board}`] ?? [];
}

/** @returns the place among one's own, from 1; undefined: not among the first five */
export function addBest(game: string, { name, order }: Board, best: Best): number | undefined {
  const all = readAll();
  const key = `${game}/${name}`;
  const better = (one: Best) =>
    order === "highest" ? one.result >= best.result : one.result <= best.result;
  const kept = all[key] ?? [];
  const at = kept.filter(better).length;
  if (at >= mostKept) return undefined;
  const next = [...kept.slice(0, at), best, ...kept.slice(at)].slice(0, mostKept);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...all, [key]: next }));
  } catch {
    // Storage is full or switched off: it is said now and not kept.
  }
  return at + 1;
}

function readAll(): Record<string, readonly Best[]> {
  let found: unknown;
  try {
    found = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  } catch {
    // No storage, or somebody else has written it: none.
  }
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, list]) =>
      Array.isArray(list) && list.every(isBest) ? [[key, list]] : [],
    ),
  );
}

function isBest(value: unknown): value is Best {
  const { result, on } = Object(value) as Record<string, unknown>;
  return typeof result === "number" && typeof on === "string";
}
