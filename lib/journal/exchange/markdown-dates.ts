/** Days and times as people write them in names of files, in front matter and in headings. */
import { isLocal, localAt } from "../../dates/floating.ts";

export type FoundMoment = {
  /** `2026-12-01`, or with its time `2026-12-01T21:40`. */
  v: string;
  /** An offset as `+01:00`; empty: not said. */
  zone: string;
};

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** `2026-12-01`, `20261201`, `2026-12-01T21:40`, `2026-12-01 21.40:07+01:00`, `…Z`. @param utcZone in which `Z` is read */
export function momentIn(text: string, utcZone: string): FoundMoment | undefined {
  const form =
    /(?<!\d)(?<y>[12]\d{3})(?<sep>[-/._]?)(?<m>0[1-9]|1[0-2])\k<sep>(?<d>0[1-9]|[12]\d|3[01])(?!\d)(?:[T ,_-]+(?:at )?(?<time>\d{1,2}[:.h-]?\d{2}(?:[:.]\d{2}(?:\.\d+)?)?(?: ?[ap]m)?)(?!\d) ?(?<offset>Z|[+-]\d{2}:?\d{2})?)?/i;
  const { y, m, d, time: given, offset = "" } = form.exec(text)?.groups ?? {};
  const date = `${y}-${m}-${d}`;
  if (y === undefined || !isLocal(date)) return undefined;
  const time = timeIn(given ?? "");
  if (time === "") return { v: date, zone: "" };
  const v = `${date}T${time}`;
  if (/z/i.test(offset)) {
    const local = localAt(Date.parse(`${v}Z`), utcZone);
    return isLocal(local) ? { v: local, zone: utcZone } : undefined;
  }
  return { v, zone: offset.replace(/^([+-]\d{2}):?(\d{2})$/, "$1:$2") };
}

/** Also `December 1, 2026` and `1 December 2026`, as headings have it. */
export function dateInWords(text: string): string {
  const found = momentIn(text, "")?.v.slice(0, 10);
  if (found !== undefined) return found;
  const month = `(?<month>${months.join("|")})[a-z]*\\.?`;
  const day = "(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?";
  const year = "(?<year>[12]\\d{3})(?!\\d)";
  for (const form of [
    `\\b${month} ${day},? ${year}`,
    `(?<!\\d)${day} (?:of )?${month},? ${year}`,
  ]) {
    const groups = new RegExp(form, "i").exec(text)?.groups;
    if (!groups) continue;
    const at = months.indexOf(groups["month"]!.toLowerCase()) + 1;
    const date = `${groups["year"]}-${two(at)}-${two(Number(groups["day"]))}`;
    if (isLocal(date)) return date;
  }
  return "";
}

/** `2026-12-01 2140 Words.md`, `2026/12/01.md`, `20261201.md`. @returns `rest`: what of the name is no date */
export function momentOfPath(path: string): (FoundMoment & { rest: string }) | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[A-Za-z]+$/, "");
  const inName = momentIn(name, "");
  if (inName) {
    const rest = name.replace(
      /^[12]\d{3}([-/._]?)\d{2}\1\d{2}(?:[T ,_-]+\d{1,2}[:.h-]?\d{2}(?!\d)(?:[:.-]\d{2}(?!\d))?)?/,
      "",
    );
    return { ...inName, rest: rest.replaceAll(/^[\s_.,–-]+|[\s_]+$/g, "") };
  }
  const [, y, m, d, rest = ""] =
    /(?:^|\/)([12]\d{3})\/(\d{2})\/(\d{2})(?!\d)[\s_-]*([^/]*)$/.exec(
      path.replace(/\.[A-Za-z]+$/, ""),
    ) ?? [];
  const v = `${y}-${m}-${d}`;
  return isLocal(v) ? { v, zone: "", rest: rest.trim() } : undefined;
}

/** `21:40` of `9:40 PM`, `21.40`, `2140`; empty: that is no time. */
export function timeIn(text: string): string {
  const [, hour = "", minute = "", half = ""] =
    /^\s*(\d{1,2})[:.h-]?(\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s*([ap]m)?\s*$/i.exec(text) ?? [];
  if (hour === "") return "";
  const isLate = half.toLowerCase() === "pm";
  const at = half === "" ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
  return at < 24 && Number(minute) < 60 ? `${two(at)}:${minute}` : "";
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
