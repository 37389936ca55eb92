/** What a chosen file really is: its name and what the browser says of it may be wrong. */

type PictureType = "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif";

export const maxPictureBytes = 64 * 1024 * 1024;
export const maxPixels = 64_000_000;
const maxPdfBytes = 100 * 1024 * 1024;

/** For `accept`; HEIC is in it so that what is wrong with it can be said. */
export const pictureAccept =
  "image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,.heic,.heif";

const endings: Record<PictureType, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
};

/** Message is a sentence for who chose the file. */
export class MediaProblem extends Error {
  override readonly name = "MediaProblem";
}

/** The file under the type that its first bytes say. @throws MediaProblem for what no page can show */
export async function pictureOf(file: File): Promise<File> {
  if (file.size === 0) throw new MediaProblem("This file is empty. Choose another one.");
  if (file.size > maxPictureBytes) {
    throw new MediaProblem(
      "This picture has more than 64 MB. Make it smaller and choose it again.",
    );
  }
  const type = typeOf(await firstBytes(file));
  if (type === "heic") {
    throw new MediaProblem(
      "This is a HEIC picture, which most browsers cannot show. Save it as JPEG and choose that.",
    );
  }
  if (type === undefined) {
    throw new MediaProblem("This is no picture. Choose a JPEG, PNG, WebP, AVIF or GIF file.");
  }
  const [, stem = ""] = /^(.*?)(?:\.[^.]*)?$/s.exec(file.name) ?? [];
  const lastModified = file.lastModified;
  return new File([file], `${stem || "picture"}.${endings[type]}`, { type, lastModified });
}

/** @throws MediaProblem */
export async function pdfOf(file: File): Promise<File> {
  if (file.size > maxPdfBytes) {
    throw new MediaProblem("This file has more than 100 MB. Choose a smaller one.");
  }
  // Readers look for it in the first 1024 bytes.
  const head = new TextDecoder("latin1").decode(await firstBytes(file));
  if (!head.includes("%PDF-")) throw new MediaProblem("This is no PDF. Choose a PDF file.");
  const [, stem = ""] = /^(.*?)(?:\.pdf)?$/is.exec(file.name) ?? [];
  const { lastModified } = file;
  return new File([file], `${stem || "file"}.pdf`, { type: "application/pdf", lastModified });
}

/** @throws MediaProblem */
async function firstBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  } catch (cause) {
    throw new MediaProblem("This file cannot be read. Choose it again.", { cause });
  }
}

function typeOf(bytes: Uint8Array): PictureType | "heic" | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) !== "ftyp") return undefined;
  // The brands of the box: its first, and those it also is.
  const end = Math.min(64, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0));
  const brands = text(8, end).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "image/avif";
  return brands.some((brand) => /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand))
    ? "heic"
    : undefined;
}
