/** What an expression of either rules language is made of. Which of it means something, the compilers decide. */

/** `offset`, `end`: in characters of the file, half-open. */
export type Expression = { offset: number; end: number; depth: number } & ExpressionKind;

export type ExpressionKind =
  | { kind: "constant"; value: null | boolean | string }
  /** `text` in base64. */
  | { kind: "bytes"; text: string }
  /** `text` as written. */
  | { kind: "number"; text: string }
  | { kind: "name"; name: string }
  | { kind: "member"; object: Expression; name: string }
  | { kind: "index"; object: Expression; index: Expression }
  /** From `from`, up to what stands before `to`. */
  | { kind: "slice"; object: Expression; from: Expression; to: Expression }
  | { kind: "call"; object: Expression | null; name: string; inputs: Expression[] }
  | { kind: "unary"; operator: "!" | "-"; operand: Expression }
  | { kind: "binary"; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: "logical"; operator: "&&" | "||"; operands: Expression[] }
  | { kind: "choice"; condition: Expression; yes: Expression; no: Expression }
  | { kind: "list"; items: Expression[] }
  | { kind: "map"; entries: { key: Expression; value: Expression }[] }
  | { kind: "path"; segments: (string | Expression)[] }
  | { kind: "regex"; pattern: string; flags: string };

export type BinaryOperator =
  | "==="
  | "!=="
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "in"
  | "is";

/** The expressions directly below. */
export function partsOf(kind: ExpressionKind): Expression[] {
  switch (kind.kind) {
    case "constant":
    case "bytes":
    case "number":
    case "name":
    case "regex":
      return [];
    case "member":
      return [kind.object];
    case "index":
      return [kind.object, kind.index];
    case "slice":
      return [kind.object, kind.from, kind.to];
    case "call":
      return kind.object === null ? kind.inputs : [kind.object, ...kind.inputs];
    case "unary":
      return [kind.operand];
    case "binary":
      return [kind.left, kind.right];
    case "logical":
      return kind.operands;
    case "choice":
      return [kind.condition, kind.yes, kind.no];
    case "list":
      return kind.items;
    case "map":
      return kind.entries.flatMap((entry) => [entry.key, entry.value]);
    case "path":
      return kind.segments.filter((segment) => typeof segment !== "string");
  }
}
