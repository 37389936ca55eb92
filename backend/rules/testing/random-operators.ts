/** Random expressions of operators as trees, written with as few parentheses as the documented precedence needs. */
import type { Expression } from "../expression.ts";
import type { Dialect } from "../parse-expression.ts";
import type { Random } from "../../../tests/support/seeded-random.ts";

/** What a name stands for is its text; all else is an operator and what it takes. */
export type OperatorTree = string | { operator: string; parts: OperatorTree[] };

/**
 * The tightest first: https://firebase.google.com/docs/rules/rules-language and, for the Realtime Database, that of
 * JavaScript.
 */
const levels: Record<Dialect, readonly (readonly string[])[]> = {
  service: [
    ["."],
    ["!", "-x"],
    ["*", "/", "%"],
    ["+", "-"],
    ["<", "<=", ">", ">="],
    ["in", "is"],
    ["==", "!="],
    ["&&"],
    ["||"],
    ["?:"],
  ],
  database: [
    ["."],
    ["!", "-x"],
    ["*", "/", "%"],
    ["+", "-"],
    ["<", "<=", ">", ">="],
    ["==", "!=", "===", "!=="],
    ["&&"],
    ["||"],
    ["?:"],
  ],
};

export function randomOperators(random: Random, dialect: Dialect, depth: number): OperatorTree {
  if (depth === 0 || random.below(5) === 0) return random.pick(["a", "b", "c"]);
  const operator = random.pick(random.pick(levels[dialect]));
  const count = operator === "?:" ? 3 : ["!", "-x", "."].includes(operator) ? 1 : 2;
  const parts = Array.from({ length: count }, () => randomOperators(random, dialect, depth - 1));
  if (operator === "is") parts[1] = "int";
  return { operator, parts };
}

export function writeOperators(tree: OperatorTree, dialect: Dialect): string {
  if (typeof tree === "string") return tree;
  const levelOf = (one: OperatorTree) =>
    typeof one === "string"
      ? -1
      : levels[dialect].findIndex((level) => level.includes(one.operator));
  const own = levelOf(tree);
  // The right side of a binary operator, and what ? asks, must be tighter; the left side and the rest of ?: need not.
  const parts = tree.parts.map((part, at) => {
    const isLooser = levelOf(part) > own;
    const isSame = levelOf(part) === own && (tree.operator === "?:" ? at === 0 : at === 1);
    const text = writeOperators(part, dialect);
    return isLooser || isSame ? `(${text})` : text;
  });
  if (tree.operator === ".") return `${parts[0]}.m`;
  if (tree.operator === "!") return `!${parts[0]}`;
  if (tree.operator === "-x") return `-${parts[0]}`;
  return tree.operator === "?:"
    ? `${parts[0]} ? ${parts[1]} : ${parts[2]}`
    : parts.join(` ${tree.operator} `);
}

/** What was parsed, in the same form; `a && b && c` is one expression there. */
export function operatorsOf(expression: Expression): OperatorTree {
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "member":
      return { operator: ".", parts: [operatorsOf(expression.object)] };
    case "unary":
      return {
        operator: expression.operator === "-" ? "-x" : "!",
        parts: [operatorsOf(expression.operand)],
      };
    case "binary":
      return {
        operator: expression.operator,
        parts: [expression.left, expression.right].map(operatorsOf),
      };
    case "logical":
      return expression.operands
        .map(operatorsOf)
        .reduce((left, right) => ({ operator: expression.operator, parts: [left, right] }));
    case "choice":
      return {
        operator: "?:",
        parts: [expression.condition, expression.yes, expression.no].map(operatorsOf),
      };
    default:
      throw new Error(`No operator: ${expression.kind}.`);
  }
}
