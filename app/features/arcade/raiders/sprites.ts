/**
 * Masks as pictures, made once for a size of the screen and a colour. A pixel of a mask is rarely a whole number of the screen's,
 * so each edge is put on the nearest one: all are sharp, though some are a screen's pixel wider.
 */
import type { Look } from "../game.ts";
import { type Pen, type Picture, isSame } from "../painting/still-layer.ts";
import type { Mask } from "./masks.ts";

export type Sprites = {
  /** Before all others in a frame. */
  begin: (pen: CanvasRenderingContext2D, look: Look) => void;
  /** With its upper left corner there, in pixels of the field. */
  put: (pen: CanvasRenderingContext2D, mask: Mask, colour: string, x: number, y: number) => void;
};

export function createSprites(): Sprites {
  let drawnFor: Look | undefined;
  let pixel = 1;
  const made = new Map<Mask, Map<string, Picture>>();

  function spriteOf(mask: Mask, colour: string): Picture {
    let ofMask = made.get(mask);
    if (ofMask === undefined) made.set(mask, (ofMask = new Map()));
    let sprite = ofMask.get(colour);
    if (sprite === undefined) ofMask.set(colour, (sprite = paint(mask, colour, pixel)));
    return sprite;
  }

  return {
    begin(pen, look) {
      pen.imageSmoothingEnabled = false;
      if (drawnFor !== undefined && isSame(drawnFor, look)) return;
      made.clear();
      drawnFor = look;
      pixel = look.pixel;
    },
    put(pen, mask, colour, x, y) {
      const sprite = spriteOf(mask, colour);
      const [left, top] = [snap(x, pixel), snap(y, pixel)];
      pen.drawImage(sprite, left, top, sprite.width * pixel, sprite.height * pixel);
    },
  };
}

/** To the nearest of the screen's pixels. */
export const snap = (at: number, pixel: number): number => Math.round(at / pixel) * pixel;

function paint(mask: Mask, colour: string, pixel: number): Picture {
  const edge = (at: number) => Math.round(at / pixel);
  const canvas = new OffscreenCanvas(Math.max(1, edge(mask.width)), Math.max(1, edge(mask.height)));
  const pen: Pen | null = canvas.getContext("2d");
  if (pen === null) return canvas;
  pen.fillStyle = colour;
  for (const [y, row] of mask.rows.entries()) {
    const top = edge(y);
    for (let x = 0; x < mask.width; x += 1) {
      if (row[x] !== "#") continue;
      pen.fillRect(edge(x), top, edge(x + 1) - edge(x), edge(y + 1) - top);
    }
  }
  return canvas.transferToImageBitmap();
}
