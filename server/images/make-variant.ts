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
