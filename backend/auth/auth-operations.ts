/** What this room runs inside the store threads. */
import type { OperationModule } from "../sqlite/index.ts";
import { accountOperations } from "./accounts/account-operations.ts";
import { serviceAccountOperations } from "./service-accounts/service-account-store.ts";
import { sessionOperations } from "./sessions/session-operations.ts";
import { signingKeyOperations } from "./tokens/signing-key-store.ts";

export const room = "auth";

export const migrations = [
  new URL("./migrations/0001-accounts.sql", import.meta.url),
  new URL("./migrations/0002-sign-in.sql", import.meta.url),
];

export const operations = {
  ...accountOperations,
  ...sessionOperations,
  ...serviceAccountOperations,
  ...signingKeyOperations,
} satisfies OperationModule["operations"];

export type AuthOperations = typeof operations;
