/** What a piece that was placed has brought, in words. */
import type { State } from "#games/blockstacker/index.ts";

const names = ["", "single", "double", "triple", "four rows"];

/** `isPlain`: rows and nothing else, as with every few pieces. */
export type Brought = { main: string; more: readonly string[]; points: number; isPlain: boolean };

/** Undefined: nothing to speak of. */
export function broughtBy({ brought, combo }: State): Brought | undefined {
  if (brought === undefined) return undefined;
  const { rows, spin, isBackToBack, isAllClear, points } = brought;
  if (rows.length === 0 && spin === "") return undefined;
  const more = [
    ...(isAllClear && rows.length > 0 ? [nameOf(rows.length, spin)] : []),
    ...(isBackToBack ? ["Back-to-back"] : []),
    ...(combo > 1 ? [`Combo ${combo}`] : []),
  ];
  const isPlain = rows.length < 4 && spin === "" && !isAllClear;
  return { main: isAllClear ? "All clear" : nameOf(rows.length, spin), more, points, isPlain };
}

function nameOf(rows: number, spin: "" | "mini" | "full"): string {
  const turned = spin === "mini" ? "Small T-spin" : spin === "full" ? "T-spin" : "";
  const name = names[rows] ?? "";
  if (turned !== "") return `${turned} ${name}`.trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
