/** Rules of Firestore and Storage: https://firebase.google.com/docs/rules/rules-language. */
import { rulesError } from "../errors.ts";
import type { RulesObserver } from "../observer.ts";
import { parseService } from "./parse-service.ts";
import { type RequestPath, unknownSegment, unknownSegments } from "./path-pattern.ts";
import { type Budget, shareLookups } from "./budget.ts";
import { compileMatches, isAllowed } from "./matches.ts";
import type { ServiceNames } from "./names.ts";
import { documentResource, fileResource, foundResource, requestMap } from "./request.ts";
import type {
  FirestoreRequest,
  FirestoreRules,
  Lookups,
  RulesSource,
  StorageRules,
} from "../types.ts";

// As in production: https://firebase.google.com/docs/firestore/quotas#security_rules
const firestoreLookups = { access: 10, request: 20 };
const storageLookups = { access: 2, request: 2 };

const requestProperties = ["auth", "method", "path", "resource", "time"];

const documentsPath = ["databases", "(default)", "documents"];

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileFirestoreRules(
  source: RulesSource,
  observer?: RulesObserver,
): FirestoreRules {
  const { warnings, names } = namesOf(source, observer, {
    service: "firestore",
    request: [...requestProperties, "query"],
    // The last two never have a value, as in production.
    resource: ["data", "id", "__name__"],
  });
  const file = parseService(source, "cloud.firestore");
  const matches = compileMatches(source, file, names);

  function open(lookups: Lookups): ReturnType<FirestoreRules["open"]> {
    const openBudget = shareLookups(lookups, firestoreLookups);
    return {
      allows: (request) =>
        request.method === "list"
          ? allowsList(request, openBudget())
          : allowsOne(request, openBudget()),
    };
  }

  function allowsOne(request: Exclude<FirestoreRequest, ListRequest>, budget: Budget): boolean {
    const { method, auth, nowMs } = request;
    const path = [...documentsPath, ...request.path.split("/")];
    const resource = request.resource === null ? null : documentResource(request.resource);
    const isWrite = request.method === "create" || request.method === "update";
    const written = isWrite ? documentResource(request.newResource) : null;
    const asked = requestMap({ auth, nowMs, method, path, resource: written, query: null });
    return isAllowed(matches, method, path, { request: asked, resource, budget });
  }

  /** Each alternative must be allowed, by whatever statement. */
  function allowsList(request: ListRequest, budget: Budget): boolean {
    const { method, auth, nowMs, query, allDescendants } = request;
    if (allDescendants && file.version === "1") return false;
    const below = request.path.split("/");
    const above: RequestPath = allDescendants
      ? [...documentsPath, unknownSegments, below.at(-1) as string]
      : [...documentsPath, ...below];
    const asked = requestMap({ auth, nowMs, method, path: null, resource: null, query });
    let allowed = false;
    let lastId: string | null | undefined;
    for (const { id, conditions } of query.alternatives) {
      const { resource, wasRead } = foundResource(conditions);
      // The alternative before had the same verdict, and that without a look at what is found.
      if (allowed && lastId === id) continue;
      budget.beginAlternative();
      const path: RequestPath = [...above, id ?? unknownSegment];
      if (!isAllowed(matches, method, path, { request: asked, resource, budget })) return false;
      allowed = true;
      lastId = wasRead() ? undefined : id;
    }
    return allowed;
  }

  return { warnings, open, allows: (request, lookups) => open(lookups).allows(request) };
}

type ListRequest = Extract<FirestoreRequest, { method: "list" }>;

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileStorageRules(source: RulesSource, observer?: RulesObserver): StorageRules {
  const { warnings, names } = namesOf(source, observer, {
    service: "storage",
    request: requestProperties,
    resource: fileProperties,
  });
  const parsed = parseService(source, "firebase.storage");
  const matches = compileMatches(source, parsed, names);

  return {
    warnings,
    allows(request, lookups) {
      const { method, auth, nowMs, bucket, name } = request;
      const below = name.split("/");
      const isList = method === "list";
      // In version 1 nobody can list, whatever `read` says.
      if (isList && parsed.version === "1") return false;
      const path: RequestPath = isList
        ? ["b", bucket, "o", ...prefixPath(below)]
        : ["b", bucket, "o", ...below];
      const { resource, newResource } = request;
      const asked = requestMap({
        auth,
        nowMs,
        method,
        path: isList ? null : ["b", bucket, "o", ...below],
        resource: newResource === null ? null : fileResource(newResource),
        query: null,
      });
      return isAllowed(matches, method, path, {
        request: asked,
        resource: resource === null ? null : fileResource(resource),
        budget: shareLookups(lookups, storageLookups)(),
      });
    },
  };
}

const fileProperties = [
  "name",
  "bucket",
  "size",
  "contentType",
  "metadata",
  "generation",
  "metageneration",
  "timeCreated",
  "updated",
  "md5Hash",
  "crc32c",
  "etag",
  "contentDisposition",
  "contentEncoding",
  "contentLanguage",
];

/** What the language can name, and the warnings that are found while it is compiled. */
function namesOf(
  source: RulesSource,
  observer: RulesObserver | undefined,
  known: Pick<ServiceNames, "service" | "request" | "resource">,
): { warnings: string[]; names: ServiceNames } {
  const warnings: string[] = [];
  const names = {
    ...known,
    observer,
    fail: (message: string, offset: number) => rulesError(source, offset, message),
    warn: (message: string, offset: number) =>
      void warnings.push(rulesError(source, offset, message).message),
  };
  return { warnings, names };
}

/** The prefix `users/a` also lists what is below `users/alice/`. */
function prefixPath(segments: readonly string[]): RequestPath {
  const folders = segments.slice(0, -1);
  return segments.at(-1) === "" ? folders : [...folders, unknownSegments];
}
