/**
 * `accounts:batchCreate`: accounts with the hashes of their passwords, from elsewhere. What is wrong with one user is told
 * with its index, and the others are imported, as at Identity Toolkit. Passwords are not judged: only hashes come.
 */
import type { AdminCall } from "../http/admin-routes.ts";
import type { AuthContext } from "../auth-context.ts";
import type { Account } from "../accounts/account.ts";
import { type Body, readBoolean } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { OperationError } from "../../sqlite/index.ts";
import { actedBy } from "./acted-by.ts";
import { readHashConfig } from "./hash-config.ts";
import { type ImportError, type ImportOutcome, TRIED } from "./import-operation.ts";
import { ImportFault, readImportedAccount } from "./read-imported-account.ts";

const MAX_USERS = 1000;

/** `validateOnly`, which Google has not: answers the same and changes nothing. */
export async function adminBatchCreate(context: AuthContext, body: Body, call: AdminCall) {
  const users = readUsers(body);
  const nowMs = context.nowMs();
  const readHash = readHashConfig(body);
  if (readHash === undefined && users.some((user) => hasPassword(user))) {
    throw refusal("MISSING_HASH_ALGORITHM", "hashAlgorithm says how the hashes were made.");
  }
  const allowOverwrite = readBoolean(body, "allowOverwrite") ?? false;
  const errors: ImportError[] = [];
  const accounts: { index: number; account: Account }[] = [];
  for (const [index, user] of users.entries()) {
    try {
      accounts.push({ index, account: readImportedAccount(user, readHash, nowMs) });
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      errors.push({ index, message: error.message });
    }
  }
  requireNoDoubles(accounts, allowOverwrite, readBoolean(body, "sanityCheck") ?? false);
  const outcome = await write(context, {
    users: accounts,
    allowOverwrite,
    isTrial: readBoolean(body, "validateOnly") ?? false,
    by: actedBy(call),
    nowMs,
  });
  errors.push(...outcome.errors);
  errors.sort((a, b) => a.index - b.index);
  return {
    kind: "identitytoolkit#UploadAccountResponse",
    ...(errors.length > 0 && { error: errors }),
  };
}

function readUsers(body: Body): unknown[] {
  const users = body["users"];
  if (!Array.isArray(users) || users.length === 0) throw refusal("MISSING_USER_ACCOUNT");
  if (users.length > MAX_USERS) {
    throw refusal("INVALID_REQUEST", `A request may have ${MAX_USERS} users.`);
  }
  return users;
}

function hasPassword(user: unknown): boolean {
  const text = typeof user === "object" && user !== null ? (user as Body)["passwordHash"] : "";
  return typeof text === "string" && text !== "";
}

/** @throws DUPLICATE_LOCAL_ID, DUPLICATE_EMAIL, DUPLICATE_RAW_ID: of the whole request. */
function requireNoDoubles(
  users: readonly { account: Account }[],
  allowOverwrite: boolean,
  sanityCheck: boolean,
): void {
  const accounts = users.map(({ account }) => account);
  if (!allowOverwrite) {
    const uid = firstDouble(accounts.map((account) => account.uid));
    if (uid !== undefined) throw refusal("DUPLICATE_LOCAL_ID", uid);
  }
  if (!sanityCheck) return;
  const email = firstDouble(accounts.flatMap((account) => account.email ?? []));
  if (email !== undefined) throw refusal("DUPLICATE_EMAIL", email);
  const raw = firstDouble(
    accounts.flatMap(({ identities }) =>
      identities.map(({ providerId, rawId }) => `Provider id(${providerId}), Raw id(${rawId})`),
    ),
  );
  if (raw !== undefined) throw refusal("DUPLICATE_RAW_ID", raw);
}

function firstDouble(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

async function write(
  context: AuthContext,
  input: {
    users: { index: number; account: Account }[];
    allowOverwrite: boolean;
    isTrial: boolean;
    by: ReturnType<typeof actedBy>;
    nowMs: number;
  },
): Promise<ImportOutcome> {
  try {
    return await context.sqlite.write("auth.importAccounts", input);
  } catch (error) {
    if (error instanceof OperationError && error.code === TRIED) {
      return error.details as ImportOutcome;
    }
    throw error;
  }
}
