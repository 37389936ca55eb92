/**
 * When and where a photo was taken, by what the camera wrote into the file: JPEG (APP1), PNG (`eXIf`), WebP (`EXIF`), HEIC
 * and AVIF (the item `Exif`). At most 256 kB are read, wherever in the file they lie; pixels are not looked at.
 */
import { type FileWindow, createFileWindow } from "./file-window.ts";
import { heifExif } from "./heif-exif.ts";
import { ExifError } from "./exif-error.ts";
import { type Exif, readTiff } from "./tiff.ts";

const mostBytes = 256 * 1024;
const mostReads = 1000;
/** A segment of a JPEG has no more; nobody needs more. */
const longest = 65_536;

/**
 * What is not there, or makes no sense, is left out; so of any file that is no picture it is empty.
 * @throws ExifError if the file cannot be read at all
 */
export async function readExif(file: Blob): Promise<Exif> {
  const window = createFileWindow(file, mostBytes, mostReads);
  try {
    const bytes = await exifBytes(window);
    const { taken, spot } = readTiff(bytes ?? new Uint8Array());
    return { ...(taken && { taken }), ...(spot && { spot }) };
  } catch (cause) {
    throw new ExifError("This file cannot be read. Choose it again.", { cause });
  }
}

async function exifBytes(file: FileWindow): Promise<Uint8Array | undefined> {
  const head = await file.read(0, 16);
  const text = latin(head);
  if (text.startsWith("\xff\xd8")) return jpegExif(file);
  if (text.startsWith("\x89PNG\r\n\x1a\n")) {
    return chunkExif(file, { from: 8, type: "eXIf", isBig: true });
  }
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") {
    return chunkExif(file, { from: 12, type: "EXIF", isBig: false });
  }
  return text.slice(4, 8) === "ftyp" ? heifExif(file) : undefined;
}

async function jpegExif(file: FileWindow): Promise<Uint8Array | undefined> {
  for (let at = 2; ;) {
    const head = await file.read(at, 10);
    if (head.length < 10 || head[0] !== 0xff) return undefined;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = new DataView(head.buffer, head.byteOffset).getUint16(2);
    // The picture begins, or ends.
    if (marker === 0xda || marker === 0xd9 || length < 2) return undefined;
    if (marker === 0xe1 && latin(head.subarray(4)) === "Exif\0\0") {
      return file.read(at + 10, length - 8);
    }
    at += 2 + length;
  }
}

type Chunks = { from: number; type: string; isBig: boolean };

/** PNG: length, type, data, sum. WebP: type, length, data, to an even place. */
async function chunkExif(file: FileWindow, { from, type, isBig }: Chunks) {
  for (let at = from; ;) {
    const head = await file.read(at, 8);
    if (head.length < 8) return undefined;
    const view = new DataView(head.buffer, head.byteOffset, 8);
    const length = isBig ? view.getUint32(0) : view.getUint32(4, true);
    if (latin(isBig ? head.subarray(4) : head.subarray(0, 4)) === type) {
      const bytes = await file.read(at + 8, Math.min(length, longest));
      // As it is in a JPEG, where some take it from.
      return latin(bytes.subarray(0, 6)) === "Exif\0\0" ? bytes.subarray(6) : bytes;
    }
    at += 8 + (isBig ? length + 4 : length + (length % 2));
  }
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
