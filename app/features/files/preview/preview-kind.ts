/** How a file is looked at: by its type, and by its name's ending where the type says nothing. */

export type PreviewKind =
  | "image"
  | "video"
  | "audio"
  | "pdf"
  | "markdown"
  | "table"
  | "zip"
  | "text"
  | "other";

const byType: Readonly<Record<string, PreviewKind>> = {
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
  "text/csv": "table",
  "text/tab-separated-values": "table",
  "application/zip": "zip",
  "application/x-zip-compressed": "zip",
  "application/json": "text",
  "application/ld+json": "text",
  "application/xml": "text",
  "application/xhtml+xml": "text",
  "application/javascript": "text",
  "application/x-javascript": "text",
  "application/ecmascript": "text",
  "application/typescript": "text",
  "application/x-sh": "text",
  "application/x-shellscript": "text",
  "application/x-httpd-php": "text",
  "application/sql": "text",
  "application/toml": "text",
  "application/yaml": "text",
  "application/x-yaml": "text",
  "application/x-subrip": "text",
  // Browsers show neither.
  "image/heic": "other",
  "image/heif": "other",
  "image/tiff": "other",
  "image/vnd.adobe.photoshop": "other",
  "image/vnd.dwg": "other",
};

const endings: Readonly<Record<PreviewKind, string>> = {
  image: "apng avif bmp gif ico jfif jpeg jpg png svg webp",
  video: "m4v mov mp4 mpg ogv webm",
  audio: "aac flac m4a m4b mp3 oga ogg opus wav weba",
  pdf: "pdf",
  markdown: "markdown md mdown",
  table: "csv tsv",
  zip: "zip",
  text:
    "asm astro bash bat bib c cc cfg clj cmake cmd conf cpp cs css cxx dart diff dockerfile editorconfig elm env erl ex exs " +
    "fish fs gitignore go gradle graphql groovy h hpp hs htm html ics ini ipynb java jl js json json5 jsonc jsonl jsx kt " +
    "kts less lisp log lua m makefile mjs mk mm mts nim nix patch perl php pl plist properties proto ps1 py r rb rs rst " +
    "sass scala scm scss sh sol sql srt svelte swift tcl tex text tf toml ts tsx txt url v vb vcf vhdl vim vtt " +
    "vue xhtml xml xsl yaml yml zig zsh",
  other: "",
};

const byEnding = new Map(
  Object.entries(endings).flatMap(([kind, all]) =>
    all.split(" ").map((ending) => [ending, kind as PreviewKind] as const),
  ),
);

/** Types that browsers and uploads give to what they do not know, or know wrongly: `.ts` is no video. */
const isVague =
  /^(?:|application\/octet-stream|binary\/octet-stream|video\/mp2t|video\/vnd\.dlna\.mpeg-tts|text\/plain|application\/vnd\.ms-excel)$/;

export function previewKind({ name, type }: { name: string; type: string }): PreviewKind {
  const essence = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const said = byType[essence];
  if (said !== undefined && Object.hasOwn(byType, essence)) return said;
  if (isVague.test(essence)) {
    const ending = byEnding.get(endingOf(name));
    if (ending !== undefined) return ending;
  }
  if (essence === "text/plain") return "text";
  const [group] = essence.split("/");
  if (group === "image" || group === "video" || group === "audio" || group === "text") return group;
  return /\+(?:xml|json)$/.test(essence) ? "text" : "other";
}

/** Lower-case, without its dot; of `Makefile` the whole name. */
export function endingOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

/** Of which the server makes small ones. */
export function hasThumb(type: string): boolean {
  return /^image\/(?:png|jpe?g|webp|gif|avif|apng|tiff|heic|heif|bmp)\b/i.test(type);
}
