/** Finds out what each piece of code is. Runs in the process for colours only. */
import { bundledLanguages, createCssVariablesTheme, createHighlighter } from "shiki";
import type { BundledLanguage } from "shiki";
import { codeKinds } from "#lib/leetcode/problem-files.ts";
import type { ColourAnswer, ColourJob } from "./colour-job.ts";

/** The colours themselves are the page's. */
const theme = createCssVariablesTheme({ name: "kinds" });
const highlighter = await createHighlighter({ themes: [theme], langs: [] });

/** What LeetCode calls otherwise than the grammars do. */
const grammars: Record<string, BundledLanguage> = {
  "c++": "cpp",
  golang: "go",
  mssql: "sql",
  mysql: "sql",
  oraclesql: "plsql",
  pandas: "python",
  postgresql: "sql",
  python2: "python",
  python3: "python",
  pythondata: "python",
};

const kindOf = new Map<string, number>([
  ...codeKinds.map((kind, at): [string, number] => [`var(--shiki-token-${kind})`, at]),
  ["var(--shiki-token-string-expression)", codeKinds.indexOf("string")],
]);

export async function colourCode({ codes }: ColourJob): Promise<ColourAnswer> {
  const all: number[][] = [];
  // The grammars are loaded one after the other.
  // oxlint-disable-next-line no-await-in-loop
  for (const { code, language } of codes) all.push(await spansOf(code, language));
  return all;
}

async function spansOf(code: string, language: string): Promise<number[]> {
  const grammar = Object.hasOwn(grammars, language) ? grammars[language] : language;
  if (grammar === undefined || !Object.hasOwn(bundledLanguages, grammar)) return [code.length, 0];
  await highlighter.loadLanguage(grammar as BundledLanguage);
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar as BundledLanguage,
    theme,
    tokenizeMaxLineLength: 2000,
  });
  return joinSpans(
    code.length,
    lines
      .flat()
      .map(({ offset, content, color }) => [offset, content.length, kindOf.get(color ?? "") ?? 0]),
  );
}

/** What no token covers, such as the ends of lines, is plain. */
function joinSpans(total: number, tokens: number[][]): number[] {
  const spans: number[] = [];
  let end = 0;
  const add = (length: number, kind: number) => {
    const last = spans.length - 2;
    if (length <= 0) return;
    if (spans[last + 1] === kind) spans[last] = (spans[last] ?? 0) + length;
    else spans.push(length, kind);
    end += length;
  };
  for (const [offset = 0, length = 0, kind = 0] of tokens) {
    add(offset - end, 0);
    add(length, kind);
  }
  add(total - end, 0);
  return spans;
}
