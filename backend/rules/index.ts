/** The languages of Firebase's security rules, for the constructs that the files in firebase/ use. */
export { compileDatabaseRules } from "./compile-database-rules.ts";
export { compileFirestoreRules, compileStorageRules } from "./compile-service-rules.ts";
export { RulesError } from "./errors.ts";
export type {
  DatabaseIndexNode,
  DatabasePath,
  DatabaseRules,
  DatabaseValue,
  TreeView,
} from "./database-types.ts";
export type {
  FirestoreRules,
  Lookups,
  RulesAuth,
  RulesDocument,
  RulesFile,
  RulesSource,
  ServiceMethod,
  StorageRules,
} from "./types.ts";
