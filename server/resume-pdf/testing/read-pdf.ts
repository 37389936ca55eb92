/** What a PDF of react-pdf's says, read as a reader does: by the map from shapes to letters of each embedded font. */
import { inflateSync } from "node:zlib";

export type ReadPdf = {
  pages: number;
  /** In the order in which it was drawn, words run together where lines end. */
  text: string;
  links: string[];
  /** Names of the embedded fonts. */
  fonts: string[];
  /** Of the outline, in order. */
  headings: string[];
  /** Points: width and height of the first page. */
  size: number[];
  info: (name: string) => string | undefined;
};

export function readPdf(pdf: Buffer): ReadPdf {
  const source = pdf.toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of source.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    objects.set(id, body);
  }
  const object = (id: string | undefined) => objects.get(id ?? "") ?? "";
  const all = [...objects.values()];
  const pages = all.filter((body) => body.includes("/Type /Page\n"));
  const letters = new Map(
    all
      .flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name = "", id]) => [name, lettersOf(object(id), object)]),
  );
  const title = (body: string) => /\/Title (\((?:\\.|[^\\)])*\))/s.exec(body)?.[1];
  return {
    pages: pages.length,
    text: pages.map((page) => textOf(inflated(object(ref(page, "Contents"))), letters)).join("\n"),
    links: all.flatMap((body) => /\/URI \((.*)\)/.exec(body)?.[1] ?? []),
    fonts: all.flatMap((body) => (body.includes("/FontFile2 ") ? name(body, "FontName") : [])),
    headings: all
      .filter((body) => body.includes("/Parent ") && body.includes("/Dest "))
      .map((body) => string(title(body))),
    size: (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pages[0] ?? "") ?? []).slice(1).map(Number),
    info: (field) => {
      const info = object(/\/Info (\d+) 0 R/.exec(source)?.[1]);
      const value = object(ref(info, field));
      return value === "" ? undefined : string(value);
    },
  };
}

function ref(body: string, field: string): string | undefined {
  return new RegExp(`/${field} (\\d+) 0 R`).exec(body)?.[1];
}

function name(body: string, field: string): string[] {
  return new RegExp(`/${field} /(\\S+)`).exec(body)?.slice(1) ?? [];
}

/** Of `(text)`, in UTF-16 where it begins with its mark. */
function string(literal: string | undefined): string {
  const bytes = Buffer.from((literal ?? "").slice(1, -1).replaceAll(/\\([\\()])/g, "$1"), "latin1");
  return bytes[0] === 0xfe
    ? bytes.subarray(2).swap16().toString("utf16le")
    : bytes.toString("latin1");
}

function inflated(body: string): string {
  const start = body.indexOf("stream\n");
  if (start === -1) return "";
  const stream = body.slice(start + 7, body.lastIndexOf("\nendstream"));
  return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
}

/** The letters of a font's shapes by their codes, of four hexadecimal digits. */
function lettersOf(font: string, object: (id: string | undefined) => string): Map<string, string> {
  const map = inflated(object(ref(font, "ToUnicode")));
  const letters = new Map<string, string>();
  for (const [, first = "", list = ""] of map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)) {
    for (const [at, [, hex = ""]] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + at).toString(16).padStart(4, "0");
      const units = Buffer.from(hex.replaceAll(" ", ""), "hex");
      letters.set(code, units.swap16().toString("utf16le"));
    }
  }
  return letters;
}

function textOf(content: string, fonts: Map<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined;
  let text = "";
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name);
    for (const [, hex = ""] of (shown ?? "").matchAll(/<(\w+)>/g)) {
      for (const [code] of hex.matchAll(/\w{4}/g)) text += font?.get(code) ?? "?";
    }
  }
  return text;
}
