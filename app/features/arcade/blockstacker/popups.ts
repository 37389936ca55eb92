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

const font = `Figtree, system-ui, sans-serif`;
export const fontOf = (weight: number, size: number): string => `${weight} ${size}px ${font}`;

/** Of its picture, in units. */
const wide = 210;
const line = 20;

export type Drawn = { popup: Popup; look: Look; picture: OffscreenCanvas };

/** Outlined text costs too much to be drawn in each frame. */
export function drawnOf(popup: Popup, look: Look): Drawn {
  const { lines, points } = popup;
  const all = points === "" ? lines : [...lines, points];
  const picture = new OffscreenCanvas(
    Math.ceil(wide / look.pixel),
    Math.ceil((all.length * line + 14) / look.pixel),
  );
  const pen = picture.getContext("2d")!;
  pen.scale(1 / look.pixel, 1 / look.pixel);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.lineWidth = 5;
  pen.strokeStyle = look.colours.field;
  for (const [index, text] of all.entries()) {
    const isFirst = index === 0 && lines.length > 0;
    const y = (index + 1) * line;
    pen.font = fontOf(isFirst ? 700 : 600, isFirst ? 19 : 15);
    pen.strokeText(text, wide / 2, y);
    pen.fillStyle =
      points !== "" && index === all.length - 1 ? look.colours.accent : look.colours.ink;
    pen.fillText(text, wide / 2, y);
  }
  return { popup, look, picture };
}

export function drawPopup(
  pen: CanvasRenderingContext2D,
  { popup, picture }: Drawn,
  { at, layout, look }: { at: number; layout: Layout; look: Look },
) {
  const age = at - popup.since;
  if (age < 0 || age >= lasts) return;
  const come = look.isCalm ? 1 : 1 - (1 - Math.min(1, age / rises)) ** 3;
  const { x, y } = layout.told ?? above(popup, layout);
  const whole = (units: number) => Math.round(units / layout.pixel) * layout.pixel;
  const width = picture.width * layout.pixel;
  const height = picture.height * layout.pixel;
  pen.globalAlpha = come * Math.min(1, (lasts - age) / fades);
  pen.drawImage(picture, whole(x - width / 2), whole(y + (1 - come) * 12 - height), width, height);
  pen.globalAlpha = 1;
}

/** Above what stands and most of what will, and not where the next piece comes. */
function above({ row }: Popup, { x, y, cell }: Layout) {
  return { x: x + 5 * cell, y: y + (20 - Math.min(15, row + 6)) * cell };
}
