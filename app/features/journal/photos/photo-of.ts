/** A chosen file as the photo that it is, and what its camera wrote into it. */
import { MediaProblem, pictureOf } from "#app/parts/media/picture-kind.ts";
import { ExifError } from "#lib/exif/exif-error.ts";
import { readExif } from "#lib/exif/read-exif.ts";
import { stripExif } from "#lib/exif/strip-exif.ts";
import type { Exif } from "#lib/exif/tiff.ts";

/** The file under the type that its first bytes say. @throws MediaProblem for what is no picture */
export async function photoOf(file: File): Promise<File> {
  try {
    return await pictureOf(file);
  } catch (error) {
    // A journal keeps what this browser cannot show, too.
    if (error instanceof MediaProblem && (await isHeic(file))) {
      return new File([file], file.name, { type: "image/heic", lastModified: file.lastModified });
    }
    throw error;
  }
}

/** Nothing where it cannot be read: the photo itself may be all right. */
export async function exifOf(file: File): Promise<Exif> {
  try {
    return await readExif(file);
  } catch (error) {
    if (error instanceof ExifError) return {};
    throw error;
  }
}

export type Stripped =
  | { state: "stripped"; file: File }
  /** There was nothing in it. */
  | { state: "clean" }
  /** HEIC, AVIF, GIF, and what is damaged. */
  | { state: "cannot" };

export async function withoutExif(file: File): Promise<Stripped> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const stripped = stripExif(bytes);
    if (stripped === undefined) return { state: "cannot" };
    if (stripped.length === bytes.length) return { state: "clean" };
    const { name, type, lastModified } = file;
    return { state: "stripped", file: new File([stripped], name, { type, lastModified }) };
  } catch (error) {
    if (error instanceof ExifError) return { state: "cannot" };
    throw error;
  }
}

async function isHeic(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const text = String.fromCharCode(...head);
  return text.slice(4, 8) === "ftyp" && /hei[cmsx]|hev[cmsx]|mif1|msf1/.test(text.slice(8));
}
