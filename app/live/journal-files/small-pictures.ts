/** Smaller pictures of a photo, made in the browser: the server never sees one of a sealed journal. */

export type Smaller = {
  /** Pixels, upright; 0: this browser cannot draw it. */
  width: number;
  height: number;
  /** Only where the photo is larger. */
  small: Blob | undefined;
  middle: Blob | undefined;
};

/** The longer side, in pixels. */
export const smallSide = 480;
export const middleSide = 1600;
/** Others are kept without a picture: a browser may run out of memory over them. */
const mostPixels = 100_000_000;
const quality = 0.82;

/** Which of its pictures there are, by the sides of the photo. */
export function hasSide(picture: { width: number; height: number }, side: number): boolean {
  return Math.max(picture.width, picture.height) > side;
}

/** Never throws: what cannot be drawn is a file like any other. */
export async function smallerPictures(file: Blob): Promise<Smaller> {
  const bitmap = await bitmapOf(file);
  if (bitmap === undefined) return { width: 0, height: 0, small: undefined, middle: undefined };
  const { width, height } = bitmap;
  try {
    if (width * height > mostPixels) throw new RangeError("This picture is too large.");
    const middle = hasSide(bitmap, middleSide) ? await drawn(bitmap, middleSide) : undefined;
    const small = hasSide(bitmap, smallSide) ? await drawn(bitmap, smallSide) : undefined;
    return { width, height, small, middle };
  } catch {
    // No memory, or no canvas here: the photo itself is what counts.
    return { width: 0, height: 0, small: undefined, middle: undefined };
  } finally {
    bitmap.close();
  }
}

async function bitmapOf(file: Blob): Promise<ImageBitmap | undefined> {
  if (!file.type.startsWith("image/") || file.type === "image/svg+xml") return undefined;
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // HEIC in most browsers, and what is broken.
    return undefined;
  }
}

async function drawn(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const size = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  const canvas = new OffscreenCanvas(size(bitmap.width), size(bitmap.height));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has no canvas.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const webp = await canvas.convertToBlob({ type: "image/webp", quality });
  if (webp.type === "image/webp") return webp;
  // Safari writes none. A JPEG has no holes.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}
