/** Markdown as other programs write it, before it is read. */
import { fromMarkdown } from "../../rich-text/from-markdown.ts";
import { lineOfDoc } from "./entry-items.ts";

const longestHeading = 2000;

/** With `\n` alone at the ends of lines. */
export function withPlainEnds(text: string): string {
  return text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replaceAll("\0", "");
}

/** Changes the lines that stand in no block of code. */
export function mapLines(markdown: string, change: (line: string) => string): string {
  let fence = "";
  const lines = markdown.split("\n").map((line) => {
    const [, sign = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "") {
      fence = sign;
      return sign === "" ? change(line) : line;
    }
    const isEnd = sign.startsWith(fence) && line.trim() === sign;
    if (isEnd) fence = "";
    return line;
  });
  return lines.join("\n");
}

/** Changes what stands in no `code` of a line. */
export function outsideCode(line: string, change: (words: string) => string): string {
  return line
    .split(/((?<!`)`+(?!`).*?(?<!`)`+(?!`))/)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join("");
}

/** Its title, if its first words are a heading of the first level, and what is behind it. */
export function splitTitle(markdown: string): { title: string; rest: string } {
  const [whole, words] = /^\s*#[ \t]+([^\n]*)(?:\n|$)/.exec(markdown) ?? [];
  // Longer ones are no title, and what they are stays in the text.
  if (whole === undefined || words === undefined || words.length > longestHeading) {
    return { title: "", rest: markdown };
  }
  const title = lineOfDoc(fromMarkdown(words.replace(/[ \t]+#+[ \t]*$/, "")));
  return title === "" ? { title, rest: markdown } : { title, rest: markdown.slice(whole.length) };
}

/** The title of an entry is its only heading of the first level. */
export function lowerHeadings(markdown: string): string {
  const first: string[] = [];
  mapLines(markdown, (line) => {
    if (/^ {0,3}#(?:[ \t]|$)/.test(line)) first.push(line);
    return line;
  });
  if (first.length === 0) return markdown;
  return mapLines(markdown, (line) => line.replace(/^( {0,3}#{1,5})(?=[ \t]|$)/, "$1#"));
}
