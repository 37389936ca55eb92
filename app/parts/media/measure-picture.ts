import { rgbaToThumbHash } from "thumbhash";
import { maxPixels, MediaProblem } from "./picture-kind.ts";

/** A ThumbHash is made of no more than that, on each side. */
const hashSide = 100;

export type Measured = { width: number; height: number; thumbhash: string };

/** Upright, whatever way the camera was held. @throws MediaProblem */
export async function measurePicture(picture: Blob): Promise<Measured> {
  const bitmap = await open(picture);
  try {
    const { width, height } = bitmap;
    if (width * height > maxPixels) {
      throw new MediaProblem(
        "This picture has more than 64 million pixels. Make it smaller and choose it again.",
      );
    }
    const scale = Math.min(1, hashSide / Math.max(width, height));
    const w = Math.max(1, Math.round(width * scale));
    const h = Math.max(1, Math.round(height * scale));
    const context = new OffscreenCanvas(w, h).getContext("2d");
    if (context === null) throw new Error("This browser has no canvas.");
    context.drawImage(bitmap, 0, 0, w, h);
    const hash = rgbaToThumbHash(w, h, context.getImageData(0, 0, w, h).data);
    return { width, height, thumbhash: btoa(String.fromCharCode(...hash)) };
  } finally {
    bitmap.close();
  }
}

async function open(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture, { imageOrientation: "from-image" });
  } catch (cause) {
    throw new MediaProblem(
      "This picture is broken, or of a kind that this browser cannot read. Choose another one.",
      { cause },
    );
  }
}
