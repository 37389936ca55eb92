/**
 * JSON with comments and strings of several lines, as Firebase takes it for Realtime Database rules; every node knows
 * its place in the file.
 */
import { createScanner, describe, type Token } from "../scanner.ts";
import type { RulesSource } from "../types.ts";

export type RulesJson = { offset: number } & (
  | { kind: "object"; entries: { key: string; offset: number; value: RulesJson }[] }
  | { kind: "list"; items: RulesJson[] }
  | { kind: "string"; text: string }
  | { kind: "boolean"; value: boolean }
);

const depthLimit = 40;

/** @throws RulesError */
export function parseRulesJson(source: RulesSource): RulesJson {
  const scanner = createScanner(source, source.text, (index) => index, "lines");

  function parseValue(depth: number): RulesJson {
    const token = scanner.take();
    const { offset } = token;
    if (depth > depthLimit) throw scanner.fail("These rules are nested too deep.", offset);
    if (token.kind === "string") return { kind: "string", text: jsonString(token), offset };
    if (token.kind === "name" && (token.text === "true" || token.text === "false")) {
      return { kind: "boolean", value: token.text === "true", offset };
    }
    if (token.kind === "mark" && token.text === "{") return parseObject(offset, depth);
    if (token.kind === "mark" && token.text === "[") return parseList(offset, depth);
    throw scanner.fail(
      `Expected an object, a list, a string, true or false before ${describe(token)}.`,
      offset,
    );
  }

  function parseObject(offset: number, depth: number): RulesJson {
    const entries: { key: string; offset: number; value: RulesJson }[] = [];
    const seen = new Set<string>();
    while (!scanner.takeIf("}")) {
      if (entries.length > 0) scanner.expect(",");
      const token = scanner.take();
      const key = jsonString(token);
      if (seen.has(key)) {
        throw scanner.fail(`${JSON.stringify(key)} is here twice: join the two.`, token.offset);
      }
      seen.add(key);
      scanner.expect(":");
      entries.push({ key, offset: token.offset, value: parseValue(depth + 1) });
    }
    return { kind: "object", entries, offset };
  }

  function parseList(offset: number, depth: number): RulesJson {
    const items: RulesJson[] = [];
    while (!scanner.takeIf("]")) {
      if (items.length > 0) scanner.expect(",");
      items.push(parseValue(depth + 1));
    }
    return { kind: "list", items, offset };
  }

  function jsonString(token: Token): string {
    if (token.kind === "string" && source.text.charAt(token.offset) === '"') return token.text;
    throw scanner.fail(
      `Expected a string in double quotes before ${describe(token)}.`,
      token.offset,
    );
  }

  const value = parseValue(0);
  const end = scanner.peek();
  if (end.kind === "end") return value;
  throw scanner.fail(`Unexpected ${describe(end)} after the rules.`, end.offset);
}

/** For the string that starts at `offset`: the place in the file of each of its characters. */
export function placesOf(source: RulesSource, offset: number): (index: number) => number {
  const places: number[] = [];
  let at = offset + 1;
  while (at < source.text.length && source.text.charAt(at) !== '"') {
    places.push(at);
    if (source.text.charAt(at) === "\\") at += source.text.charAt(at + 1) === "u" ? 6 : 2;
    else at += 1;
  }
  return (index) => places[index] ?? at;
}
