/**
 * One expression of either rules language. The precedence is that of
 * https://firebase.google.com/docs/rules/rules-language; depth is bounded, so that neither this parser nor what is
 * compiled from its result can exhaust the stack.
 */
import {
  type BinaryOperator,
  type Expression,
  type ExpressionKind,
  partsOf,
} from "./expression.ts";
import { describe, type Scanner } from "./scanner.ts";

/** `database`: `===` and regular expressions between slashes; `service`: `in`, `is`, slices, bytes, maps and paths. */
export type Dialect = "database" | "service";

const depthLimit = 100;

// From the loosest to the tightest.
const levels: Record<Dialect, readonly (readonly string[])[]> = {
  database: [
    ["===", "!==", "==", "!="],
    ["<", "<=", ">", ">="],
    ["+", "-"],
    ["*", "/", "%"],
  ],
  service: [
    ["==", "!="],
    ["in", "is"],
    ["<", "<=", ">", ">="],
    ["+", "-"],
    ["*", "/", "%"],
  ],
};

/** What other languages write, by what stands for it in services. */
const spellings = new Map([
  ["===", "=="],
  ["!==", "!="],
  ["=", "=="],
  ["and", "&&"],
  ["&", "&&"],
  ["or", "||"],
  ["|", "||"],
  ["not", "!"],
]);

export function parseExpression(scanner: Scanner, dialect: Dialect): Expression {
  let level = 0;

  function make(offset: number, kind: ExpressionKind): Expression {
    const depth = 1 + Math.max(0, ...partsOf(kind).map((part) => part.depth));
    if (depth > depthLimit) throw tooDeep(offset);
    return { ...kind, offset, end: scanner.end(), depth };
  }

  function tooDeep(offset: number) {
    return scanner.fail("This expression is too deep: split it into smaller ones.", offset);
  }

  function nested<Result>(parse: () => Result): Result {
    level += 1;
    if (level > depthLimit) throw tooDeep(scanner.offset());
    const result = parse();
    level -= 1;
    return result;
  }

  function parseChoice(): Expression {
    const condition = parseLogical("||");
    checkSpelling();
    if (!scanner.takeIf("?")) return condition;
    const yes = nested(parseChoice);
    scanner.expect(":");
    const no = nested(parseChoice);
    return make(condition.offset, { kind: "choice", condition, yes, no });
  }

  /** Of what stands behind a whole expression. */
  function checkSpelling(): void {
    const { kind, text, offset } = scanner.peek();
    const spelling = dialect === "service" ? spellings.get(text) : undefined;
    if (spelling === undefined || (kind !== "mark" && kind !== "name")) return;
    throw scanner.fail(`There is no ${text} in these rules: write ${spelling}.`, offset);
  }

  function parseLogical(operator: "||" | "&&"): Expression {
    const parse = () => (operator === "||" ? parseLogical("&&") : parseBinary(0));
    const first = parse();
    const operands = [first];
    while (scanner.takeIf(operator)) operands.push(parse());
    return operands.length === 1
      ? first
      : make(first.offset, { kind: "logical", operator, operands });
  }

  function parseBinary(tightness: number): Expression {
    const operators = levels[dialect][tightness];
    if (operators === undefined) return parseUnary();
    let left = parseBinary(tightness + 1);
    for (;;) {
      const token = scanner.peek();
      const isOperator = token.kind === "mark" || token.kind === "name";
      if (!isOperator || !operators.includes(token.text)) return left;
      scanner.take();
      const operator = token.text as BinaryOperator;
      const right = operator === "is" ? parseTypeName() : parseBinary(tightness + 1);
      left = make(left.offset, { kind: "binary", operator, left, right });
    }
  }

  function parseTypeName(): Expression {
    const type = scanner.expectName("the name of a type");
    return make(type.offset, { kind: "name", name: type.text });
  }

  function parseUnary(): Expression {
    const token = scanner.peek();
    if (token.kind !== "mark" || (token.text !== "!" && token.text !== "-")) return parsePostfix();
    const operator = token.text;
    scanner.take();
    return make(token.offset, { kind: "unary", operator, operand: nested(parseUnary) });
  }

  function parsePostfix(): Expression {
    let object = parsePrimary();
    for (;;) {
      if (scanner.takeIf(".")) {
        const { text: name, offset } = scanner.expectName("the name of a property or method");
        object = scanner.takeIf("(")
          ? make(offset, { kind: "call", object, name, inputs: parseUntil(")") })
          : make(offset, { kind: "member", object, name });
      } else if (scanner.takeIf("[")) {
        object = parseIndex(object);
        if (isMethodName(object) && scanner.takeIf("(")) {
          const { object: receiver, index, offset } = object;
          const inputs = parseUntil(")");
          object = make(offset, { kind: "call", object: receiver, name: index.value, inputs });
        }
      } else {
        return object;
      }
    }
  }

  /** Of the Realtime Database: `data["exists"]()` is `data.exists()`. */
  function isMethodName(
    expression: Expression,
  ): expression is Extract<Expression, { kind: "index" }> & { index: { value: string } } {
    if (dialect !== "database" || expression.kind !== "index") return false;
    const { index } = expression;
    return index.kind === "constant" && typeof index.value === "string";
  }

  function parseIndex(object: Expression): Expression {
    const index = nested(parseChoice);
    const to = dialect === "service" && scanner.takeIf(":") ? nested(parseChoice) : undefined;
    scanner.expect("]");
    return make(
      object.offset,
      to === undefined
        ? { kind: "index", object, index }
        : { kind: "slice", object, from: index, to },
    );
  }

  function parsePrimary(): Expression {
    const token = scanner.peek();
    if (token.text === "/" && token.kind === "mark") {
      return dialect === "database" ? parseRegex() : parsePath();
    }
    scanner.take();
    const { offset } = token;
    switch (token.kind) {
      case "string":
        return make(offset, { kind: "constant", value: token.text });
      case "bytes":
        if (dialect === "service") return make(offset, { kind: "bytes", text: token.text });
        break;
      case "number":
        return make(offset, { kind: "number", text: token.text });
      case "name":
        return parseName(token.text, offset);
      case "mark":
        if (token.text === "(") {
          const inner = nested(parseChoice);
          scanner.expect(")");
          return inner;
        }
        if (token.text === "[") return make(offset, { kind: "list", items: parseUntil("]") });
        if (token.text === "{" && dialect === "service") {
          return make(offset, { kind: "map", entries: parseEntries() });
        }
        break;
      case "end":
        break;
    }
    throw scanner.fail(`Expected a value before ${describe(token)}.`, offset);
  }

  function parseName(name: string, offset: number): Expression {
    if (name === "null") return make(offset, { kind: "constant", value: null });
    if (name === "true") return make(offset, { kind: "constant", value: true });
    if (name === "false") return make(offset, { kind: "constant", value: false });
    if (!scanner.takeIf("(")) {
      // `not x`: a name is followed by an operator, never by another name.
      const { kind, text } = scanner.peek();
      if (name === "not" && dialect === "service" && kind === "name" && !/^(?:in|is)$/.test(text)) {
        throw scanner.fail("There is no not in these rules: write !.", offset);
      }
      return make(offset, { kind: "name", name });
    }
    return make(offset, { kind: "call", object: null, name, inputs: parseUntil(")") });
  }

  function parseUntil(close: string): Expression[] {
    const items: Expression[] = [];
    while (!scanner.takeIf(close)) {
      if (items.length > 0) scanner.expect(",");
      items.push(nested(parseChoice));
    }
    return items;
  }

  function parseEntries(): { key: Expression; value: Expression }[] {
    const entries: { key: Expression; value: Expression }[] = [];
    while (!scanner.takeIf("}")) {
      if (entries.length > 0) scanner.expect(",");
      const key = nested(parseChoice);
      scanner.expect(":");
      entries.push({ key, value: nested(parseChoice) });
    }
    return entries;
  }

  /** `/databases/$(database)/documents/x/y`: names, `(default)` and `$(…)`, one a segment. */
  function parsePath(): Expression {
    const offset = scanner.offset();
    const segments: (string | Expression)[] = [];
    while (scanner.takeRaw(/\//y) !== undefined) {
      if (scanner.takeRaw(/\$\(/y) !== undefined) {
        segments.push(nested(parseChoice));
        scanner.expect(")");
        continue;
      }
      const segment = scanner.takeRaw(/\(default\)|[A-Za-z0-9_-]+/y);
      if (segment === undefined) throw scanner.fail("Expected a name or $(…) after / in a path.");
      segments.push(segment);
    }
    return make(offset, { kind: "path", segments });
  }

  function parseRegex(): Expression {
    const offset = scanner.offset();
    const raw = scanner.takeRaw(/\/(?:[^\\/\n[]|\\[^\n]|\[(?:[^\\\]\n]|\\[^\n])*\])+\/[a-z]*/y);
    if (raw === undefined) throw scanner.fail("This regular expression is never closed: add /.");
    const end = raw.lastIndexOf("/");
    return make(offset, { kind: "regex", pattern: raw.slice(1, end), flags: raw.slice(end + 1) });
  }

  return parseChoice();
}
