/** The statements of a Firestore or Storage rules file: services, matches, functions and allows. */
import type { Expression } from "../expression.ts";
import { parseExpression } from "../parse-expression.ts";
import { createScanner, describe, type Scanner } from "../scanner.ts";
import type { RulesSource, ServiceMethod } from "../types.ts";

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

// As in production: https://firebase.google.com/docs/firestore/security/get-started#security_rule_limits
const sizeLimitBytes = 256 * 1024;
const depthLimit = 10;
const segmentLimit = 100;
const captureLimit = 20;
const inputLimit = 7;
const letLimit = 10;

/** Version 1 has other recursive wildcards. */
export type RulesVersion = "1" | "2";

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
): { version: RulesVersion; outer: Block; inner: Block } {
  const scanner = createScanner(source);
  if (Buffer.byteLength(source.text) > sizeLimitBytes) {
    throw scanner.fail("These rules are longer than 256 KiB.", 0);
  }
  const version = parseVersion(scanner);
  const outer: Block = { functions: [], allows: [], matches: [] };
  while (scanner.takeIf("function")) outer.functions.push(parseFunction(scanner));
  for (const word of ["service", ...service.split(/(\.)/)]) scanner.expect(word);
  const inner = parseBlock(scanner, []);
  while (scanner.takeIf("function")) outer.functions.push(parseFunction(scanner));
  const end = scanner.peek();
  if (end.kind === "end") return { version, outer, inner };
  throw scanner.fail(`Unexpected ${describe(end)} after the service.`, end.offset);
}

function parseVersion(scanner: Scanner): RulesVersion {
  if (!scanner.takeIf("rules_version")) return "1";
  scanner.expect("=");
  const { kind, text, offset } = scanner.take();
  if (kind !== "string" || (text !== "1" && text !== "2")) {
    throw scanner.fail("Expected rules_version = '1'; or rules_version = '2';.", offset);
  }
  scanner.expect(";");
  return text;
}

/** `around`: the paths of the matches that it stands in. */
function parseBlock(scanner: Scanner, around: PatternSegment[][]): Block {
  const block: Block = { functions: [], allows: [], matches: [] };
  const { offset } = scanner.expect("{");
  checkLimits(scanner, around, offset);
  const isMatch = around.length > 0;
  while (!scanner.takeIf("}")) {
    if (scanner.takeIf("function")) {
      block.functions.push(parseFunction(scanner));
    } else if (scanner.takeIf("match")) {
      const pattern = parsePattern(scanner);
      block.matches.push({ pattern, block: parseBlock(scanner, [...around, pattern]) });
    } else if (isMatch && scanner.peek().text === "allow") {
      block.allows.push(parseAllow(scanner));
    } else {
      const token = scanner.peek();
      const allow = isMatch ? ", allow" : "";
      throw scanner.fail(
        `Expected match, function${allow} or } before ${describe(token)}.`,
        token.offset,
      );
    }
  }
  return block;
}

function checkLimits(scanner: Scanner, around: PatternSegment[][], offset: number): void {
  const segments = around.flat();
  const captures = segments.filter((segment) => segment.kind !== "literal");
  if (around.length > depthLimit) {
    throw scanner.fail(`Matches can be nested ${depthLimit} deep.`, offset);
  }
  if (segments.length > segmentLimit) {
    throw scanner.fail(`A path can have ${segmentLimit} segments.`, offset);
  }
  if (captures.length > captureLimit) {
    throw scanner.fail(`A path can have ${captureLimit} wildcards.`, offset);
  }
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
  if (inputs.length > inputLimit) {
    throw scanner.fail(`A function takes at most ${inputLimit} values.`, offset);
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
  if (lets.length > letLimit) {
    throw scanner.fail(`A function can have ${letLimit} let statements.`, offset);
  }
  scanner.expect("return");
  const result = parseExpression(scanner, "service");
  scanner.takeIf(";");
  scanner.expect("}");
  return { name, inputs, lets, result, offset };
}
