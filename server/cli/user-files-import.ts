/**
 * Users of a file as accounts, in requests of some hundred. The backend judges the whole file before the first of them
 * is made, by requests that it undoes.
 */
import type { FileHandle } from "node:fs/promises";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { AccountsCall } from "../backend-port/accounts-client-call.ts";
import { readCsvUsers } from "./user-files-csv.ts";
import { type FileUser, type JsonObject, readJsonUsers } from "./user-files-json.ts";
import { withRolesOfRecord } from "./user-files-roles.ts";

export type ImportOptions = {
  /** Else it is JSON. */
  isCsv: boolean;
  /** How the passwords were hashed, with the names of `batchCreate`; it goes before what the file says. */
  hashConfig: JsonObject | undefined;
  overwrite: boolean;
  withoutSecondFactors: boolean;
};

export type ImportCounts = {
  users: number;
  /** They had an account before and keep it as it is. */
  kept: number;
  /** Of those who are imported. */
  withoutSecondFactor: number;
};

type Entry = { line: number; user: JsonObject; config: JsonObject };
type OnFault = (line: number, message: string) => void;

const maxUsers = 500;
const maxChars = 1_000_000;
const maxFaults = 20;
/** As Identity Toolkit says it. */
const isKept = /^localId belongs to an existing account/;
const hashNames =
  "hashAlgorithm signerKey saltSeparator rounds memoryCost cpuMemCost parallelization blockSize dkLen argon2Parameters";
const userNames =
  "localId email emailVerified emailLinkSignin passwordHash salt displayName photoUrl createdAt lastLoginAt " +
  "providerUserInfo phoneNumber disabled customAttributes";
/** What a download has besides; it is told by the rest, or begins anew. */
const ignoredNames = "kind version validSince lastRefreshAt passwordUpdatedAt";

/** @throws Error with a line for each fault; then nothing was changed. */
export async function checkUsers(
  call: AccountsCall,
  file: FileHandle,
  options: ImportOptions,
): Promise<ImportCounts> {
  const faults: { line: number; message: string }[] = [];
  const onFault: OnFault = (line, message) => void faults.push({ line, message });
  const counts: ImportCounts = { users: 0, kept: 0, withoutSecondFactor: 0 };
  const seen = new Map<string, number>();
  for await (const batch of batchesOf(file, options, onFault)) {
    const fresh = batch.filter(({ user, line }) => requireFirst(seen, user, line, onFault));
    const kept = await send(call, fresh, { ...options, validateOnly: true }, onFault);
    const lost = fresh.filter((entry) => !kept.has(entry) && hasSecondFactor(entry.user));
    counts.users += fresh.length;
    counts.kept += kept.size;
    counts.withoutSecondFactor += lost.length;
    if (faults.length >= maxFaults) break;
  }
  if (faults.length === 0) return counts;
  faults.sort((a, b) => a.line - b.line);
  const lines = faults.slice(0, maxFaults).map(({ line, message }) => `Line ${line}: ${message}`);
  if (faults.length >= maxFaults) lines.push("There may be more.");
  throw new Error(["Nothing was changed.", ...lines].join("\n"));
}

/**
 * Returns how many came with less claims than the file has: see user-files-roles.ts.
 * @param onWritten is told how many users are done so far. @throws Error which says how far it came.
 */
export async function importUsers(
  { call, database }: { call: AccountsCall; database: Pick<ServerBackend, "getValue"> },
  file: FileHandle,
  options: ImportOptions,
  onWritten: (users: number) => void,
): Promise<number> {
  let written = 0;
  let withLess = 0;
  const refuse: OnFault = (line, message) => {
    throw new Error(`Line ${line}: ${message}`);
  };
  try {
    for await (const batch of batchesOf(file, options, refuse)) {
      const fitted = await Promise.all(
        batch.map(async (entry) => ({
          ...entry,
          ...(await withRolesOfRecord(database, entry.user)),
        })),
      );
      const kept = await send(call, fitted, { ...options, validateOnly: false }, refuse);
      withLess += fitted.filter((entry) => entry.isLess && !kept.has(entry)).length;
      written += batch.length;
      onWritten(written);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${message}\nThe import is not complete: ${written} users are done. Run it again.`,
      { cause: error },
    );
  }
  return withLess;
}

/** Returns those who had an account before and keep it. */
async function send(
  call: AccountsCall,
  batch: readonly Entry[],
  options: ImportOptions & { validateOnly: boolean },
  onFault: OnFault,
): Promise<ReadonlySet<Entry>> {
  const kept = new Set<Entry>();
  if (batch.length === 0) return kept;
  const { error = [] } = await call<{ error?: { index: number; message: string }[] }>(
    "accounts:batchCreate",
    {
      ...batch[0]?.config,
      users: batch.map(({ user }) => pick(user, userNames)),
      allowOverwrite: options.overwrite,
      validateOnly: options.validateOnly,
    },
  );
  for (const { index, message } of error) {
    const entry = batch[index];
    if (entry !== undefined && isKept.test(message)) kept.add(entry);
    else onFault(entry?.line ?? 0, `${nameOf(entry?.user ?? {})}: ${message}`);
  }
  return kept;
}

/** Each of passwords that were hashed in one way. */
async function* batchesOf(
  file: FileHandle,
  options: ImportOptions,
  onFault: OnFault,
): AsyncIterable<Entry[]> {
  let batch: Entry[] = [];
  let chars = 0;
  for await (const found of options.isCsv ? readCsvUsers(file) : readJsonUsers(file)) {
    const entry = toEntry(found, options, onFault);
    if (entry === undefined) continue;
    const size = JSON.stringify(entry.user).length;
    const isOther = JSON.stringify(entry.config) !== JSON.stringify(batch[0]?.config);
    if (batch.length === maxUsers || chars + size > maxChars || (batch.length > 0 && isOther)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(entry);
    chars += size;
  }
  if (batch.length > 0) yield batch;
}

function toEntry(
  { line, user, head }: FileUser,
  { hashConfig, withoutSecondFactors }: ImportOptions,
  onFault: OnFault,
): Entry | undefined {
  const { lastSignedInAt, hashConfig: ownConfig, ...rest } = user;
  const known = `${userNames} ${ignoredNames} mfaInfo`.split(" ");
  const unknown = Object.keys(rest).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    onFault(line, `${nameOf(user)}: "${unknown}" is not known.`);
    return undefined;
  }
  if (hasSecondFactor(user) && !withoutSecondFactors) {
    onFault(
      line,
      `${nameOf(user)} has a second factor, which cannot be moved; --without-second-factors leaves it behind.`,
    );
    return undefined;
  }
  const named = lastSignedInAt === undefined ? rest : { ...rest, lastLoginAt: lastSignedInAt };
  const config = (ownConfig as JsonObject | undefined) ?? hashConfig ?? head;
  return { line, user: named, config: pick(config, hashNames) };
}

/** Twice in one file it is a slip, even where the backend would let the last one win. */
function requireFirst(
  seen: Map<string, number>,
  user: JsonObject,
  line: number,
  onFault: OnFault,
): boolean {
  const names = ["localId", "email", "phoneNumber"].flatMap((name) => {
    const value = user[name];
    return typeof value === "string" && value !== ""
      ? [`${name} ${name === "email" ? value.toLowerCase() : value}`]
      : [];
  });
  const double = names.find((name) => seen.has(name));
  for (const name of names) if (!seen.has(name)) seen.set(name, line);
  if (double === undefined) return true;
  onFault(line, `${nameOf(user)}: ${double} is in line ${seen.get(double)} already.`);
  return false;
}

function hasSecondFactor({ mfaInfo }: JsonObject): boolean {
  return Array.isArray(mfaInfo) && mfaInfo.length > 0;
}

function pick(from: JsonObject, names: string): JsonObject {
  const wanted = names.split(" ").filter((name) => Object.hasOwn(from, name));
  return Object.fromEntries(wanted.map((name) => [name, from[name]]));
}

function nameOf({ localId, email }: JsonObject): string {
  const name = [localId, email].find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name.slice(0, 128) : "A user without a localId";
}
