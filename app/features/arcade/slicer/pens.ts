/** Strokes and bodies that several shapes are made of. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const turn = 2 * Math.PI;

export const between = (from: number, to: number, part: number) => from + (to - from) * part;

export const family = "Figtree, system-ui, sans-serif";

export function disc(pen: Pen, x: number, y: number, radius: number, fill: string): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, turn);
  pen.fillStyle = fill;
  pen.fill();
}

/** What `draw` does is only seen with that much of its colour. */
export function faded(pen: Pen, alpha: number, draw: () => void): void {
  const before = pen.globalAlpha;
  pen.globalAlpha = before * alpha;
  draw();
  pen.globalAlpha = before;
}

export function stroke(pen: Pen, width: number, colour: string, path: () => void): void {
  pen.beginPath();
  path();
  pen.lineWidth = width;
  pen.strokeStyle = colour;
  pen.stroke();
}

/** Points on a circle: `reach` says how far out each one is. */
export function polygon(pen: Pen, count: number, reach: (at: number) => number): void {
  pen.beginPath();
  for (let at = 0; at < count; at += 1) {
    const angle = (at / count) * turn - turn / 4;
    const out = reach(at);
    const [x, y] = [Math.cos(angle) * out, Math.sin(angle) * out];
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  pen.closePath();
}

export function leaf(pen: Pen, x: number, y: number, size: number, fill: string): void {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.bezierCurveTo(
    x + size * 0.1,
    y - size * 0.6,
    x + size * 0.6,
    y - size * 0.8,
    x + size,
    y - size * 0.55,
  );
  pen.bezierCurveTo(x + size * 0.9, y - size * 0.05, x + size * 0.45, y + size * 0.15, x, y);
  pen.fillStyle = fill;
  pen.fill();
}
