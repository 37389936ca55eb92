/** Names of files in an archive that every system can unpack, no two of them the same where case is of no matter. */

const maxSegmentChars = 120;
/** What a number may take: ` (99999)`. */
const numberChars = 8;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function createArchiveNames(): (path: string) => string {
  const taken = new Set<string>();
  /** The number that is tried next: from 2 on each time would take for ever where thousands are called the same. */
  const next = new Map<string, number>();
  return (path) => {
    const safe = safePath(path);
    const slash = safe.lastIndexOf("/") + 1;
    const { stem, extension } = split(safe.slice(slash));
    const front =
      safe.slice(0, slash) + cut(stem, maxSegmentChars - numberChars - extension.length);
    const series = keyOf(front + extension);
    let name = safe;
    let count = next.get(series) ?? 2;
    for (; taken.has(keyOf(name)); count += 1) name = `${front} (${count})${extension}`;
    if (name !== safe) next.set(series, count);
    taken.add(keyOf(name));
    return name;
  };
}

function keyOf(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function safePath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.length === 0 ? "file" : segments.map(safeSegment).join("/");
}

/** What it gives is safe itself: a folder is called the same again in the path of each file in it. */
function safeSegment(segment: string): string {
  const visible = segment.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}<>:"|?*\\]/gu, "_");
  const clean = fitted(visible, maxSegmentChars)
    .replace(/[. ]+$/, (end) => "_".repeat(end.length))
    .replace(/^ +/, (start) => "_".repeat(start.length));
  const isDevice = clean === "" || devices.test(clean);
  return isDevice ? `_${fitted(clean, maxSegmentChars - 1)}` : clean;
}

function fitted(name: string, mostChars: number): string {
  if (name.length <= mostChars) return name;
  const { stem, extension } = split(name);
  return cut(stem, mostChars - extension.length) + extension;
}

function cut(text: string, mostChars: number): string {
  return text.slice(0, mostChars).toWellFormed();
}

function split(name: string): { stem: string; extension: string } {
  const extension = /\.[^.]{1,15}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  return stem === "" ? { stem: name, extension: "" } : { stem, extension };
}
