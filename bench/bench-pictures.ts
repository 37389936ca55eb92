/** Raster pictures that weigh what photographs weigh: soft shapes under grain. The same number gives the same picture. */
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";

const hues = [22, 205, 96, 340, 48, 180, 265, 12];

export type DrawnPicture = {
  jpeg: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
};

export async function drawPicture(
  seed: number,
  width: number,
  height: number,
): Promise<DrawnPicture> {
  const hue = hues[seed % hues.length]!;
  const shapes = Array.from({ length: 7 }, (_, at) => {
    const x = ((seed * 37 + at * 61) % 100) / 100;
    const y = ((seed * 53 + at * 29) % 100) / 100;
    const radius = 0.08 + ((seed + at * 3) % 5) / 20;
    const light = 25 + ((seed * 7 + at * 11) % 50);
    return (
      `<circle cx="${x * width}" cy="${y * height}" r="${radius * width}" ` +
      `fill="hsl(${hue + at * 9} 38% ${light}%)" opacity="0.85"/>`
    );
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="hsl(${hue} 30% 72%)"/>${shapes.join("")}</svg>`;
  const grain = await grainOf(width, height);
  const picture = sharp(Buffer.from(svg)).composite([{ input: grain, blend: "soft-light" }]);
  const jpeg = new Uint8Array(await picture.jpeg({ quality: 85 }).toBuffer());
  return { jpeg, width, height, thumbhash: await thumbhashOf(jpeg) };
}

const grains = new Map<string, Promise<Buffer>>();

/** The same for all of a size: it is what takes longest. */
function grainOf(width: number, height: number): Promise<Buffer> {
  const size = `${width} ${height}`;
  const made = grains.get(size) ?? makeGrain(width, height);
  grains.set(size, made);
  return made;
}

function makeGrain(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 14 } as const;
  const background = "#808080";
  return sharp({ create: { width, height, channels: 3, background, noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function thumbhashOf(jpeg: Uint8Array): Promise<string> {
  const { data, info } = await sharp(jpeg)
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}
