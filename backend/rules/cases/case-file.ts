/** Cases of security rules as data: who asks what, and whether the rules are to allow it. docs/rules.md has the format. */
import * as z from "zod";
import { lineAndColumn } from "../errors.ts";

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
  { error: ({ input }) => explainMissing({ input }) ?? "Expected an object." },
);
const anything = z.custom<unknown>((value) => value !== undefined);
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

const bound = z
  .union(
    [z.boolean(), z.number(), z.string(), z.null()],
    "Expected a text, a number, true, false or null.",
  )
  .default(null);
const limit = z.int().min(1).nullable().default(null);
/** As the server and the SDK take it. */
const databaseQuery = z
  .strictObject({
    orderBy: z
      .union(
        [z.enum(["key", "value", "priority"]), z.strictObject({ child: ids })],
        'Expected "key", "value", "priority" or {"child": "a/b"}.',
      )
      .default("priority"),
    startAt: bound,
    endAt: bound,
    equalTo: bound,
    limitToFirst: limit,
    limitToLast: limit,
  })
  .refine(
    ({ orderBy, startAt, endAt, equalTo }) =>
      orderBy !== "key" ||
      [startAt, endAt, equalTo].every((one) => one === null || typeof one === "string"),
    "A bound of a query by key is a text.",
  )
  .refine(
    ({ startAt, endAt, equalTo }) => equalTo === null || (startAt === null && endAt === null),
    "It has either equalTo or other bounds.",
  )
  .refine(
    ({ limitToFirst, limitToLast }) => limitToFirst === null || limitToLast === null,
    "It has one limit.",
  );
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
    .array(
      z.union(
        [z.string(), z.tuple([z.string(), z.enum(["asc", "desc"])])],
        'Expected a field or [field, "asc" or "desc"].',
      ),
    )
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
const createdFile = z.strictObject({
  size: count.default(0),
  /** The server's for what comes without one. */
  contentType: z.string().default("application/octet-stream"),
  metadata: z.record(z.string(), z.string()).default({}),
  contentDisposition: text,
  contentEncoding: text,
  contentLanguage: text,
});
const updatedFile = createdFile.extend({
  contentType: z.string().nullable().default(null),
  /** An upload is judged before it is known. */
  md5Hash: text,
});
const storedFile = updatedFile.extend({
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
  z.strictObject({ ...everyFileCase, method: z.literal("create"), data: createdFile }),
  z.strictObject({ ...everyFileCase, method: z.literal("update"), data: updatedFile }),
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
  const parsed = caseFile.safeParse(json, { error: explainMissing });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `${source.file}: ${formatPlace(json, path)}${message}`,
    );
    throw new CaseFileError(faults);
  }
  return { ...parsed.data, file: source.file };
}

function explainMissing({ input }: { input?: unknown }): string | undefined {
  return input === undefined ? "Is missing." : undefined;
}

function parseJson({ file, text }: { file: string; text: string }): unknown {
  const json = parse();
  const faults = repeatedKeys(text).map(
    ({ key, offset }) =>
      `${file}:${lineAndColumn(text, offset)}: ${key} is here twice: join the two.`,
  );
  if (faults.length > 0) throw new CaseFileError(faults);
  return json;

  function parse(): unknown {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new CaseFileError([`${file}: This is not JSON: ${(error as SyntaxError).message}.`]);
    }
  }
}

/** Of the same object, of which JSON.parse() keeps the last: a check would be gone. @param text JSON */
function repeatedKeys(text: string): { key: string; offset: number }[] {
  const repeated: { key: string; offset: number }[] = [];
  const open: Set<unknown>[] = [];
  for (const { 0: token, 1: key, index: offset } of text.matchAll(
    /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g,
  )) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (key !== undefined) {
      const keys = open.at(-1) as Set<unknown>;
      const name: unknown = JSON.parse(key);
      if (keys.has(name)) repeated.push({ key, offset });
      keys.add(name);
    }
  }
  return repeated;
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
