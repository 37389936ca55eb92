/**
 * An expression anywhere in random rules is replaced by one without a value: then nothing may be granted that was not
 * granted with whatever value it had. So an error never grants.
 */
import { type Random, seededRandom } from "../../../tests/support/seeded-random.ts";
import { compileDatabaseRules } from "../database/compile-rules.ts";
import { RulesError } from "../errors.ts";
import { agree } from "./agree.ts";
import { isTaken } from "./compare-database.ts";
import { openFirestore, openStorage, randomLookups } from "./compare-service.ts";
import {
  randomCaller,
  randomPath,
  randomQuery,
  randomRules,
  randomTree,
  randomWrites,
  type Scope,
  type Type,
} from "./random-database.ts";
import { randomRequest, randomService } from "./random-service.ts";
import { nowMs, treeView, writeRequest } from "./trees.ts";

const requestsOfFile = 12;
const faultsOfFile = 8;

/** `lost`: granted by the whole rules, refused by those with a fault. */
export type Faults = { requests: number; lost: number };

/** Is told every expression that a file is made of, and may give another one. */
type Mark = (text: string, type?: string) => string;

export function compareServiceFaults(service: "firestore" | "storage", seed: number): Faults {
  const open = { firestore: openFirestore, storage: openStorage }[service];
  const make = (random: Random, mark: Mark) => randomService(random, service, mark);
  const [whole = "", ...faulty] = withFaults(seed, make, () => "([][0])");
  const [plain, ...broken] = [whole, ...faulty].map((text) => open(text).plain);
  const random = seededRandom(-seed);
  const faults = { requests: 0, lost: 0 };
  for (let count = 0; count < requestsOfFile; count += 1) {
    const request = randomRequest(random);
    const lookups = randomLookups(random);
    const granted = plain?.(request, lookups) === true;
    for (const [at, allows] of broken.entries()) {
      const about = { seed, whole, faulty: faulty[at], request };
      note(faults, about, granted, allows(request, lookups));
    }
  }
  return faults;
}

/** Of each type one that rules may have at such a place; the root has no parent. */
const withoutValue: Record<Type, string> = {
  boolean: "(root.parent().exists())",
  number: "(root.parent().val() - 1)",
  string: "('' + root.parent().val())",
  any: "(root.parent().val())",
  unknown: "(root.parent().val())",
  place: "(root.parent())",
};

export function compareDatabaseFaults(seed: number): Faults {
  // Which rules there are does not depend on the fault.
  const taken: boolean[] = [];
  const make = (random: Random, mark: Mark) => {
    let rule = 0;
    const isUsable = (condition: string, scope: Scope) =>
      (taken[rule++] ??= isTaken(condition, scope));
    return JSON.stringify({ rules: randomRules(random, isUsable, mark) });
  };
  const texts = withFaults(seed, make, (type) => withoutValue[type as Type]).filter(isWhole);
  const [whole = "", ...faulty] = texts;
  const compiled = texts.map((text) => compileDatabaseRules({ file: "random.json", text }));
  const random = seededRandom(-seed);
  const faults = { requests: 0, lost: 0 };
  for (let count = 0; count < requestsOfFile; count += 1) {
    const auth = randomCaller(random);
    const tree = randomTree(random, 4);
    const puts = randomWrites(random);
    const [path, query] = [randomPath(random), randomQuery(random)];
    const read = { auth, nowMs, path, root: treeView(tree), query };
    const write = writeRequest(auth, tree, puts);
    const verdicts = compiled.map((rules) => [rules.allowsRead(read), rules.allowsWrite(write)]);
    const [granted = [], ...broken] = verdicts;
    for (const [at, verdict] of broken.entries()) {
      const about = { seed, whole, faulty: faulty[at], auth, tree, path, query, puts };
      for (const kind of [0, 1]) {
        note(faults, about, granted[kind] === true, verdict[kind] === true);
      }
    }
  }
  return faults;
}

/** A fault can be of a type that rules may not have there. */
function isWhole(text: string): boolean {
  try {
    compileDatabaseRules({ file: "random.json", text });
    return true;
  } catch (error) {
    if (error instanceof RulesError) return false;
    throw error;
  }
}

/** The file that a seed makes, and the same with a fault at random places. */
function withFaults(
  seed: number,
  make: (random: Random, mark: Mark) => string,
  fault: (type: string) => string,
): string[] {
  let count = 0;
  const whole = make(seededRandom(seed), (text) => {
    count += 1;
    return text;
  });
  const random = seededRandom(seed);
  const faulty = Array.from({ length: faultsOfFile }, () => {
    let turn = random.below(count);
    return make(seededRandom(seed), (text, type = "") => (turn-- === 0 ? fault(type) : text));
  });
  return [whole, ...faulty];
}

function note(faults: Faults, about: object, whole: boolean, broken: boolean): void {
  if (broken) agree(about, whole, true);
  faults.requests += 1;
  if (whole && !broken) faults.lost += 1;
}
