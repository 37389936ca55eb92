/** A layer is a storey of a house: five of one kind, then another colour and other windows. */
import type { Look } from "../game.ts";
import type { View } from "./view.ts";

/** `middle`: of the windows, which are cut off with the rest. */
export type Box = { x: number; width: number; y: number; middle: number };

const kindStoreys = 5;
const cornice = 4;

type Windows = { every: number; width: number; height: number; top: number; isRound: boolean };
const windows: readonly Windows[] = [
  { every: 18, width: 8, height: 12, top: 9, isRound: false },
  { every: 22, width: 10, height: 14, top: 8, isRound: true },
  { every: 26, width: 18, height: 8, top: 10, isRound: false },
  { every: 14, width: 5, height: 13, top: 9, isRound: false },
];

/** Clay, amber, teal … so that no two that follow each other are alike. */
const order = [0, 3, 1, 5, 2, 6, 4] as const;

const kindOf = (layer: number) => Math.floor(layer / kindStoreys);

export const hueOf = (layer: number, { colours }: Look): string =>
  colours.hues[order[kindOf(layer) % order.length]!];

export function drawStorey(
  pen: CanvasRenderingContext2D,
  { x, y, width, middle }: Box,
  { layer, view, look }: { layer: number; view: View; look: Look },
) {
  const { pixel } = view;
  pen.fillStyle = hueOf(layer, look);
  pen.fillRect(x, y + pixel, width, view.storey - pixel);
  if (layer % kindStoreys === kindStoreys - 1) {
    pen.fillStyle = look.colours.ink;
    pen.globalAlpha = 0.22;
    pen.fillRect(x, y + pixel, width, cornice);
    pen.globalAlpha = 1;
  }
  drawWindows(pen, { x, y, width, middle }, { layer, look });
}

/** Only whole ones. */
function drawWindows(
  pen: CanvasRenderingContext2D,
  { x, y, width, middle }: Box,
  { layer, look }: { layer: number; look: Look },
) {
  const kind = windows[kindOf(layer) % windows.length]!;
  const from = middle - kind.width / 2;
  const first = Math.ceil((x + 4 - from) / kind.every);
  const last = Math.floor((x + width - 4 - kind.width - from) / kind.every);
  for (const isLit of [true, false]) {
    pen.fillStyle = isLit ? look.colours.onHue : look.colours.ink;
    pen.globalAlpha = isLit ? 0.85 : 0.3;
    pen.beginPath();
    for (let at = first; at <= last; at += 1) {
      if (isLitAt(at, layer) === isLit) addWindow(pen, from + at * kind.every, y + kind.top, kind);
    }
    pen.fill();
  }
  pen.globalAlpha = 1;
}

const isLitAt = (column: number, layer: number) =>
  Math.imul(column * 31 + layer * 57 + 11, 0x9e3779b1) >>> 29 > 1;

const arch = [5, 5, 0, 0];

function addWindow(pen: CanvasPath, x: number, y: number, { width, height, isRound }: Windows) {
  if (isRound) pen.roundRect(x, y, width, height, arch);
  else pen.rect(x, y, width, height);
}

const doorArch = [8, 8, 0, 0];

export function drawDoor(
  pen: CanvasRenderingContext2D,
  { y, middle }: Box,
  { view, look }: { view: View; look: Look },
) {
  pen.fillStyle = look.colours.ink;
  pen.beginPath();
  pen.roundRect(middle - 8, y + 7, 16, view.storey - 7, doorArch);
  pen.fill();
}
