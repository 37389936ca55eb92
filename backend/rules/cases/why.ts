/** Which parts of an expression decided what it came to. */
import { noValue, tooCostly } from "../evaluation.ts";
import { type Expression, partsOf } from "../expression.ts";
import { cut } from "./format-value.ts";

/** An expression, its value, and what was evaluated for it: its parts, and after them what a function is made of. */
export type Evaluated = {
  expression: Expression;
  /** `noValue` or `tooCostly` without one. */
  value: unknown;
  inner: Evaluated[];
};

/** `offset`: of the deciding part in its file. */
type Reason = { offset: number; text: string };

const maxQuotedChars = 200;

/** @param text of the rules file */
export function reasonsOf(
  text: string,
  evaluated: Evaluated,
  formatValue: (value: unknown) => string,
): Reason[] {
  return whatDecided(evaluated)
    .map((one) => ({ offset: startOf(one.expression), text: describe(one) }))
    .filter(isNew());

  function describe({ expression, value, inner }: Evaluated): string {
    const facts = inner
      .flatMap((part) => [part, ...inputsOf(part)])
      .filter((part) => !isLiteral(part.expression))
      .map((part) => `${quote(part.expression)} is ${formatValue(part.value)}`);
    const because = facts.length === 0 ? "" : `: ${facts.join(", ")}`;
    // A list of names is what the reader looks for.
    const quoted = `\`${quote(expression, maxQuotedChars)}\``;
    if (value === noValue) return `${quoted} has no value${because}`;
    if (value === tooCostly) return `${quoted} costs more than one request may`;
    return `${quoted} is ${formatValue(value)}${because}`;
  }

  function quote(expression: Expression, maxChars?: number): string {
    return cut(sourceOf(text, expression).replaceAll(/\s+/g, " "), maxChars);
  }
}

/** What a function or method was given says more than that it came to false. */
function inputsOf({ expression, inner }: Evaluated): Evaluated[] {
  if (expression.kind !== "call") return [];
  return inner.filter((part) => expression.inputs.includes(part.expression));
}

function sourceOf(text: string, expression: Expression): string {
  const { end } = expression;
  let start = startOf(expression);
  // Parentheses around what it begins with stand before that.
  while (text.slice(start, end).split(")").length > text.slice(start, end).split("(").length) {
    const before = /\(\s*$/.exec(text.slice(0, start));
    if (before === null) break;
    start = before.index;
  }
  return text.slice(start, end);
}

/** Its `offset` may be that of an operator or of a name behind a dot. */
function startOf(expression: Expression): number {
  return Math.min(expression.offset, ...partsOf(expression).map(startOf));
}

/** The innermost parts without which it would have come to something else. */
function whatDecided(evaluated: Evaluated): Evaluated[] {
  const { expression, value, inner } = evaluated;
  if (value !== tooCostly && expression.kind === "logical") {
    // `a || b` has no value because one part has none and no other is true.
    const decided = (part: Evaluated) =>
      value === noValue
        ? part.value !== true && !(part.value === false && isLiteral(part.expression))
        : part.value === value;
    return inner.filter(decided).flatMap(whatDecided);
  }
  if (value === tooCostly || value === noValue) {
    const cause = inner.find((part) => part.value === value);
    return cause === undefined ? [evaluated] : whatDecided(cause);
  }
  const last = inner.at(-1);
  const isDecided = last !== undefined && isDecidedBy(expression, last.expression);
  return isDecided ? whatDecided(last) : [evaluated];
}

/** Whether it is nothing but what its last part is; of a call that is what its function returns. */
function isDecidedBy(expression: Expression, last: Expression): boolean {
  switch (expression.kind) {
    case "choice":
      return true;
    case "unary":
      return expression.operator === "!";
    case "call":
      return expression.object === null && !expression.inputs.includes(last);
    default:
      return false;
  }
}

/** Says nothing by its value that its text does not say. */
function isLiteral(expression: Expression): boolean {
  switch (expression.kind) {
    case "constant":
    case "bytes":
    case "number":
    case "regex":
      return true;
    case "list":
    case "map":
    case "path":
    case "unary":
      return partsOf(expression).every(isLiteral);
    default:
      return false;
  }
}

/** A rule may ask the same of several things it calls by one name. */
function isNew(): (reason: Reason) => boolean {
  const seen = new Set<string>();
  return ({ offset, text }) => {
    const key = `${offset} ${text}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}
