/** What the address of a request says: the resource, the verb and the parameters. */
import { invalidArgument, notFound, unimplemented } from "./errors.ts";
import type { DatabaseName } from "./resource-name.ts";

/** `path`: what is behind …/documents/, "" for that itself. */
export type Target = { path: string };

/** Parameters of all Google's APIs that change nothing here. */
const IGNORED = ["key", "prettyPrint", "quotaUser", "$.xgafv", "$prettyPrint", "uploadType"];
const UNSUPPORTED = ["readTime", "fields", "$fields", "callback", "access_token", "oauth_token"];

/** The verb of a POST: `…:commit`. */
export function verbOf({ method, url }: Request): string | undefined {
  return method === "POST" ? /:([A-Za-z]+)$/.exec(new URL(url).pathname)?.[1] : undefined;
}

/** @throws OperationError NOT_FOUND for what is not in this database. */
export function readTarget(database: DatabaseName, request: Request): Target {
  const { pathname } = new URL(request.url);
  const verb = verbOf(request);
  const whole = verb === undefined ? pathname : pathname.slice(0, -verb.length - 1);
  const [version, ...name] = whole.slice(1).split("/").map(decodeSegment);
  const root = name.slice(0, 5).join("/");
  if (version !== "v1" || name.length < 5 || root !== database.prefix) {
    throw notFound(`This server has the documents below /v1/${database.prefix} only.`);
  }
  const inside = name.slice(5);
  if (inside.some((id) => id.includes("/")))
    throw invalidArgument("An id must not contain a slash.");
  return { path: inside.join("/") };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidArgument("The address is not well encoded.");
  }
}

export type Parameters = {
  /** Undefined when it is not given. */
  one(name: string): string | undefined;
  /** All of them; undefined when there is none. */
  all(name: string): string[] | undefined;
};

/** @throws OperationError for a parameter that is not among `names`. */
export function readParameters(request: Request, names: readonly string[]): Parameters {
  const given = new URL(request.url).searchParams;
  for (const [name, value] of given) {
    if (names.includes(name) || IGNORED.includes(name)) continue;
    if ((name === "alt" || name === "$alt") && /^json(?:;|$)/.test(value)) continue;
    if (UNSUPPORTED.includes(name) || name.endsWith("alt")) {
      throw unimplemented(`The parameter ${name} is not supported by this server.`);
    }
    throw invalidArgument(`Unknown parameter ${JSON.stringify(name.slice(0, 100))}.`);
  }
  return {
    one(name) {
      const values = given.getAll(name);
      if (values.length > 1) throw invalidArgument(`The parameter ${name} is given twice.`);
      return values[0];
    },
    all(name) {
      const values = given.getAll(name);
      return values.length === 0 ? undefined : values;
    },
  };
}
