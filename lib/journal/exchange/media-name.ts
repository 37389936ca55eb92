/** Names of photos in an export. */
import type { Media } from "../journal-items.ts";
import { endOf } from "./source-file.ts";

const ends: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/heic": "heic",
  "image/heif": "heif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "application/pdf": "pdf",
};

/** Its id, and an end that programs know it by. */
export function mediaName(id: string, media: Media | undefined): string {
  const end = ends[media?.type ?? ""] ?? endOf(media?.name ?? "");
  return end === "" ? id : `${id}.${end}`;
}
