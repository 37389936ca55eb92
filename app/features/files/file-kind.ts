const kinds = new Map([
  ["image", "Image"],
  ["video", "Video"],
  ["audio", "Audio"],
  ["text", "Text"],
  ["text/html", "Web page"],
  ["application/xhtml+xml", "Web page"],
  ["text/css", "Code"],
  ["text/javascript", "Code"],
  ["application/javascript", "Code"],
  ["application/x-javascript", "Code"],
  ["text/csv", "Table"],
  ["text/markdown", "Markdown"],
  ["image/svg+xml", "Drawing"],
  ["font", "Font"],
  ["application/json", "Data"],
  ["application/pdf", "PDF"],
  ["application/zip", "Archive"],
  ["application/gzip", "Archive"],
  ["application/x-tar", "Archive"],
  ["application/x-7z-compressed", "Archive"],
]);

/** A word for what a file is: `Image`, `PDF`, and `File` where its type says nothing. */
export function fileKind(contentType: string | null): string {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return kinds.get(type) ?? kinds.get(type.split("/")[0] ?? "") ?? "File";
}

const documents = /^(?:text\/|application\/(?:pdf|json|msword|rtf|vnd\.(?:ms-|oasis|openxml)))/;
const archives = /^application\/(?:zip|gzip|x-(?:tar|7z-compressed|rar-compressed|bzip2|xz))$/;

/** Which of a filter's kinds it is. */
export function fileGroup(
  contentType: string,
): "image" | "video" | "audio" | "document" | "archive" | "other" {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const [first] = type.split("/");
  if (first === "image" || first === "video" || first === "audio") return first;
  if (archives.test(type)) return "archive";
  return documents.test(type) ? "document" : "other";
}
