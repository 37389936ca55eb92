/** The statements of a Firestore or Storage rules file: services, matches, functions and allows. */
import type { Expression } from "./expression.ts";
import { parseExpression } from "./parse-expression.ts";
import { createScanner, describe, type Scanner } from "./scanner.ts";
import type { RulesSource, ServiceMethod } from "./types.ts";

export type PatternSegment =
  | { kind: "literal"; text: string }
  /** `{name}`: one segment. */
  | { kind: "one"; name: string; offset: number }
  /** `{name=**}`: any number of segments, none as well. */
  | { kind: "rest"; name: string; offset: number };

export type FunctionStatement = {
  name: string;
  inputs: { name: string; offset: number }[];
  lets: { name: string; offset: number; value: Expression }[];
  result: Expression;
  offset: number;
};

export type AllowStatement = {
  methods: ReadonlySet<ServiceMethod>;
  /** Null allows always. */
  condition: Expression | null;
  offset: number;
};

export type Block = {
  functions: FunctionStatement[];
  allows: AllowStatement[];
  matches: { pattern: PatternSegment[]; block: Block }[];
};

const depthLimit = 40;

const methodsByName = new Map<string, readonly ServiceMethod[]>([
  ["read", ["get", "list"]],
  ["write", ["create", "update", "delete"]],
  ["get", ["get"]],
  ["list", ["list"]],
  ["create", ["create"]],
  ["update", ["update"]],
  ["delete", ["delete"]],
]);

/**
 * @returns the file's block, outside the service, and the service's block within.
 * @throws RulesError
 */
export function parseService(
  source: RulesSource,
  service: "cloud.firestore" | "firebase.storage",
): { outer: Block; inner: Block } {
  const scanner = createScanner(source);
  parseVersion(scanner);
  const outer: Block = { functions: [], allows: [], matches: [] };
  while (scanner.takeIf("function")) outer.functions.push(parseFunction(scanner));
  for (const word of ["service", ...service.split(/(\.)/)]) scanner.expect(word);
  const inner = parseBlock(scanner, 0);
  while (scanner.takeIf("function")) outer.functions.push(parseFunction(scanner));
  const end = scanner.peek();
  if (end.kind === "end") return { outer, inner };
  throw scanner.fail(`Unexpected ${describe(end)} after the service.`, end.offset);
}

function parseVersion(scanner: Scanner): void {
  const { offset } = scanner.peek();
  const isVersion = scanner.takeIf("rules_version") && scanner.takeIf("=");
  if (!isVersion || scanner.peek().kind !== "string" || scanner.take().text !== "2") {
    throw scanner.fail("Expected rules_version = '2'; at the start.", offset);
  }
  scanner.expect(";");
}

function parseBlock(scanner: Scanner, depth: number): Block {
  const block: Block = { functions: [], allows: [], matches: [] };
  const { offset } = scanner.expect("{");
  if (depth > depthLimit) throw scanner.fail("These matches are nested too deep.", offset);
  while (!scanner.takeIf("}")) {
    if (scanner.takeIf("function")) {
      block.functions.push(parseFunction(scanner));
    } else if (scanner.takeIf("match")) {
      const pattern = parsePattern(scanner);
      block.matches.push({ pattern, block: parseBlock(scanner, depth + 1) });
    } else if (depth > 0 && scanner.peek().text === "allow") {
      block.allows.push(parseAllow(scanner));
    } else {
      const token = scanner.peek();
      const allow = depth > 0 ? ", allow" : "";
      throw scanner.fail(
        `Expected match, function${allow} or } before ${describe(token)}.`,
        token.offset,
      );
    }
  }
  return block;
}

function parsePattern(scanner: Scanner): PatternSegment[] {
  const segments: PatternSegment[] = [];
  const { offset } = scanner.peek();
  while (scanner.takeRaw(/\//y) !== undefined) {
    const text = scanner.takeRaw(/\(default\)|[A-Za-z0-9_.~%-]+/y);
    if (text !== undefined) {
      segments.push({ kind: "literal", text });
      continue;
    }
    const wildcard = scanner.takeRaw(/\{[A-Za-z_][A-Za-z0-9_]*(?:=\*\*)?\}/y);
    if (wildcard === undefined) throw scanner.fail("Expected a name, {x} or {x=**} after /.");
    const [name = "", rest] = wildcard.slice(1, -1).split("=");
    segments.push({ kind: rest === undefined ? "one" : "rest", name, offset });
  }
  if (segments.length > 0) return segments;
  throw scanner.fail("Expected a path such as /projects/{id} after match.", offset);
}

function parseAllow(scanner: Scanner): AllowStatement {
  const { offset } = scanner.expect("allow");
  const methods = new Set<ServiceMethod>();
  do {
    const name = scanner.expectName("a method such as read");
    const named = methodsByName.get(name.text);
    if (named === undefined) {
      const known = [...methodsByName.keys()].join(", ");
      throw scanner.fail(`Unknown method ${name.text}: there are ${known}.`, name.offset);
    }
    for (const method of named) methods.add(method);
  } while (scanner.takeIf(","));
  if (scanner.takeIf(";")) return { methods, condition: null, offset };
  scanner.expect(":");
  scanner.expect("if");
  const condition = parseExpression(scanner, "service");
  scanner.expect(";");
  return { methods, condition, offset };
}

/** After the word `function`. */
function parseFunction(scanner: Scanner): FunctionStatement {
  const { text: name, offset } = scanner.expectName("the function's name");
  scanner.expect("(");
  const inputs: { name: string; offset: number }[] = [];
  while (!scanner.takeIf(")")) {
    if (inputs.length > 0) scanner.expect(",");
    const input = scanner.expectName("a name");
    inputs.push({ name: input.text, offset: input.offset });
  }
  scanner.expect("{");
  const lets: FunctionStatement["lets"] = [];
  while (scanner.takeIf("let")) {
    const local = scanner.expectName("a name");
    scanner.expect("=");
    const value = parseExpression(scanner, "service");
    lets.push({ name: local.text, offset: local.offset, value });
    scanner.expect(";");
  }
  scanner.expect("return");
  const result = parseExpression(scanner, "service");
  scanner.takeIf(";");
  scanner.expect("}");
  return { name, inputs, lets, result, offset };
}
