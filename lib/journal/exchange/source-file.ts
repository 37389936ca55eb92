/** Files of a folder or a ZIP, as one. */
import type { Zip } from "../../zip/read-zip.ts";
import { ImportError } from "./found.ts";

export type SourceFile = {
  /** With `/` between folders, none before the first. */
  path: string;
  /** Bytes. */
  size: number;
  /** When it was changed last: local time without a zone, `2026-12-01T21:40`; empty: not known. */
  modified: string;
  /** @param type such as `image/jpeg` @throws ZipError with a sentence */
  blob(type: string): Promise<Blob>;
};

export type SourceFolder = {
  files: readonly SourceFile[];
  /** What cannot be opened, and why. */
  said: readonly string[];
};

const pieceBytes = 8_000_000;

/** What nobody wrote: folders of an operating system, hidden files. */
function isLitter(path: string): boolean {
  return path.split("/").some((part) => part === "__MACOSX" || part.startsWith("."));
}

export function folderOfZip(zip: Zip): SourceFolder {
  const said: string[] = [];
  const files: SourceFile[] = [];
  for (const member of zip.members) {
    if (isLitter(member.name)) continue;
    if (member.fault !== "") {
      said.push(member.fault);
      continue;
    }
    files.push({
      path: member.name,
      size: member.size,
      modified: member.modified,
      async blob(type) {
        // Each becomes the browser's, which may lay it on a disk: a film of 100 MB is in no memory.
        const laid: Blob[] = [];
        let [held, bytes]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
        for await (const piece of zip.pieces(member)) {
          held.push(piece);
          bytes += piece.length;
          if (bytes < pieceBytes) continue;
          laid.push(new Blob(held));
          [held, bytes] = [[], 0];
        }
        return new Blob([...laid, ...held], { type });
      },
    });
  }
  return { files: withoutTop(files), said: [...new Set(said)] };
}

/** @param chosen with the path in the folder that was chosen; empty: its name */
export function folderOfFiles(chosen: readonly { path: string; file: File }[]): SourceFolder {
  const files = chosen.map(({ path, file }): SourceFile => ({
    path: path === "" ? file.name : path,
    size: file.size,
    modified: localOf(file.lastModified),
    blob: async (type) => file.slice(0, file.size, type),
  }));
  return { files: withoutTop(files.filter(({ path }) => !isLitter(path))), said: [] };
}

/** @throws ImportError it is larger, or no UTF-8 */
export async function textOf(file: SourceFile, most: number): Promise<string> {
  if (file.size > most) {
    throw new ImportError(`${file.path} is larger than ${Math.floor(most / 1e6)} MB.`);
  }
  const blob = await file.blob("text/plain");
  try {
    // Without the mark of its beginning.
    return new TextDecoder("utf-8", { fatal: true }).decode(await blob.arrayBuffer());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportError(`${file.path} is no text in UTF-8.`);
  }
}

/** Without the folder that all of them are in: the same files chosen as a folder, or packed, have the same paths. */
function withoutTop(files: readonly SourceFile[]): SourceFile[] {
  const [first] = files;
  const top = first?.path.slice(0, first.path.indexOf("/") + 1) ?? "";
  if (top === "" || !files.every(({ path }) => path.startsWith(top))) return [...files];
  return files.map((file) => ({ ...file, path: file.path.slice(top.length) }));
}

function localOf(ms: number): string {
  const at = new Date(ms);
  if (Number.isNaN(at.getTime())) return "";
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const types: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  heic: "image/heic",
  heif: "image/heif",
  tif: "image/tiff",
  tiff: "image/tiff",
  bmp: "image/bmp",
  mp4: "video/mp4",
  mov: "video/quicktime",
  m4v: "video/mp4",
  webm: "video/webm",
  m4a: "audio/mp4",
  aac: "audio/aac",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  pdf: "application/pdf",
};

/** By the end of its name; a picture with code in it (SVG) is none. */
export function typeOfName(name: string): string {
  return types[endOf(name)] ?? "application/octet-stream";
}

/** `jpg` of `a.JPG`; empty: it has none. */
export function endOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
