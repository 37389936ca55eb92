/** The languages of Firebase's security rules. */
export { compileDatabaseRules } from "./database/compile-rules.ts";
export { compileFirestoreRules, compileStorageRules } from "./service/compile-rules.ts";
export { RulesError } from "./errors.ts";
export type { CaseCheck, CaseSuite, SuiteResult } from "./cases/run-cases.ts";
export type {
  DatabaseIndexNode,
  DatabasePath,
  DatabaseQuery,
  DatabaseRules,
  DatabaseValue,
  TreeView,
} from "./database/types.ts";
export type {
  FirestoreRules,
  Lookups,
  RulesAuth,
  RulesCondition,
  RulesDocument,
  RulesFile,
  RulesQuery,
  RulesSource,
  ServiceMethod,
  StorageRules,
} from "./types.ts";

/** Apart from the rest: threads that only ask rules need none of it. */
export const loadCases = () => import("./cases/run-cases.ts");
