/** A random rules file of Firestore or Storage with some requests: ours and the naive evaluator agree on each. */
import { compileFirestoreRules, compileStorageRules } from "../service/compile-rules.ts";
import { noValue, tooCostly } from "../evaluation.ts";
import type { Expression } from "../expression.ts";
import type { RulesObserver } from "../observer.ts";
import { itemsOf, isList, type ServiceValue } from "../service/value.ts";
import type { Lookups, RulesFile } from "../types.ts";
import { agree } from "./agree.ts";
import { naiveService, resourceOf } from "./naive-service.ts";
import { fromJson, type Naive, type Outcome, textOf } from "./naive-values.ts";
import { seededRandom, type Random } from "../../../tests/support/seeded-random.ts";
import {
  randomDocuments,
  randomRequest,
  type RandomRequest,
  randomService,
} from "./random-service.ts";
import { nowMs } from "./trees.ts";

const requestsOfFile = 12;
const bucket = "bucket";

export type Compared = { requests: number; granted: number; values: number };

/** What each expression came to, in turn. */
type Seen = Map<string, string[]>;

export function compareService(service: "firestore" | "storage", seed: number): Compared {
  const random = seededRandom(seed);
  const text = randomService(random, service);
  const compared = { requests: 0, granted: 0, values: 0 };
  const naiveSaw: Seen = new Map();
  const oursSaw: Seen = new Map();
  const naive = naiveService(
    service === "firestore" ? "cloud.firestore" : "firebase.storage",
    text,
    (expression, outcome) => note(naiveSaw, expression, textOfOutcome(outcome)),
  );
  const door = { firestore: openFirestore, storage: openStorage }[service](text, oursSaw);
  for (let count = 0; count < requestsOfFile; count += 1) {
    const request = randomRequest(random);
    const lookups = randomLookups(random);
    naiveSaw.clear();
    oursSaw.clear();
    const expected = naive.allows(door.naive(request, lookups));
    agree({ seed, request, text }, door.plain(request, lookups), expected);
    agree({ seed, request, text }, door.watched(request, lookups), expected);
    for (const [place, values] of oursSaw) {
      const wanted = naiveSaw.get(place);
      if (wanted === undefined) continue;
      compared.values += values.length;
      const [from = 0, to = 0] = place.split("-").map(Number);
      const expression = text.slice(from, to);
      agree({ seed, request, expression }, values.join(), wanted.join());
    }
    compared.requests += 1;
    if (expected) compared.granted += 1;
  }
  return compared;
}

function note(seen: Seen, { offset, end }: Expression, value: string): void {
  const place = `${offset}-${end}`;
  const values = seen.get(place) ?? [];
  values.push(value);
  seen.set(place, values);
}

type Door = {
  plain: (request: RandomRequest, lookups: Lookups) => boolean;
  watched: (request: RandomRequest, lookups: Lookups) => boolean;
  naive: (request: RandomRequest, lookups: Lookups) => Parameters<NaiveAllows>[0];
};
type NaiveAllows = ReturnType<typeof naiveService>["allows"];

export function openFirestore(text: string, saw: Seen = new Map()): Door {
  const source = { file: "random.rules", text };
  const [plain, watched] = [
    compileFirestoreRules(source),
    compileFirestoreRules(source, observer(saw)),
  ];
  const toRequest = ({ method, path, auth, before, after }: RandomRequest) => {
    const resource = before && { path, fields: before };
    const asked = { auth, nowMs, path, resource };
    return method === "get" || method === "delete"
      ? { ...asked, method }
      : { ...asked, method: method as "create", newResource: { path, fields: after ?? {} } };
  };
  return {
    plain: (request, lookups) => plain.allows(toRequest(request), lookups),
    watched: (request, lookups) => watched.allows(toRequest(request), lookups),
    naive({ method, path, auth, before, after }, lookups) {
      const whole = ["databases", "(default)", "documents", ...path.split("/")];
      const written = after && resourceOf({ path, fields: after });
      const request = requestMap(method, whole, auth, written);
      const resource = before && resourceOf({ path, fields: before });
      return { method, path: whole, request, resource, lookups, lookupLimit: 10 };
    },
  };
}

export function openStorage(text: string, saw: Seen = new Map()): Door {
  const source = { file: "random.rules", text };
  const [plain, watched] = [
    compileStorageRules(source),
    compileStorageRules(source, observer(saw)),
  ];
  const toRequest = ({ method, path, auth, before, after }: RandomRequest) => ({
    auth,
    nowMs,
    method,
    bucket,
    name: path,
    resource: before && fileOf(path, before),
    newResource: after && fileOf(path, after),
  });
  return {
    plain: (request, lookups) => plain.allows(toRequest(request), lookups),
    watched: (request, lookups) => watched.allows(toRequest(request), lookups),
    naive({ method, path, auth, before, after }, lookups) {
      const whole = ["b", bucket, "o", ...path.split("/")];
      const written = after && fileMap(fileOf(path, after));
      const request = requestMap(method, whole, auth, written);
      const resource = before && fileMap(fileOf(path, before));
      return { method, path: whole, request, resource, lookups, lookupLimit: 2 };
    },
  };
}

/** Its metadata are texts. */
function fileOf(name: string, fields: object): RulesFile {
  const texts = Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)]);
  const metadata = Object.fromEntries(texts) as Record<string, string>;
  return { name, bucket, size: texts.length, contentType: null, metadata, timeCreatedMs: nowMs };
}

function fileMap({ timeCreatedMs = 0, ...file }: RulesFile): Map<string, Naive> {
  const timestamp = BigInt(timeCreatedMs) * 1_000_000n;
  return new Map([...(fromJson(file) as Map<string, Naive>), ["timeCreated", { timestamp }]]);
}

function requestMap(
  method: string,
  path: string[],
  auth: RandomRequest["auth"],
  written: Map<string, Naive> | null,
): Map<string, Naive> {
  const request = new Map<string, Naive>([
    ["auth", fromJson(auth)],
    ["method", method],
    ["time", { timestamp: BigInt(nowMs) * 1_000_000n }],
    ["path", { path }],
  ]);
  if (written !== null) request.set("resource", written);
  return request;
}

export function randomLookups(random: Random): Lookups {
  const { before, after } = randomDocuments(random);
  return {
    get: (path) => before.get(path) ?? null,
    getAfter: (path) => after.get(path) ?? null,
  };
}

function observer(saw: Seen): RulesObserver {
  return {
    found() {},
    evaluated() {},
    expressions: {
      began() {},
      ended(expression, value) {
        if (value === tooCostly) return;
        note(saw, expression, value === noValue ? "no value" : ourText(value as ServiceValue));
      },
    },
  };
}

function textOfOutcome(outcome: Outcome): string {
  return outcome === undefined ? "no value" : textOf(outcome);
}

/** As `textOf` writes it. */
function ourText(value: ServiceValue): string {
  if (isList(value)) return `[${value.map(ourText).join()}]`;
  if (typeof value === "number") return textOf({ float: value });
  if (typeof value !== "object" || value === null) return textOf(value);
  switch (value.type) {
    case "map": {
      const entries = value
        .keys()
        .map((key) => `${JSON.stringify(key)}:${ourText(value.get(key) as ServiceValue)}`);
      return `{${entries.toSorted().join()}}`;
    }
    case "set":
      return `set ${itemsOf(value).map(ourText).toSorted().join()}`;
    case "path":
      return textOf({ path: [...value.segments] });
    case "timestamp":
      return textOf({ timestamp: value.nanoseconds });
    case "duration":
      return textOf({ duration: value.nanoseconds });
    case "map_diff":
      return "diff";
    case "bytes":
      return textOf({ bytes: Buffer.from(value.text, "base64") });
    case "latlng":
      return textOf({ latlng: [value.latitude, value.longitude] });
    case "found":
      throw new Error("Only queries find values.");
  }
}
