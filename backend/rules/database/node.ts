/** The tree of rules of one Realtime Database rules file. */
import { compileDatabaseExpression } from "./compile-expression.ts";
import type { DatabaseRun } from "./names.ts";
import { lineAndColumn, rulesError, type RulesError } from "../errors.ts";
import { holds } from "../evaluation.ts";
import { observed, type RulesObserver } from "../observer.ts";
import { parseExpression } from "../parse-expression.ts";
import { parseRulesJson, placesOf, type RulesJson } from "./parse-rules-json.ts";
import { createScanner, describe } from "../scanner.ts";
import type { RulesSource } from "../types.ts";

export type DatabaseRule = (run: DatabaseRun) => boolean;

export type DatabaseNode = {
  read?: DatabaseRule;
  write?: DatabaseRule;
  validate?: DatabaseRule;
  children: Map<string, DatabaseNode>;
  /** `$name`: every child that is not in `children`. */
  wildcard?: DatabaseNode;
  /** Of `.indexOn`: paths below each child, `.value`. Sorted, each once. */
  indexes: readonly string[];
  /** Whether there is a `.validate` here or below. */
  validates: boolean;
};

/** What it costs to ask a rule at all. */
const askSteps = 3;

const ALWAYS_INDEXED: ReadonlySet<string> = new Set([".key", ".priority"]);

/** @throws RulesError */
export function parseDatabaseNodes(source: RulesSource, observer?: RulesObserver): DatabaseNode {
  const fail = (message: string, offset: number): RulesError => rulesError(source, offset, message);

  const file = parseRulesJson(source);
  const rules = file.kind === "object" ? file.entries[0] : undefined;
  if (file.kind !== "object" || rules?.key !== "rules" || file.entries.length > 1) {
    throw fail('Expected one entry: { "rules": { … } }.', file.offset);
  }
  return parseNode(rules.value, [], new Map());

  function parseNode(
    json: RulesJson,
    path: readonly string[],
    variables: ReadonlyMap<string, number>,
  ): DatabaseNode {
    if (json.kind !== "object") throw fail("Expected an object with rules.", json.offset);
    const node: DatabaseNode = { children: new Map(), indexes: [], validates: false };
    for (const { key, offset, value } of json.entries) {
      if (key.startsWith(".")) {
        parseDirective(node, key, offset, value);
        continue;
      }
      const child = parseNode(value, [...path, key], withVariable(key, offset));
      node.validates ||= child.validates;
      if (!key.startsWith("$")) node.children.set(checkedKey(key, offset), child);
      else if (node.wildcard === undefined) node.wildcard = child;
      else throw fail("There can be only one $ name here.", offset);
    }
    return node;

    function withVariable(key: string, offset: number): ReadonlyMap<string, number> {
      if (!key.startsWith("$")) return variables;
      if (!/^\$[A-Za-z_][A-Za-z0-9_]*$/.test(key)) throw fail(`${key} is not a name.`, offset);
      if (variables.has(key)) throw fail(`${key} is already a name above.`, offset);
      return new Map([...variables, [key, path.length]]);
    }

    function parseDirective(
      node: DatabaseNode,
      key: string,
      offset: number,
      value: RulesJson,
    ): void {
      if (key === ".indexOn") {
        node.indexes = parseIndexes(value);
        return;
      }
      const rule = () =>
        observed(
          observer,
          {
            place: lineAndColumn(source.text, offset),
            name: `${key} /${path.join("/")}`,
            outcomes: value.kind === "boolean" ? [value.value] : [true, false],
          },
          parseRule(value, variables, key === ".read"),
        );
      if (key === ".read") node.read = rule();
      else if (key === ".write") node.write = rule();
      else if (key === ".validate") node.validate = rule();
      else throw fail(`Unknown ${key}: there are .read, .write, .validate, .indexOn.`, offset);
      node.validates ||= key === ".validate";
    }
  }

  function parseRule(
    json: RulesJson,
    variables: ReadonlyMap<string, number>,
    isRead: boolean,
  ): DatabaseRule {
    if (json.kind === "boolean") return () => json.value;
    if (json.kind !== "string") throw fail("Expected a string, true or false.", json.offset);
    const scanner = createScanner(source, json.text, placesOf(source, json.offset));
    const expression = parseExpression(scanner, "database");
    const end = scanner.peek();
    if (end.kind !== "end") throw fail(`Unexpected ${describe(end)} here.`, end.offset);
    const evaluate = compileDatabaseExpression(expression, { variables, isRead, fail }, observer);
    return (run) =>
      holds(() => {
        run.budget.spend(askSteps);
        return evaluate(run);
      });
  }

  function checkedKey(key: string, offset: number): string {
    if (isKey(key)) return key;
    throw fail("A key is not empty and has none of . # $ [ ] / in it.", offset);
  }

  function parseIndexes(json: RulesJson): string[] {
    const items = json.kind === "list" ? json.items : [json];
    const names = items.map((item) => {
      if (item.kind !== "string") {
        throw fail("Expected a child's name or a list of them.", item.offset);
      }
      const keys = item.text.split("/").filter((key) => key !== "");
      if (ALWAYS_INDEXED.has(item.text) || item.text === ".value") return item.text;
      if (keys.length > 0 && keys.every(isKey)) return keys.join("/");
      throw fail("Expected the path of a child, or .value.", item.offset);
    });
    return [...new Set(names)].filter((name) => !ALWAYS_INDEXED.has(name)).toSorted();
  }
}

function isKey(key: string): boolean {
  return key !== "" && !/[.#$[\]/\p{Cc}]/u.test(key);
}
