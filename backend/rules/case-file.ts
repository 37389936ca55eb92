/** Cases of security rules as data: who asks what, and whether the rules are to allow it. docs/rules.md has the format. */
import * as z from "zod";

/** Everything that is wrong with a file, each with its place in it. */
export class CaseFileError extends Error {
  override readonly name = "CaseFileError";
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

// Not z.record(), which leaves out `__proto__`: to rules it is a key like any other.
const object = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "Expected an object.",
);
const anything = z.custom<unknown>((value) => value !== undefined, "Is missing.");
const instant = z.iso.datetime().transform((text) => Date.parse(text));
const count = z.int().min(0);

const caller = z.strictObject({ uid: z.string().min(1), token: object.optional() }).nullable();
const callerNames = z.union(
  [z.literal("*"), z.array(z.string()).min(1)],
  'Expected "*" or a list of callers.',
);
const ids = z.string().regex(/^[^/]+(?:\/[^/]+)*$/, "Expected a path such as a/b.");

const everyCase = {
  /** A sentence. */
  name: z.string().min(1),
  allow: callerNames.optional(),
  deny: callerNames.optional(),
};
const everyFile = {
  rules: z.string().min(1),
  now: instant.default(Date.parse("2026-01-01T00:00:00.000Z")),
  callers: z
    .record(z.string(), caller)
    .refine((callers) => Object.keys(callers).length > 0, "Name a caller."),
};

const bound = z.union([z.boolean(), z.number(), z.string(), z.null()]).default(null);
const databaseQuery = z.strictObject({
  orderBy: z
    .union([z.enum(["key", "value", "priority"]), z.strictObject({ child: ids })])
    .default("priority"),
  startAt: bound,
  endAt: bound,
  equalTo: bound,
  limitToFirst: count.nullable().default(null),
  limitToLast: count.nullable().default(null),
});
const everyDatabaseCase = { ...everyCase, path: z.string(), before: anything.optional() };
const databaseCase = z.discriminatedUnion("method", [
  z.strictObject({
    ...everyDatabaseCase,
    method: z.literal("read"),
    query: databaseQuery.optional(),
  }),
  z.strictObject({ ...everyDatabaseCase, method: z.literal("set"), data: anything }),
  z.strictObject({ ...everyDatabaseCase, method: z.literal("update"), data: object }),
]);

const firestoreQuery = z.strictObject({
  where: z.array(anything).optional(),
  orderBy: z
    .array(z.union([z.string(), z.tuple([z.string(), z.enum(["asc", "desc"])])]))
    .optional(),
  limit: count.optional(),
  offset: count.optional(),
  group: z.boolean().optional(),
});
const create = { method: z.literal("create"), path: ids, data: object };
const update = {
  method: z.literal("update"),
  path: ids,
  data: object.optional(),
  change: object.optional(),
};
const erase = { method: z.literal("delete"), path: ids };
const batch = z
  .array(
    z.discriminatedUnion("method", [
      z.strictObject(create),
      z.strictObject(update),
      z.strictObject(erase),
    ]),
  )
  .optional();
const everyDocumentCase = { ...everyCase, before: object.nullable().optional() };
const firestoreCase = z.discriminatedUnion("method", [
  z.strictObject({ ...everyDocumentCase, method: z.literal("get"), path: ids }),
  z.strictObject({
    ...everyCase,
    method: z.literal("list"),
    path: ids,
    query: firestoreQuery.optional(),
  }),
  z.strictObject({ ...everyDocumentCase, ...create, with: batch }),
  z.strictObject({ ...everyDocumentCase, ...update, with: batch }),
  z.strictObject({ ...everyDocumentCase, ...erase, with: batch }),
]);

const text = z.string().exactOptional();
const writtenFile = z.strictObject({
  size: count.default(0),
  contentType: z.string().nullable().default(null),
  metadata: z.record(z.string(), z.string()).default({}),
  /** An upload is judged before it is known. */
  md5Hash: text,
  contentDisposition: text,
  contentEncoding: text,
  contentLanguage: text,
});
const storedFile = writtenFile.extend({
  generation: count.exactOptional(),
  metageneration: count.exactOptional(),
  timeCreated: instant.exactOptional(),
  updated: instant.exactOptional(),
  etag: text,
});
const everyFileCase = { ...everyCase, path: z.string(), before: storedFile.nullable().optional() };
const storageCase = z.discriminatedUnion("method", [
  z.strictObject({ ...everyFileCase, method: z.enum(["get", "delete"]) }),
  z.strictObject({ ...everyCase, path: z.string(), method: z.literal("list") }),
  z.strictObject({ ...everyFileCase, method: z.enum(["create", "update"]), data: writtenFile }),
]);

const caseFile = z.discriminatedUnion("service", [
  z.strictObject({
    service: z.literal("database"),
    ...everyFile,
    data: anything.optional(),
    cases: z.array(databaseCase),
  }),
  z.strictObject({
    service: z.literal("firestore"),
    ...everyFile,
    data: z.record(ids, object).optional(),
    cases: z.array(firestoreCase),
  }),
  z.strictObject({
    service: z.literal("storage"),
    ...everyFile,
    data: z.record(z.string(), storedFile).optional(),
    documents: z.record(ids, object).optional(),
    cases: z.array(storageCase),
  }),
]);

/** `file` is named in results. */
export type CaseFile = z.infer<typeof caseFile> & { file: string };
export type DatabaseCase = z.infer<typeof databaseCase>;
export type DatabaseCases = Extract<CaseFile, { service: "database" }>;
export type FirestoreCase = z.infer<typeof firestoreCase>;
export type FirestoreCases = Extract<CaseFile, { service: "firestore" }>;
export type FirestoreCaseQuery = z.infer<typeof firestoreQuery>;
export type StorageCase = z.infer<typeof storageCase>;
export type StorageCases = Extract<CaseFile, { service: "storage" }>;
export type StorageCaseFile = z.infer<typeof storedFile>;

/** @throws CaseFileError */
export function parseCaseFile(source: { file: string; text: string }): CaseFile {
  const json = parseJson(source);
  const parsed = caseFile.safeParse(json);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `${source.file}: ${formatPlace(json, path)}${message}`,
    );
    throw new CaseFileError(faults);
  }
  return { ...parsed.data, file: source.file };
}

function parseJson({ file, text }: { file: string; text: string }): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CaseFileError([`${file}: This is not JSON: ${(error as SyntaxError).message}.`]);
  }
}

/** Of `cases[3].query.limit: `, where there is one, the case's name too. */
function formatPlace(json: unknown, path: readonly PropertyKey[]): string {
  if (path.length === 0) return "";
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  const [list, index] = path;
  const name =
    list === "cases" && typeof index === "number"
      ? (json as { cases: ({ name?: unknown } | null)[] }).cases[index]?.name
      : undefined;
  const named = typeof name === "string" ? ` "${name}"` : "";
  return `${place.join("").slice(1)}${named}: `;
}
