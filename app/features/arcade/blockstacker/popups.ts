/** What the last pieces have brought, for a moment. */
import { type State, happenings } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import { broughtBy } from "./brought.ts";
import type { Layout } from "./layout.ts";

export type Popup = { since: number; lines: readonly string[]; points: string; row: number };

const lasts = 60;
const fades = 14;
const rises = 9;

export function popupOf(state: State): Popup | undefined {
  const has = (what: keyof typeof happenings) => (state.happened & happenings[what]) > 0;
  const brought = has("locked") ? broughtBy(state) : undefined;
  const lines = [
    ...(brought === undefined || brought.isPlain ? [] : [brought.main]),
    ...(brought?.more ?? []),
    ...(has("leveled") ? [`Level ${state.level}`] : []),
  ];
  if (brought === undefined && lines.length === 0) return undefined;
  const points = brought === undefined ? "" : `+${brought.points}`;
  return { since: state.tick, lines, points, row: state.field.findLastIndex((row) => row !== 0) };
}

const font = `Figtree, "Figtree Variable", system-ui, sans-serif`;
export const fontOf = (weight: number, size: number): string => `${weight} ${size}px ${font}`;

export function drawPopup(
  pen: CanvasRenderingContext2D,
  popup: Popup,
  { at, layout, look }: { at: number; layout: Layout; look: Look },
) {
  const age = at - popup.since;
  if (age < 0 || age >= lasts) return;
  const come = look.isCalm ? 1 : 1 - (1 - Math.min(1, age / rises)) ** 3;
  const { x, y } = layout.told ?? above(popup, layout);
  pen.globalAlpha = come * Math.min(1, (lasts - age) / fades);
  drawLines(pen, popup, { x, y: y + (1 - come) * 12, look });
  pen.globalAlpha = 1;
}

/** Above what stands and most of what will, and not where the next piece comes. */
function above({ row }: Popup, { x, y, cell }: Layout) {
  return { x: x + 5 * cell, y: y + (20 - Math.min(15, row + 6)) * cell };
}

function drawLines(
  pen: CanvasRenderingContext2D,
  { lines, points }: Popup,
  { x, y, look }: { x: number; y: number; look: Look },
) {
  const { field, ink, accent } = look.colours;
  const all = points === "" ? lines : [...lines, points];
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  let below = y - (all.length - 1) * 18;
  for (const [index, line] of all.entries()) {
    const isFirst = index === 0 && lines.length > 0;
    pen.font = fontOf(isFirst ? 700 : 600, isFirst ? 19 : 15);
    pen.strokeStyle = field;
    pen.lineWidth = 5;
    pen.strokeText(line, x, below);
    pen.fillStyle = points !== "" && index === all.length - 1 ? accent : ink;
    pen.fillText(line, x, below);
    below += 20;
  }
}
