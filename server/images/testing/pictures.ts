/** Files as visitors may upload them, good ones and bad ones, each small. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
// What it shuts is shut first.
// oxlint-disable-next-line import/no-unassigned-import
import "../open-picture.ts";

// Tests hold pictures in memory. What is refused as a file stays refused.
const buffers = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map(
  (name) => `VipsForeignLoad${name}Buffer`,
);
sharp.unblock({ operation: buffers });

const width = 300;
const height = 200;

/** Its left half is red and its right half is blue, 300 × 200 pixels. */
export async function redAndBlue(): Promise<Buffer> {
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#00f" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** The same as a camera that was held upright writes it: lying, with a turn to the right, a place and a profile. */
export async function fromCamera(): Promise<Buffer> {
  return sharp(await redAndBlue())
    .rotate(-90)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .withIccProfile("p3")
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret>At home</secret></x:xmpmeta>")
    .withExifMerge({
      IFD0: { Make: "Camera of Ann" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" },
    })
    .toBuffer();
}

/** One colour in the format, 40 × 30 pixels. */
export async function plainPicture(
  format: "jpeg" | "png" | "webp" | "avif" | "gif" | "tiff",
  background = { r: 200, g: 40, b: 40 },
): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG of a few bytes that says that it is as large as this. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(2000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of a few bytes that says that it is as large as a GIF can be. */
export function gifThatClaimsAll(): Buffer {
  return Buffer.from(
    "474946383961ffffffff800000ff0000ffffff2c00000000ffffffff00020c8c2d99872a1cdc33a00275003b",
    "hex",
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
