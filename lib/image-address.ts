/**
 * Addresses of pictures: `/img/{hash}/{width}.{format}/{name below public/}`. The hash is the MD5 of the object's bytes, as
 * base64url without padding, or `-` for whatever is there now. A picture has one spelling only.
 */

export const imageWidths = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;
export type ImageWidth = (typeof imageWidths)[number];

export const imageFormats = ["avif", "webp", "jpg"] as const;
export type ImageFormat = (typeof imageFormats)[number];

export type ImageAddress = {
  /** Base64, as an object has it; null for whatever is there now. */
  md5Hash: string | null;
  width: ImageWidth;
  format: ImageFormat;
  /** Of the object, from `public/` on. */
  name: string;
};

export const imagePathPrefix = "/img/";

const publicPrefix = "public/";

/** Undefined for an object that no such address can name: one that is not public, or whose name browsers would change. */
export function imageAddress(
  { name, md5Hash }: { name: string; md5Hash: string | null },
  width: ImageWidth,
  format: ImageFormat,
): string | undefined {
  if (!name.startsWith(publicPrefix) || !name.isWellFormed()) return undefined;
  const segments = name.slice(publicPrefix.length).split("/");
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) return undefined;
  const path = segments.map((segment) => encodeURIComponent(segment)).join("/");
  return `${imagePathPrefix}${toPathHash(md5Hash)}/${width}.${format}/${path}`;
}

/** @param path as it was sent, without the query. Undefined for everything that `imageAddress` does not make. */
export function parseImageAddress(path: string): ImageAddress | undefined {
  const parts = /^\/img\/([\w-]{22}|-)\/(\d{3,4})\.([a-z]{3,4})\/(.+)$/.exec(path);
  if (parts === null) return undefined;
  const [, hash = "", widthText, formatText, encoded = ""] = parts;
  const width = imageWidths.find((known) => String(known) === widthText);
  const format = imageFormats.find((known) => known === formatText);
  const below = decode(encoded);
  if (width === undefined || format === undefined || below === undefined) return undefined;
  const name = publicPrefix + below;
  const md5Hash = hash === "-" ? null : toMd5Hash(hash);
  const isTheSpelling = imageAddress({ name, md5Hash }, width, format) === path;
  return isTheSpelling ? { md5Hash, width, format, name } : undefined;
}

function toPathHash(md5Hash: string | null): string {
  if (md5Hash === null) return "-";
  return md5Hash.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toMd5Hash(hash: string): string {
  return `${hash.replaceAll("-", "+").replaceAll("_", "/")}==`;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // It is no UTF-8, so no object has that name.
    return undefined;
  }
}
