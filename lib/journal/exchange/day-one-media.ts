/** Photos and other files of a Day One entry, and how its text names them. */
import type { Parts } from "../../records/register.ts";
import { isDegrees } from "../item-parts.ts";
import { localAt } from "../../dates/floating.ts";
import { longest, mostFileBytes, mostPhotosInEntry } from "../limits.ts";
import { mediaAddress } from "../media-address.ts";
import { type Fields, fieldsOf, listOf, numberOf, timeOf, wordsOf } from "./day-one-values.ts";
import { type SourceFile, baseOf, endOf, typeOfName } from "./source-file.ts";

type MediaKind = "photo" | "video" | "audio" | "pdf";

export type DayOneMedia = {
  kind: MediaKind;
  /** Of the item. */
  id: string;
  /** As the text names it. */
  identifier: string;
  name: string;
  /** Pixels; undefined: not said. */
  width: number | undefined;
  height: number | undefined;
  /** Undefined: the ZIP has no such file. */
  file: SourceFile | undefined;
  registers: Readonly<Record<string, Parts>>;
};

const lists: readonly { kind: MediaKind; field: string; folder: string; end: string }[] = [
  { kind: "photo", field: "photos", folder: "photos", end: "jpeg" },
  { kind: "video", field: "videos", folder: "videos", end: "mov" },
  { kind: "audio", field: "audios", folder: "audios", end: "m4a" },
  { kind: "pdf", field: "pdfAttachments", folder: "pdfs", end: "pdf" },
];

const mediaWords: Readonly<Record<MediaKind, string>> = {
  photo: "Photo",
  video: "Film",
  audio: "Sound",
  pdf: "PDF",
};

/** By folder and name without its end, as `photos/d41d8c`. */
export type DayOneFiles = ReadonlyMap<string, SourceFile>;

export function dayOneFiles(files: readonly SourceFile[]): DayOneFiles {
  const found = new Map<string, SourceFile>();
  for (const file of files) {
    const [folder = "", name = ""] = file.path.split("/").slice(-2);
    found.set(`${folder}/${stemOf(name)}`.toLowerCase(), file);
  }
  return found;
}

/** @param entry id of the item, @param idOf of a file of it */
export function mediaOfDayOne(
  raw: Fields,
  { entry, zone, files }: { entry: string; zone: string; files: DayOneFiles },
  idOf: (identifier: string) => string,
): { media: DayOneMedia[]; said: string[] } {
  const media: DayOneMedia[] = [];
  const said: string[] = [];
  for (const { kind, field, folder, end } of lists) {
    for (const given of listOf(raw[field])) {
      const fields = fieldsOf(given);
      const [identifier, md5] = [wordsOf(fields["identifier"]), wordsOf(fields["md5"])];
      if (identifier === "" && md5 === "") continue;
      const file = [md5, identifier]
        .map((name) => files.get(`${folder}/${name}`.toLowerCase()))
        .find((one) => one !== undefined);
      const own = wordsOf(fields["filename"]);
      const name = nameOf(own, file ? baseOf(file.path) : `${md5 || identifier}.${end}`);
      const [width, height] = [pixelsOf(fields["width"]), pixelsOf(fields["height"])];
      const one: DayOneMedia = {
        kind,
        id: idOf(identifier || md5),
        identifier: (identifier || md5).toLowerCase(),
        name,
        width,
        height,
        file,
        registers: {
          of: { entry },
          file: {
            name,
            type: typeOfName(file?.path ?? name),
            size: file?.size ?? 0,
            width: width ?? 0,
            height: height ?? 0,
            sha: "",
          },
          ...takenOf(fields, zone),
          ...spotOf(fields),
        },
      };
      const fault = faultOf(one, media.filter((had) => had.file).length);
      if (fault !== undefined) said.push(fault);
      media.push(fault === undefined ? one : { ...one, file: undefined });
    }
  }
  return { media, said };
}

function faultOf({ kind, name, file }: DayOneMedia, had: number): string | undefined {
  if (!file) return `${mediaWords[kind]} “${name}” is named, but is not in the ZIP.`;
  if (file.size > mostFileBytes) return `“${name}” is larger than 100 MB.`;
  if (file.size === 0) return `“${name}” is empty.`;
  return had >= mostPhotosInEntry
    ? `“${name}” is left out: an entry has at most ${mostPhotosInEntry} photos and files.`
    : undefined;
}

/** The text names pictures as pictures; what is none, or is not there, is said in words. */
export function withMediaWords(text: string, media: readonly DayOneMedia[]): string {
  // No part of it can begin within another: one that does not end is not looked through once more from each sign on.
  const form = /!\[(?:\\.|[^[\]\\\n])*\]\((dayone-moment:[^()\s]*)\)/g;
  return text.replaceAll(form, (whole, href: string) => {
    const one = mediaIn(href, media);
    if (one?.kind === "photo" && one.file) return whole;
    return `\n\n${placeholderOf(one)}\n\n`;
  });
}

/** As Markdown. */
export function placeholderOf(one: DayOneMedia | undefined): string {
  if (!one) return "*A file that is not in the import*";
  const name = `${mediaWords[one.kind]}: ${one.name.replaceAll(/[\\`*_[\]<>~&!]/g, "\\$&")}`;
  return one.file ? `*${name}*` : `*${name} (not in the import)*`;
}

export function pictureIn(href: string, media: readonly DayOneMedia[]) {
  const one = mediaIn(href, media);
  if (one?.kind !== "photo" || !one.file) return undefined;
  const size =
    one.width !== undefined && one.height !== undefined
      ? { width: one.width, height: one.height }
      : {};
  return { src: mediaAddress(one.id), ...size };
}

/** `dayone-moment://ID` is a photo, `dayone-moment:/video/ID` what it says, with one slash or two. */
function mediaIn(href: string, media: readonly DayOneMedia[]): DayOneMedia | undefined {
  const [, name] =
    /^dayone-moment:\/{1,2}(?:[a-z]+\/)?([^/?#]+)\/?$/i.exec(href)?.map((part) => part) ?? [];
  return media.find(({ identifier }) => identifier === name?.toLowerCase());
}

function nameOf(own: string, other: string): string {
  const name = own === "" ? other : endOf(own) === "" ? `${own}.${endOf(other)}` : own;
  const plain = baseOf(name.replaceAll("\\", "/")).replaceAll(/\p{Cc}/gu, "");
  return plain.slice(-longest.fileName).toWellFormed() || "file";
}

function stemOf(name: string): string {
  const end = endOf(name);
  return end === "" ? name : name.slice(0, -end.length - 1);
}

function pixelsOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 1 && number <= 100_000 ? Math.round(number) : undefined;
}

function takenOf(fields: Fields, zone: string): { taken?: Parts } {
  const ms = timeOf(fields["date"]);
  const year = new Date(ms).getUTCFullYear();
  return year >= 1800 && year <= 9000 ? { taken: { v: localAt(ms, zone), zone } } : {};
}

function spotOf(fields: Fields): { spot?: Parts } {
  const { latitude: lat, longitude: lon } = fieldsOf(fields["location"]);
  return isDegrees(lat, 90) && isDegrees(lon, 180) ? { spot: { lat, lon } } : {};
}
