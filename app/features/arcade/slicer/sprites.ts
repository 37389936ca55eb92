/** Everything that flies, drawn once for a size and a look. */
import { type Kind, kinds } from "#games/slicer/index.ts";
import type { Look } from "../game.ts";
import type { Picture } from "../painting/still-layer.ts";
import { drawHalf, drawStain } from "./half-shapes.ts";
import { type Pen, turn } from "./pens.ts";
import type { Tones } from "./tones.ts";
import { drawWhole } from "./whole-shapes.ts";

/** `reach`: from its middle to its edges, in the field's units. */
export type Sprite = { image: Picture; reach: number };

export type Sprites = Readonly<Record<"whole" | "half" | "stain", Readonly<Record<Kind, Sprite>>>>;

/** In the field's units. */
const rimWidth = 16;
/** A fuse and a stem stand out. */
const reaches = { whole: 1.75, half: 1.3, stain: 1.3 };

export function drawSprites(tones: Tones, { pixel, hasPatterns }: Look): Sprites {
  const each = (part: keyof Sprites, draw: (pen: Pen, kind: Kind) => void) => {
    const sprites = Object.keys(kinds).map((kind) => [
      kind,
      drawSprite(kinds[kind as Kind].radius, reaches[part], pixel, (pen) =>
        draw(pen, kind as Kind),
      ),
    ]);
    return Object.fromEntries(sprites) as Record<Kind, Sprite>;
  };
  return {
    whole: rimmed(
      each("whole", (pen, kind) => drawWhole(pen, kind, tones, hasPatterns)),
      tones.field,
    ),
    half: rimmed(
      each("half", (pen, kind) => drawHalf(pen, kind, tones)),
      tones.field,
    ),
    stain: each("stain", (pen, kind) => drawStain(pen, kind, tones)),
  };
}

function drawSprite(
  radius: number,
  reaches: number,
  pixel: number,
  draw: (pen: Pen) => void,
): Sprite {
  const reach = radius * reaches;
  const size = Math.max(1, Math.ceil((2 * reach) / pixel));
  const image = new OffscreenCanvas(size, size);
  const pen = image.getContext("2d");
  if (pen === null) return { image, reach };
  pen.scale(size / (2 * reaches), size / (2 * reaches));
  pen.translate(reaches, reaches);
  draw(pen);
  return { image: image.transferToImageBitmap(), reach };
}

/** Of the field, so that two of one colour that overlap stay two. */
function rimmed(sprites: Record<Kind, Sprite>, colour: string): Record<Kind, Sprite> {
  const all = Object.entries(sprites).map(([kind, { image, reach }]) => {
    const { width, height } = image;
    const edged = new OffscreenCanvas(width, height);
    const pen = edged.getContext("2d");
    if (pen === null) return [kind, { image, reach }];
    const rim = (rimWidth / (2 * reach)) * width;
    for (let at = 0; at < 16; at += 1) {
      const angle = (at / 16) * turn;
      pen.drawImage(image, Math.cos(angle) * rim, Math.sin(angle) * rim);
    }
    pen.globalCompositeOperation = "source-in";
    pen.fillStyle = colour;
    pen.fillRect(0, 0, width, height);
    pen.globalCompositeOperation = "source-over";
    pen.drawImage(image, 0, 0);
    return [kind, { image: edged.transferToImageBitmap(), reach }];
  });
  return Object.fromEntries(all) as Record<Kind, Sprite>;
}

export function putSprite(
  pen: CanvasRenderingContext2D,
  { image, reach }: Sprite,
  x: number,
  y: number,
  angle: number,
): void {
  pen.save();
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  pen.transform(cos, sin, -sin, cos, x, y);
  pen.drawImage(image, -reach, -reach, 2 * reach, 2 * reach);
  pen.restore();
}
