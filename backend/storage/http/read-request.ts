/** What an address says, and where everything untrusted in it ends. Each throws OperationError. */
import { invalidArgument, notFound } from "../errors.ts";
import type { TokenChange } from "../objects/download-tokens.ts";
import { checkObjectName } from "../objects/object-name.ts";
import { type GenerationConditions, conditionNames } from "../objects/precondition.ts";

const MAX_RESULTS = 1000;
/** Of base64url; a name has at most 1024 bytes. */
const MAX_PAGE_TOKEN_CHARACTERS = 1400;
const MAX_UID_CHARACTERS = 128;

export type ListRequest = {
  prefix: string;
  isRecursive: boolean;
  fromName: string | null;
  maxResults: number;
};

/** In the bucket, `uid` empty is the whole site. */
type Target = { object: string } | { list: true } | { usageOf: string };

export function readTarget(bucket: string, pathname: string): Target {
  const [inBucket = "", kind, encoded, ...more] = pathname.replace(/^\/v0\/b\//, "").split("/");
  const isKind = kind === "o" || kind === "usage";
  if (!pathname.startsWith("/v0/b/") || decode(inBucket) !== bucket || !isKind) {
    throw notFound(`This server has the bucket ${bucket} only.`);
  }
  if (more.length > 0) {
    throw invalidArgument(
      "An object's name is one segment of the address, its slashes written as %2F.",
    );
  }
  if (kind === "usage") return { usageOf: readUid(encoded) };
  if (encoded === undefined) return { list: true };
  const object = decode(encoded);
  checkObjectName(object);
  return { object };
}

function readUid(encoded: string | undefined): string {
  if (encoded === undefined) return "";
  const uid = decode(encoded);
  // oxlint-disable-next-line no-control-regex
  if (uid === "" || uid.length > MAX_UID_CHARACTERS || /[\0-\x1f\x7f]/.test(uid)) {
    throw invalidArgument("The address has no valid uid.");
  }
  return uid;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidArgument("The address is not well encoded.");
  }
}

export function lengthOf(request: Request): number | null {
  const length = request.headers.get("content-length");
  return length === null || !/^\d{1,15}$/.test(length) ? null : Number(length);
}

export function readConditions(query: URLSearchParams): GenerationConditions | null {
  const conditions: GenerationConditions = {};
  for (const name of conditionNames) {
    const text = query.get(name);
    if (text === null) continue;
    if (!/^\d{1,16}$/.test(text)) throw invalidArgument(`${name} must be a whole number.`);
    conditions[name] = Number(text);
  }
  return Object.keys(conditions).length === 0 ? null : conditions;
}

/** Undefined when the address asks for no copy. */
export function readCopy(
  query: URLSearchParams,
): { from: string; owner: string; limitBytes: number | null } | undefined {
  const from = query.get("copyOf");
  if (from === null) return undefined;
  checkObjectName(from);
  const limit = query.get("limit");
  if (limit !== null && !/^\d{1,15}$/.test(limit)) {
    throw invalidArgument("limit must be a whole number of bytes.");
  }
  const limitBytes = limit === null ? null : Number(limit);
  return { from, owner: readUid(query.get("owner") ?? undefined), limitBytes };
}

/** Undefined when the address asks for no change of download tokens. */
export function readTokenChange(query: URLSearchParams): TokenChange | undefined {
  const create = query.get("create_token");
  const remove = query.get("delete_token");
  if (create === null && remove === null) return undefined;
  if (create !== null && remove !== null) {
    throw invalidArgument("One request makes a token or takes one back, not both.");
  }
  if (remove !== null) return remove === "*" ? "remove all" : { remove };
  if (create !== "true") throw invalidArgument("create_token must be true.");
  return "create";
}

export function readList(query: URLSearchParams): ListRequest {
  const prefix = query.get("prefix") ?? "";
  // The rules are asked about a folder: `users/me` would also be the beginning of `users/me-too/`.
  if (prefix !== "" && !prefix.endsWith("/")) {
    throw invalidArgument("prefix must be empty or end with a slash.");
  }
  if (prefix !== "") checkObjectName(prefix);
  const delimiter = query.get("delimiter") ?? "";
  if (delimiter !== "" && delimiter !== "/") throw invalidArgument("delimiter must be a slash.");
  const maxResults = query.get("maxResults") ?? String(MAX_RESULTS);
  if (!/^\d{1,9}$/.test(maxResults) || Number(maxResults) === 0) {
    throw invalidArgument("maxResults must be a positive whole number.");
  }
  return {
    prefix,
    isRecursive: delimiter === "",
    fromName: readPageToken(query.get("pageToken") ?? "", prefix),
    maxResults: Math.min(Number(maxResults), MAX_RESULTS),
  };
}

/** Where the page begins. It may be made up: nothing before the folder, and never more than the rules let see. */
function readPageToken(token: string, prefix: string): string | null {
  if (token === "") return null;
  const isOurs = token.length <= MAX_PAGE_TOKEN_CHARACTERS && /^[\w-]+$/.test(token);
  const name = isOurs ? Buffer.from(token, "base64url").toString("utf8") : "";
  if (name === "" || !name.startsWith(prefix)) {
    throw invalidArgument("pageToken is none of this list.");
  }
  return name;
}

export function formatPageToken(nextName: string): string {
  return Buffer.from(nextName).toString("base64url");
}
