/** Opens files that strangers may have made. Runs in the process for pictures only. */
import sharp from "sharp";
import type { Sharp } from "sharp";
import { maxSourcePixels } from "./image-job.ts";

/** Files that are no picture of a kind that is taken, or a broken one. */
export class UnfitPictureError extends Error {
  override name = "UnfitPictureError";
}

export type OpenPicture = {
  /** Upright, its first frame only. */
  picture: Sharp;
  /** In pixels, upright. */
  width: number;
  height: number;
  /** As sharp names it. */
  format: string;
};

// Of all that libvips reads. What runs programs of its own (SVG, PDF) and what is rarely tested stays shut.
const loaders = ["JpegFile", "PngFile", "WebpFile", "HeifFile", "NsgifFile"];
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
// Each picture is opened once, and two processes at once are what the machine is to be busy with.
sharp.cache(false);
sharp.concurrency(1);

const formats = new Set<string>(["jpeg", "png", "webp", "heif", "gif"]);

/** @throws UnfitPictureError */
export async function openPicture(source: string): Promise<OpenPicture> {
  const picture = sharp(source, {
    failOn: "error",
    limitInputPixels: maxSourcePixels,
    sequentialRead: true,
    pages: 1,
  });
  const metadata = await picture.metadata().catch((error: unknown) => {
    throw new UnfitPictureError(String(error));
  });
  const { format, compression } = metadata;
  // HEIF is the box; AVIF is what browsers know of it.
  if (!formats.has(format) || (format === "heif" && compression !== "av1")) {
    throw new UnfitPictureError(`The format is ${format} ${compression ?? ""}.`);
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > maxSourcePixels) {
    throw new UnfitPictureError(`It has ${width} × ${height} pixels.`);
  }
  return { picture: picture.autoOrient(), width, height, format };
}
