/** Finds out what each piece of code is. Runs in the process for colours only. */
import { bundledLanguages, createCssVariablesTheme, createHighlighter } from "shiki";
import type { BundledLanguage, GrammarState } from "shiki";
import { codeKinds } from "#lib/leetcode/problem-files.ts";
import type { ColourAnswer, ColourJob } from "./colour-job.ts";

/** The colours themselves are the page's. */
const theme = createCssVariablesTheme({ name: "kinds" });
const highlighter = await createHighlighter({ themes: [theme], langs: [] });

/** Of a problem, all its codes together; the rest is plain. A grammar may need ever more for each line of a hostile code. */
const mostLetters = 60_000;
const mostMs = 2000;
/** A longer one is plain. */
const mostLettersOfLine = 1000;
/** The first line of a language takes long on a busy machine. */
const mostMsOfLine = 1000;

/** What is left of these. */
type Left = { letters: number; ms: number };
const usual: Left = { letters: mostLetters, ms: mostMs };

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

export async function colourCode({ codes }: ColourJob, most = usual): Promise<ColourAnswer> {
  const all: number[][] = [];
  const left = { ...most };
  // The grammars are loaded one after the other.
  // oxlint-disable-next-line no-await-in-loop
  for (const { code, language } of codes) all.push(await spansOf(code, language, left));
  return all;
}

async function spansOf(code: string, language: string, left: Left): Promise<number[]> {
  const grammar = Object.hasOwn(grammars, language) ? grammars[language] : language;
  if (left.letters <= 0 || left.ms <= 0) return [code.length, 0];
  if (grammar === undefined || !Object.hasOwn(bundledLanguages, grammar)) return [code.length, 0];
  await highlighter.loadLanguage(grammar as BundledLanguage);
  return joinSpans(code.length, tokensOf(code, grammar as BundledLanguage, left));
}

/** Of each where it begins, its length and its kind. */
function tokensOf(code: string, lang: BundledLanguage, left: Left): number[][] {
  const tokens: number[][] = [];
  let grammarState: GrammarState | undefined;
  let begin = 0;
  for (const line of code.split("\n")) {
    left.letters -= line.length + 1;
    if (left.letters < 0 || left.ms <= 0) break;
    const before = performance.now();
    const found = highlighter.codeToTokensBase(line.replace(/\r$/, ""), {
      lang,
      theme,
      ...(grammarState && { grammarState }),
      tokenizeMaxLineLength: mostLettersOfLine,
      tokenizeTimeLimit: mostMsOfLine,
    });
    for (const { offset, content, color } of found.flat())
      tokens.push([begin + offset, content.length, kindOf.get(color ?? "") ?? 0]);
    grammarState = highlighter.getLastGrammarState(found);
    begin += line.length + 1;
    left.ms -= performance.now() - before;
  }
  return tokens;
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
