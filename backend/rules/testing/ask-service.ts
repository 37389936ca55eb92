/** Asks one condition of Firestore or Storage rules about one update. */
import { compileFirestoreRules, compileStorageRules } from "../index.ts";
import type { Lookups, RulesAuth, RulesFile } from "../types.ts";
import { documentOf, lookupsIn, nowMs, signedIn } from "./trees.ts";

export type Asked = {
  service?: "firestore" | "storage";
  auth?: RulesAuth;
  nowMs?: number;
  /** Of the stored document. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown>;
  /** The stored file. */
  file?: RulesFile | null;
  lookups?: Lookups;
  functions?: string;
};

export const someFile: RulesFile = {
  name: "one",
  bucket: "main",
  size: 5,
  contentType: "image/png",
  metadata: { owner: "me" },
};

/** Whether it grants, and the warnings of its rules. */
export function ask(
  condition: string,
  asked: Asked = {},
): { grants: boolean; warnings: readonly string[] } {
  const { service = "firestore", functions = "" } = asked;
  const auth = asked.auth === undefined ? signedIn("me") : asked.auth;
  const lookups = asked.lookups ?? lookupsIn({});
  const request = { method: "update", auth, nowMs: asked.nowMs ?? nowMs } as const;
  const body = `${functions}\nallow update: if\n${condition};`;
  const head = `rules_version = '2'; service`;
  if (service === "storage") {
    const text = `${head} firebase.storage { match /b/{bucket}/o/{name} {\n${body} } }`;
    const rules = compileStorageRules({ file: "f", text });
    const { file = someFile } = asked;
    const grants = rules.allows(
      {
        ...request,
        bucket: "main",
        name: "one",
        resource: file,
        newResource: { ...someFile, size: 6 },
      },
      lookups,
    );
    return { grants, warnings: rules.warnings };
  }
  const text = `${head} cloud.firestore { match /databases/{database}/documents/things/{name} {\n${body} } }`;
  const rules = compileFirestoreRules({ file: "f", text });
  const { before = {}, after = {} } = asked;
  const path = "things/one";
  const resource = before === null ? null : documentOf(path, before);
  const grants = rules.allows(
    { ...request, path, resource, newResource: documentOf(path, after) },
    lookups,
  );
  return { grants, warnings: rules.warnings };
}

/** `none`: it has no value, so that neither it nor its opposite grants, and something else may. */
export function outcomeOf(condition: string, asked: Asked = {}): "true" | "false" | "none" | "odd" {
  const isTrue = ask(condition, asked).grants;
  const isFalse = ask(`!(\n${condition})`, asked).grants;
  const isAbsorbed = ask(`(${condition}) || true`, asked).grants;
  if (!isAbsorbed || (isTrue && isFalse)) return "odd";
  return isTrue ? "true" : isFalse ? "false" : "none";
}
