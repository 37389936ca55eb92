/** The languages of Firebase's security rules, for the constructs that the files in firebase/ use. */
export { compileDatabaseRules } from "./compile-database-rules.ts";
export { compileFirestoreRules, compileStorageRules } from "./compile-service-rules.ts";
export { RulesError } from "./errors.ts";
export type {
  DatabaseIndexNode,
  DatabasePath,
  DatabaseRules,
  DatabaseValue,
  FirestoreRules,
  Lookups,
  RulesAuth,
  RulesDocument,
  RulesFile,
  RulesSource,
  ServiceMethod,
  StorageRules,
  TreeView,
} from "./types.ts";
