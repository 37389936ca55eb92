/** The canvas as large as its box allows, in the field's shape, and as fine as the screen. */
import type { Size } from "../game.ts";

/** Finer than that nobody sees, and it costs. */
const finest = 2.5;

export type FieldCanvas = {
  field: () => Size;
  isTall: () => boolean;
  /** A pixel of the screen, in units of the field. */
  pixel: () => number;
  /** Cleared, with the field's unit. Undefined: the browser has no room for it. */
  begin: () => CanvasRenderingContext2D | undefined;
  fit: () => void;
};

export function createFieldCanvas(
  canvas: HTMLCanvasElement,
  box: HTMLElement,
  fieldOf: (isTall: boolean) => Size,
): FieldCanvas {
  let isTall = false;
  let field = fieldOf(isTall);
  let scale = 1;

  function fit(): void {
    const { clientWidth: width, clientHeight: height } = box;
    if (width === 0 || height === 0) return;
    isTall = height > width * 1.1;
    field = fieldOf(isTall);
    const css = Math.min(width / field.width, height / field.height);
    const fine = Math.min(finest, devicePixelRatio);
    const pixels = (units: number) => Math.max(1, Math.round(units * css * fine));
    const [w, h] = [pixels(field.width), pixels(field.height)];
    scale = w / field.width;
    // Setting it clears it.
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    canvas.style.width = `${w / fine}px`;
    canvas.style.height = `${h / fine}px`;
  }

  return {
    field: () => field,
    isTall: () => isTall,
    pixel: () => 1 / scale,
    begin() {
      const pen = canvas.getContext("2d");
      if (pen === null) return undefined;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      return pen;
    },
    fit,
  };
}
