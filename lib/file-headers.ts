/**
 * The headers under which a stored file is given out from the site's own origin, where anybody may have uploaded it:
 * nothing that can run is ever shown or loaded, whatever its metadata says, and the rest is shown in a sandbox.
 */

/** Shown by browsers and unable to run anything, with what else their first bytes may be called (`file-type`). */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "audio/aac": [],
  "audio/flac": [],
  "audio/mp4": ["audio/x-m4a", "video/mp4", "video/quicktime"],
  "audio/mp3": ["audio/mpeg"],
  "audio/mpeg": [],
  "audio/ogg": ["video/ogg"],
  "audio/opus": ["audio/ogg"],
  "audio/wav": [],
  "audio/wave": ["audio/wav"],
  "audio/webm": ["video/webm", "video/matroska"],
  "audio/x-flac": ["audio/flac"],
  "audio/x-m4a": ["audio/mp4", "video/mp4"],
  "audio/x-wav": ["audio/wav"],
  "image/apng": ["image/png"],
  "image/avif": [],
  "image/bmp": [],
  "image/gif": [],
  "image/jpeg": [],
  "image/jpg": ["image/jpeg"],
  "image/png": ["image/apng"],
  "image/vnd.microsoft.icon": ["image/x-icon"],
  "image/webp": [],
  "image/x-icon": [],
  "video/mp4": ["video/x-m4v", "video/quicktime", "audio/mp4", "audio/x-m4a"],
  "video/ogg": ["audio/ogg"],
  "video/quicktime": ["video/mp4"],
  "video/webm": ["video/matroska"],
};
/** Text for people, which browsers rather save, or show as something else than text. */
const READ_AS_TEXT = ["application/json", "text/csv", "text/markdown"];
const BINARY = "application/octet-stream";
const TEXT = "text/plain; charset=utf-8";
const NOTHING = "sandbox; default-src 'none'";
/** Even a download is code for a page that names it in a script, worker or style element. */
const LOADED_AS_CODE =
  /^(?:(?:text|application)\/(?:x-)?(?:javascript|ecmascript|jscript|livescript)[\d.]*|text\/css|application\/wasm|text\/xsl)$/;
/** Browsers take it apart, and its parts have headers of their own. */
const HOLDS_ANSWERS = /^(?:(?:multipart|message)\/.*|application\/(?:signed-exchange|webbundle))$/;
/** Endings of what is shown, other than text. */
const SHOWN_ENDING =
  /\.(?:a?png|avif|bmp|gif|ico|jfif|jpe?g|webp|aac|flac|m4[abv]|mp[34]|mpga|og[agv]|opus|wav|web[am]|mkv|mov|qt)$/i;
/** A file with one of these runs where it was saved. */
const PAGE_ENDING = /\.(?:[xs]?html?|xht|mht(?:ml)?|svgz?|hta)$/i;
const ENDINGS: Readonly<Record<string, string>> = { icon: "ico", mpeg: "mp3", quicktime: "mov" };
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(
  `^(${TOKEN}/${TOKEN})(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"[^"\\\\]*"))*$`,
);
const MAX_FILE_NAME_CHARACTERS = 150;
const MAX_EXTENSION_CHARACTERS = 16;

type ServedFile = {
  /** Of the object, with its folders. */
  name: string;
  /** What its metadata claims. */
  contentType: string | null;
  /** What its first bytes show: null for nothing known, undefined where nobody looked. */
  sniffedType: string | null | undefined;
  /** Of its metadata, as in the header; it may ask for more caution than we, never for less. */
  wantedDisposition: string | null;
  /** By a person, in a tab of its own: what is text for people is shown as plain text. */
  isRead?: boolean;
};

/** All lower-case; besides those of the caller for cache, length and validators. */
export function fileHeaders(file: ServedFile): Record<string, string> {
  const { contentType, isShown } = judge(file);
  return {
    "content-type": contentType,
    "content-disposition": disposition(file, isShown, contentType),
    "x-content-type-options": "nosniff",
    "content-security-policy": isShown ? policyOf(contentType) : NOTHING,
    // Browsers open no page that has both a sandbox and an opener policy.
    "cross-origin-opener-policy": "unsafe-none",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
  };
}

/** Whether a file that says so may be shown in the browser, if its bytes confirm it. */
export function opensInline(contentType: string | null): boolean {
  const essence = essenceOf(contentType);
  return isText(essence) || Object.hasOwn(SHOWN, essence);
}

function isText(essence: string): boolean {
  return essence === "text/plain" || READ_AS_TEXT.includes(essence);
}

function judge(file: ServedFile): { contentType: string; isShown: boolean } {
  const { sniffedType } = file;
  const claimed = withCharset(MEDIA_TYPE.exec(file.contentType ?? "")?.[0]);
  const essence = essenceOf(file.contentType);
  if (claimed === undefined || LOADED_AS_CODE.test(essence) || HOLDS_ANSWERS.test(essence)) {
    return { contentType: BINARY, isShown: false };
  }
  if (!opensInline(essence)) return { contentType: claimed, isShown: false };
  // Elements of a page still show it; as a page of its own it is saved.
  if (sniffedType === undefined) return { contentType: claimed, isShown: false };
  const isConfirmed = isText(essence) ? !isBinary(sniffedType) : isSameKind(essence, sniffedType);
  if (!isConfirmed) return { contentType: BINARY, isShown: false };
  const isPlain = file.isRead === true && READ_AS_TEXT.includes(essence);
  return { contentType: isPlain ? TEXT : claimed, isShown: true };
}

/** Of a file that is a page of its own: the browser puts a style round it, and plays it from the origin alone. No scripts. */
function policyOf(contentType: string): string {
  const [kind] = essenceOf(contentType).split("/");
  if (kind === "image") return `${NOTHING}; style-src 'unsafe-inline'`;
  if (kind !== "audio" && kind !== "video") return NOTHING;
  return "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'";
}

/** Without it browsers take plain text for one of an old Western encoding. */
function withCharset(contentType: string | undefined): string | undefined {
  const isBare =
    contentType !== undefined && /^text\/plain(?!.*;[ \t]*charset=)/i.test(contentType);
  return isBare ? `${contentType}; charset=utf-8` : contentType;
}

function essenceOf(contentType: string | null): string {
  return MEDIA_TYPE.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "";
}

function isSameKind(claimed: string, sniffedType: string | null): boolean {
  const sniffed = essenceOf(sniffedType);
  return sniffed === claimed || SHOWN[claimed]?.includes(sniffed) === true;
}

/** Markup is text, too: as `text/plain` with `nosniff` it is shown as such. */
function isBinary(sniffedType: string | null): boolean {
  const sniffed = essenceOf(sniffedType);
  return (
    sniffed !== "" &&
    !sniffed.startsWith("text/") &&
    !["application/xml", "application/json"].includes(sniffed)
  );
}

function disposition(
  { name, wantedDisposition }: ServedFile,
  isShown: boolean,
  contentType: string,
): string {
  const wanted = parseDisposition(wantedDisposition ?? "");
  const type = isShown && wanted.type !== "attachment" ? "inline" : "attachment";
  const safeName = wanted.fileName === null ? savedName(name) : safeFileName(wanted.fileName);
  const fileName = isShown ? withShownEnding(safeName, essenceOf(contentType)) : safeName;
  const plain = fileName.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, percentEncode);
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** RFC 6266; what is not well formed asks for nothing. */
function parseDisposition(header: string): { type: string; fileName: string | null } {
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  const encoded = /;\s*filename\*\s*=\s*UTF-8'[\w-]*'([^;\s]+)/i.exec(header)?.[1];
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const text = plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2] ?? null;
  return { type, fileName: (encoded === undefined ? null : decode(encoded)) ?? text };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** @param name of an object, with its folders */
export function savedName(name: string): string {
  return safeFileName(name.split("/").findLast((part) => part !== "") ?? "");
}

/** What is shown as one thing is not saved as another, which may be a page. */
function withShownEnding(fileName: string, essence: string): string {
  if (isText(essence)) return PAGE_ENDING.test(fileName) ? `${fileName}.txt` : fileName;
  if (!/\../.test(fileName) || SHOWN_ENDING.test(fileName)) return fileName;
  const kind = essence.replace(/^.*\/(?:x-|vnd\.microsoft\.)?/, "");
  return `${fileName}.${ENDINGS[kind] ?? kind}`;
}

/** Under this name a browser saves it: no folder, nothing that hides or turns round its ending, no hidden file. */
function safeFileName(text: string): string {
  const visible = text
    .toWellFormed()
    // Control characters, marks of the writing direction and other characters without a glyph.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "_")
    .replace(/[/\\:*?<>|]/g, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (visible === "") return "file";
  const characters = Array.from(visible);
  if (characters.length <= MAX_FILE_NAME_CHARACTERS) return visible;
  const extension = /\.[^.]+$/.exec(visible)?.[0] ?? "";
  const kept = Array.from(extension).length <= MAX_EXTENSION_CHARACTERS ? extension : "";
  const length = MAX_FILE_NAME_CHARACTERS - Array.from(kept).length;
  return characters.slice(0, length).join("") + kept;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
