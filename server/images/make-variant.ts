/** The pixels of a picture alone, in sRGB: whatever else its file says (place, camera, colour profile) is left behind. */
import { rgbaToThumbHash } from "thumbhash";
import type { Sharp } from "sharp";
import type { ImageFormat } from "#lib/image-address.ts";
import type { Measured } from "./image-job.ts";
import { openPicture, UnfitPictureError } from "./open-picture.ts";

/** WebP and AVIF take no more. */
const maxHeight = 16_383;

/** Of a thumbhash's picture. */
const maxHashedSide = 100;

const encoders: Record<ImageFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 3, chromaSubsampling: "4:2:0" }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  jpg: (picture) => picture.flatten({ background: "#fff" }).jpeg({ quality: 80, mozjpeg: true }),
};

/** At most `width` pixels wide, and never larger than the picture is. @throws UnfitPictureError */
export async function makeVariant(
  source: string,
  { width, height, format }: { width: number; height?: number; format: ImageFormat },
): Promise<Buffer> {
  const { picture } = await openPicture(source);
  const resized = picture
    .resize({ width, height: height ?? maxHeight, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  return decoded(encoders[format](resized).toBuffer());
}

/** What is published is no larger: pages show at most 2560 pixels. */
const maxCleanSide = 4096;

/** JPEG stays JPEG and PNG stays PNG, others become WebP: what is published has no place, no camera, no comment in it. @throws UnfitPictureError */
export async function cleanPicture(source: string): Promise<Buffer> {
  const { picture, format } = await openPicture(source);
  const plain = picture
    .resize({
      width: maxCleanSide,
      height: maxCleanSide,
      fit: "inside",
      withoutEnlargement: true,
    })
    .toColourspace("srgb");
  if (format === "jpeg") return decoded(plain.jpeg({ quality: 90, mozjpeg: true }).toBuffer());
  if (format === "png") return decoded(plain.png({ compressionLevel: 9 }).toBuffer());
  return decoded(plain.webp({ quality: 90, effort: 4 }).toBuffer());
}

/** @throws UnfitPictureError */
export async function measurePicture(source: string): Promise<Measured> {
  const { picture, width, height } = await openPicture(source);
  const small = picture
    .resize({
      width: maxHashedSide,
      height: maxHashedSide,
      fit: "inside",
      withoutEnlargement: true,
    })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" });
  const { data, info } = await decoded(small.toBuffer({ resolveWithObject: true }));
  const hash = rgbaToThumbHash(info.width, info.height, data);
  return { width, height, thumbhash: Buffer.from(hash).toString("base64") };
}

/** Nothing is read but the picture, so what fails is the picture. */
async function decoded<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    throw new UnfitPictureError(String(error));
  });
}
