/** Random rules of the Realtime Database with some requests: ours and the naive evaluator agree on each. */
import { compileDatabaseRules } from "../database/compile-rules.ts";
import { RulesError } from "../errors.ts";
import { noValue } from "../evaluation.ts";
import type { RulesObserver } from "../observer.ts";
import { agree } from "./agree.ts";
import { naiveDatabase } from "./naive-database.ts";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import {
  randomCaller,
  randomPath,
  randomQuery,
  randomRules,
  randomTree,
  randomWrites,
  type Scope,
} from "./random-database.ts";
import { nowMs, treeView, writeRequest } from "./trees.ts";

const requestsOfFile = 12;

export type Compared = { requests: number; granted: number; values: number };

export function compareDatabase(seed: number): Compared {
  const random = seededRandom(seed);
  const compared = { requests: 0, granted: 0, values: 0 };
  const rules = randomRules(random, isTaken);
  const text = JSON.stringify({ rules });
  const source = { file: "random.json", text };
  const [oursSaw, naiveSaw]: [Seen, Seen] = [new Map(), new Map()];
  const ours = compileDatabaseRules(source);
  const watched = compileDatabaseRules(source, observer(text, oursSaw));
  const naive = naiveDatabase(rules, (rule, { offset, end }, value) =>
    note(naiveSaw, { rule, offset, end }, value),
  );

  /** What every expression came to is compared too, where both ask the same rules. */
  function check(about: object, verdicts: Record<"plain" | "watched" | "naive", boolean>): void {
    const { naive: granted } = verdicts;
    agree(about, verdicts.plain, granted);
    agree(about, verdicts.watched, granted);
    compared.requests += 1;
    if (granted) compared.granted += 1;
    for (const [expression, values] of oursSaw) {
      const expected = naiveSaw.get(expression);
      if (expected === undefined) continue;
      const wrong = [...values].find((value) => !expected.has(value));
      if (wrong !== undefined) agree({ ...about, expression }, wrong, [...expected].join());
      compared.values += 1;
    }
  }

  for (let count = 0; count < requestsOfFile; count += 1) {
    const auth = randomCaller(random);
    const tree = randomTree(random, 4);
    const puts = randomWrites(random);
    const [path, query] = [randomPath(random), randomQuery(random)];
    const about = { seed, rules, auth, tree };
    const read = { auth, nowMs, path, root: treeView(tree), query };
    oursSaw.clear();
    naiveSaw.clear();
    check(
      { ...about, path, query },
      {
        plain: ours.allowsRead(read),
        watched: watched.allowsRead(read),
        naive: naive.allowsRead(read),
      },
    );
    const write = writeRequest(auth, tree, puts);
    oursSaw.clear();
    naiveSaw.clear();
    const granted = naive.allowsWrite(write);
    const isSame = watched.allowsWrite(write);
    // The first rule that refuses ends it, and their order is free.
    if (!granted) oursSaw.clear();
    check({ ...about, puts }, { plain: ours.allowsWrite(write), watched: isSame, naive: granted });
  }
  return compared;
}

/** By rule and place of an expression: what it came to. */
type Seen = Map<string, Set<string>>;

type Place = { rule: string; offset: number; end: number };

function note(seen: Seen, { rule, offset, end }: Place, value: unknown): void {
  const place = `${rule.slice(offset, end)} at ${offset} of ${rule}`;
  const values = seen.get(place) ?? new Set();
  seen.set(place, values.add(value === undefined ? "no value" : textOf(value)));
}

function textOf(value: unknown): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

function observer(text: string, saw: Seen): RulesObserver {
  return {
    found() {},
    evaluated() {},
    expressions: {
      began() {},
      ended({ offset, end }, value) {
        // Random rules have no double quote in them.
        const start = text.lastIndexOf('"', offset) + 1;
        const rule = text.slice(start, text.indexOf('"', offset));
        const place = { rule, offset: offset - start, end: end - start };
        note(saw, place, value === noValue ? undefined : value);
      },
    },
  };
}

/** Whether it can be a rule: some faults of types are found when rules are read. */
export function isTaken(condition: string, { directive, variables }: Scope): boolean {
  const rules = variables.reduceRight<object>((below, variable) => ({ [variable]: below }), {
    [directive]: condition,
  });
  try {
    compileDatabaseRules({ file: "random.json", text: JSON.stringify({ rules }) });
    return true;
  } catch (error) {
    if (error instanceof RulesError) return false;
    throw error;
  }
}
