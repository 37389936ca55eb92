/** What an answer says in Markdown, as tokens to be drawn: bounded, and whole also while it comes. docs/chat-in-the-browser.md */
import { Lexer, type Token, type TokensList } from "marked";
import { mostAnswer } from "#lib/ai/limits.ts";

/** Marks of quotes and lists before the words of a line: each is a level. */
const mostMarks = 8;
const manyMarks = new RegExp(
  `^((?:[ \\t]*(?:>|[-*+](?=\\s)|\\d{1,9}[.)](?=\\s))){${mostMarks}})(?:[ \\t]*(?:>|[-*+](?=\\s)|\\d{1,9}[.)](?=\\s)))+`,
  "gmu",
);
/** Brackets that are never closed take the longer the more there are. */
const manyBrackets = /[[\]]{12,}/gu;

export type Read = { blocks: readonly Token[]; links: number };

/** @param isComing more is to come: what is begun at its end is shown as what it will be */
export function readMarkdown(text: string, isComing = false): Read {
  const bounded = text
    .slice(0, mostAnswer)
    .replaceAll(manyMarks, "$1")
    .replaceAll(manyBrackets, (run) => run.slice(0, 12));
  const whole = isComing ? wholeSoFar(bounded) : bounded;
  try {
    const blocks: TokensList = new Lexer({ gfm: true, breaks: true }).lex(whole);
    return { blocks, links: Object.keys(blocks.links).length };
  } catch {
    // Whatever it is, it can be read as it is.
    return { blocks: [{ type: "text", raw: whole, text: whole }], links: 0 };
  }
}

const fence = /^ {0,3}(?:`{3,}|~{3,})/u;
/** Marks whose words have not come yet, which would make something else of the line before. */
const bareMarks = /\n[ \t]*(?:[-=+*#>|`~]+|\d+[.)]?)[ \t]*$/u;

/** Exported for tests. */
export function wholeSoFar(text: string): string {
  const lines = text.split("\n");
  const isInCode = lines.filter((line) => fence.test(line)).length % 2 === 1;
  if (isInCode) return text.replace(/\n[ \t]*[`~]{1,2}$/u, "");
  const held = `\n${text}`.replace(bareMarks, "").slice(1);
  const from = held.lastIndexOf("\n\n") + 1;
  return held.slice(0, from) + closed(held.slice(from));
}

/** The last block of it, with its ends. */
function closed(block: string): string {
  // Half an address is none.
  let words = block.replace(/!?\[([^[\]\n]*)\]\([^()\n]*$/u, "$1");
  const code = words.replaceAll(/`+[^`]*`+/gu, "");
  if (code.includes("`")) return `${words.replace(/`+$/u, "")}${endsOpen(words) ? "" : "`"}`;
  for (const mark of ["**", "~~"]) {
    if (code.split(mark).length % 2 === 1) continue;
    const bare = words.trimEnd();
    words = bare.endsWith(mark) ? bare.slice(0, -mark.length) : `${bare}${mark}`;
  }
  return words;
}

const endsOpen = (words: string) => /(?:^|[^`])`+$/u.test(words);

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  rarr: "→",
  larr: "←",
  times: "×",
  deg: "°",
  euro: "€",
  copy: "©",
};

/** Names of letters as Markdown has them. What comes of it is shown as text. */
export function lettersOf(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/giu,
    (raw: string, hex?: string, number?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? raw;
      const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
      const isLetter = code > 0x1f && code <= 0x10_ff_ff && !(code >= 0xd800 && code <= 0xdfff);
      return isLetter ? String.fromCodePoint(code) : raw;
    },
  );
}

/** Undefined: no address that anybody is led to. */
export function addressOf(href: string): string | undefined {
  const address = lettersOf(href).trim();
  if (!URL.canParse(address)) return undefined;
  const { protocol, href: whole } = new URL(address);
  return ["http:", "https:", "mailto:"].includes(protocol) ? whole : undefined;
}

/** Where words that look like one address lead to another: that one's host. */
export function otherHost(words: string, address: string): string | undefined {
  const found = /^(?:https?:\/\/)?(?<host>[\w-]+(?:\.[\w-]+)+)/iu.exec(words.trim())?.groups?.[
    "host"
  ];
  const { host } = new URL(address);
  if (found === undefined || host === "") return undefined;
  const bare = (one: string) => one.toLowerCase().replace(/^www\./u, "");
  return bare(found) === bare(host) ? undefined : host;
}
