/** What stands still is drawn once, in the screen's own pixels, and anew when size or colours change. */
import type { Look, Size } from "../game.ts";

export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Finished. A bitmap is put into a frame in less time than a canvas. */
export type Picture = ImageBitmap | OffscreenCanvas;

export type StillLayer = {
  /** With its upper left corner there, in units of the field. */
  put: (pen: CanvasRenderingContext2D, look: Look, x: number, y: number) => void;
};

export function createStillLayer(size: Size, paint: (pen: Pen, look: Look) => void): StillLayer {
  let drawnFor: Look | undefined;
  let picture: Picture | undefined;

  function made(look: Look): Picture {
    if (picture !== undefined && drawnFor !== undefined && isSame(drawnFor, look)) return picture;
    const { pixel } = look;
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.ceil(size.width / pixel)),
      Math.max(1, Math.ceil(size.height / pixel)),
    );
    const pen = canvas.getContext("2d");
    picture = canvas;
    if (pen !== null) {
      pen.scale(1 / pixel, 1 / pixel);
      paint(pen, look);
      picture = canvas.transferToImageBitmap();
    }
    drawnFor = look;
    return picture;
  }

  return {
    put(pen, look, x, y) {
      const image = made(look);
      pen.drawImage(image, x, y, image.width * look.pixel, image.height * look.pixel);
    },
  };
}

/** Whether what was drawn for one is right for the other. */
export function isSame(one: Look, other: Look): boolean {
  return (
    one === other ||
    (one.pixel === other.pixel &&
      one.hasPatterns === other.hasPatterns &&
      one.isCalm === other.isCalm &&
      hasSameColours(one.colours, other.colours))
  );
}

const plain = ["field", "line", "faint", "soft", "ink", "accent", "onHue"] as const;

function hasSameColours(one: Look["colours"], other: Look["colours"]): boolean {
  if (one === other) return true;
  return (
    plain.every((name) => one[name] === other[name]) &&
    one.hues.every((hue, at) => hue === other.hues[at])
  );
}
