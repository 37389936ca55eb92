/** Names of files in an archive that every system can unpack, no two of them the same where case is of no matter. */

const maxSegmentChars = 120;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function createArchiveNames(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    const safe = safePath(path);
    const slash = safe.lastIndexOf("/") + 1;
    const { stem, extension } = split(safe.slice(slash));
    let name = safe;
    for (let count = 2; taken.has(keyOf(name)); count += 1) {
      name = `${safe.slice(0, slash)}${stem} (${count})${extension}`;
    }
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

function safeSegment(segment: string): string {
  const clean = segment
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*\\]/gu, "_")
    .replace(/[. ]+$/, (end) => "_".repeat(end.length))
    .replace(/^ +/, (start) => "_".repeat(start.length));
  const named = clean === "" || devices.test(clean) ? `_${clean}` : clean;
  if (named.length <= maxSegmentChars) return named;
  const { stem, extension } = split(named);
  return stem.slice(0, maxSegmentChars - extension.length).toWellFormed() + extension;
}

function split(name: string): { stem: string; extension: string } {
  const extension = /\.[^.]{1,15}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  return stem === "" ? { stem: name, extension: "" } : { stem, extension };
}
