/** The marks of a message, read to what is shown: nothing of it is ever taken for HTML. */
import { aiUid } from "#lib/ai/limits.ts";

export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "bold" | "italic" | "struck"; parts: Inline[] }
  | { kind: "link"; text: string; href: string }
  | { kind: "mention"; uid: string; name: string };

export type Block =
  | { kind: "paragraph"; lines: Inline[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: Inline[][] }
  | { kind: "code"; text: string };

const mostDepth = 4;
const fence = /^\s*```/u;
const quoted = /^>\s?/u;
const bullet = /^\s{0,3}[-*•]\s+(?=\S)/u;
const numbered = /^\s{0,3}(\d{1,4})[.)]\s+(?=\S)/u;

export function readMarks(text: string, depth = 0): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const rest = lines.slice(at);
    if (fence.test(line)) {
      const end = rest.findIndex((one, index) => index > 0 && fence.test(one));
      const body = end === -1 ? rest.slice(1) : rest.slice(1, end);
      const inLine = line.replace(fence, "");
      // Three marks around some words of one line.
      const own = inLine.endsWith("```") ? inLine.slice(0, -3) : undefined;
      if (own === undefined) {
        blocks.push({ kind: "code", text: body.join("\n") });
        at += end === -1 ? rest.length : end + 1;
      } else {
        blocks.push({ kind: "code", text: own });
        at += 1;
      }
    } else if (quoted.test(line) && depth < mostDepth) {
      const own = takeWhile(rest, (one) => quoted.test(one));
      const inside = own.map((one) => one.replace(quoted, "")).join("\n");
      blocks.push({ kind: "quote", blocks: readMarks(inside, depth + 1) });
      at += own.length;
    } else if (isListed(line, lines[at + 1])) {
      const mark = bullet.test(line) ? bullet : numbered;
      const own = takeWhile(rest, (one) => mark.test(one));
      const start = Number(numbered.exec(line)?.[1] ?? 1);
      const items = own.map((one) => readInline(one.replace(mark, "")));
      blocks.push({ kind: "list", isOrdered: mark === numbered, start, items });
      at += own.length;
    } else if (line.trim() === "") {
      at += 1;
    } else {
      const end = rest.findIndex(
        (one, index) => one.trim() === "" || begins(one, rest[index + 1], depth),
      );
      const own = end === -1 ? rest : rest.slice(0, end);
      // The first one is none of the others, whatever it looks like.
      const taken = own.length === 0 ? [line] : own;
      blocks.push({ kind: "paragraph", lines: taken.map((one) => readInline(one)) });
      at += taken.length;
    }
  }
  return blocks;
}

/** One line with a number is a sentence that begins with one. */
function isListed(line: string, next: string | undefined): boolean {
  return bullet.test(line) || (numbered.test(line) && next !== undefined && numbered.test(next));
}

const begins = (line: string, next: string | undefined, depth: number) =>
  fence.test(line) || (depth < mostDepth && quoted.test(line)) || isListed(line, next);

function takeWhile(lines: readonly string[], is: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !is(line));
  return end === -1 ? [...lines] : lines.slice(0, end);
}

/** What stands earliest wins; of two at one place the first of these. */
const marks: readonly [RegExp, (found: RegExpExecArray) => Inline | undefined][] = [
  [/`([^`\n]+)`/u, ([, text]) => ({ kind: "code", text: text! })],
  [
    /@\[([^\]\n]{1,80})\]\(([\w-]{1,128})\)/u,
    ([, name, uid]) => ({ kind: "mention", name: name!, uid: uid! }),
  ],
  [
    /(?<![\p{L}\p{N}_@.])@ai(?![\p{L}\p{N}_])/iu,
    ([found]) => ({ kind: "mention", name: found.slice(1), uid: aiUid }),
  ],
  [/\b(?:https?:\/\/|mailto:)[^\s<>"'`]{1,2000}/iu, ([found]) => linkOf(found)],
  [/\*\*(?=\S)(.+?)(?<=\S)\*\*/u, ([, text]) => ({ kind: "bold", parts: readInline(text!) })],
  [
    /(?<![\p{L}\p{N}*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/u,
    ([, text]) => ({ kind: "italic", parts: readInline(text!) }),
  ],
  [
    /(?<![\p{L}\p{N}_])_(?=[^\s_])(.+?)(?<=[^\s_])_(?![\p{L}\p{N}_])/u,
    ([, text]) => ({ kind: "italic", parts: readInline(text!) }),
  ],
  [/~~(?=\S)(.+?)(?<=\S)~~/u, ([, text]) => ({ kind: "struck", parts: readInline(text!) })],
];

export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  while (rest !== "") {
    const found = earliest(rest);
    if (found === undefined) break;
    const { at, length, part } = found;
    if (at > 0) parts.push({ kind: "text", text: rest.slice(0, at) });
    parts.push(part);
    rest = rest.slice(at + length);
  }
  if (rest !== "") parts.push({ kind: "text", text: rest });
  return parts;
}

function earliest(text: string): { at: number; length: number; part: Inline } | undefined {
  let first: { at: number; length: number; part: Inline } | undefined;
  for (const [mark, read] of marks) {
    const found = mark.exec(text);
    if (found === null || (first !== undefined && found.index >= first.at)) continue;
    const part = read(found);
    if (part === undefined) continue;
    const length = part.kind === "link" ? part.text.length : found[0].length;
    first = { at: found.index, length, part };
  }
  return first;
}

function linkOf(found: string): Inline | undefined {
  const text = withoutEnd(found);
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return ["http:", "https:", "mailto:"].includes(protocol)
    ? { kind: "link", text, href }
    : undefined;
}

/** What ends the sentence around it is no part of an address, but the end of its own brackets is. */
function withoutEnd(found: string): string {
  const bare = found.replace(/[.,;:!?)\]}*_~]+$/u, "");
  const opens = bare.lastIndexOf("(") > bare.lastIndexOf(")");
  return opens && found[bare.length] === ")" ? `${bare})` : bare;
}
