/** Rules of Firestore and Storage, version 2: https://firebase.google.com/docs/rules/rules-language. */
import { rulesError } from "./errors.ts";
import type { RulesObserver } from "./observer.ts";
import { parseService } from "./parse-service.ts";
import { type RequestPath, unknownSegment, unknownSegments } from "./path-pattern.ts";
import { compileMatches, isAllowed } from "./service-matches.ts";
import { documentResource, fileResource, foundResource, requestMap } from "./service-request.ts";
import { createBudget } from "./service-run.ts";
import type { FirestoreRules, RulesSource, StorageRules } from "./types.ts";

// As in production; a write of several documents may look at more there, here every write counts for itself.
const firestoreLookupLimit = 10;
const storageLookupLimit = 3;

const requestProperties = ["auth", "method", "path", "resource", "time"];

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileFirestoreRules(
  source: RulesSource,
  observer?: RulesObserver,
): FirestoreRules {
  const names = {
    service: "firestore",
    request: [...requestProperties, "query"],
    // The last two never have a value, as in production.
    resource: ["data", "id", "__name__"],
    fail: (message: string, offset: number) => rulesError(source, offset, message),
    observer,
  } as const;
  const file = parseService(source, "cloud.firestore");
  const matches = compileMatches(source, file, names);

  return {
    allows(request, lookups) {
      const budget = createBudget(lookups, firestoreLookupLimit);
      const { method, auth, nowMs } = request;
      const below = request.path.split("/");
      const top = ["databases", "(default)", "documents"];
      if (method === "list") {
        const path: RequestPath = request.allDescendants
          ? [...top, unknownSegments, below.at(-1) ?? "", unknownSegment]
          : [...top, ...below, unknownSegment];
        const { query } = request;
        const asked = requestMap({ auth, nowMs, method, path: null, resource: null, query });
        const resource = foundResource(query);
        return isAllowed(matches, method, path, { request: asked, resource, budget });
      }
      const path = [...top, ...below];
      const resource = request.resource === null ? null : documentResource(request.resource);
      const isWrite = request.method === "create" || request.method === "update";
      const written = isWrite ? documentResource(request.newResource) : null;
      const asked = requestMap({ auth, nowMs, method, path, resource: written, query: null });
      return isAllowed(matches, method, path, { request: asked, resource, budget });
    },
  };
}

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileStorageRules(source: RulesSource, observer?: RulesObserver): StorageRules {
  const file = [
    "name",
    "bucket",
    "size",
    "contentType",
    "metadata",
    "generation",
    "metageneration",
    "timeCreated",
    "updated",
  ];
  const names = {
    service: "storage",
    request: requestProperties,
    resource: file,
    fail: (message: string, offset: number) => rulesError(source, offset, message),
    observer,
  } as const;
  const parsed = parseService(source, "firebase.storage");
  const matches = compileMatches(source, parsed, names);

  return {
    allows(request, lookups) {
      const { method, auth, nowMs, bucket, name } = request;
      const below = name.split("/");
      const isList = method === "list";
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
        budget: createBudget(lookups, storageLookupLimit),
      });
    },
  };
}

/** The prefix `users/a` also lists what is below `users/alice/`. */
function prefixPath(segments: readonly string[]): RequestPath {
  const folders = segments.slice(0, -1);
  return segments.at(-1) === "" ? folders : [...folders, unknownSegments];
}
