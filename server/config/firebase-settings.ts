/** What `FOYER_BACKEND=firebase` needs beside the other settings: two files of Firebase's, and who the owner is. */
import { createPrivateKey } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

/** Of a service account's key file, which has Google's form, the parts that we need. */
export type ServiceAccountKey = {
  client_email: string;
  /** PEM */
  private_key: string;
  private_key_id: string;
  token_uri: string;
};

/** For the browser's `initializeApp`, as Firebase's console prints them. Nothing in them is secret. */
export type WebOptions = {
  apiKey: string;
  projectId: string;
  appId: string;
  /** Origin of the Realtime Database. */
  databaseURL: string;
  storageBucket: string;
  authDomain?: string;
  messagingSenderId?: string;
  measurementId?: string;
};

export type FirebaseSettings = {
  key: ServiceAccountKey;
  options: WebOptions;
  /** Lower case; its account is the owner's once the address is verified. */
  ownerEmail: string | undefined;
};

const maxFileBytes = 100_000;
const needed = ["apiKey", "projectId", "appId", "databaseURL", "storageBucket"] as const;
const optional = ["authDomain", "messagingSenderId", "measurementId"] as const;
const googleToken = "https://oauth2.googleapis.com/token";
const databaseHost =
  /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)?\.(?:firebaseio\.com|firebasedatabase\.app)$/;

/** Thrown and taken in this file alone: one sentence about one setting. */
class Fault extends Error {}

/**
 * @param projectId as set; "" takes the one of the files.
 * @returns undefined when something is wrong: `faults` then says what.
 */
export function readFirebaseSettings(
  value: (name: string) => string,
  projectId: string,
  faults: string[],
): FirebaseSettings | undefined {
  const key = attempt(faults, () => readKey(value("FOYER_SERVICE_ACCOUNT")));
  const options = attempt(faults, () => readOptions(value("FOYER_FIREBASE_CONFIG")));
  const ownerEmail = attempt(faults, () => readOwnerEmail(value("FOYER_OWNER_EMAIL")));
  if (key === undefined || options === undefined || ownerEmail === undefined) return undefined;
  const project = projectId === "" ? options.projectId : projectId;
  for (const [name, found] of [
    ["FOYER_SERVICE_ACCOUNT", key.project_id],
    ["FOYER_FIREBASE_CONFIG", options.projectId],
  ]) {
    if (found !== project) {
      faults.push(`${name} is a file of the project "${found}", but the project is "${project}".`);
      return undefined;
    }
  }
  const { client_email, private_key, private_key_id, token_uri } = key;
  return {
    key: { client_email, private_key, private_key_id, token_uri },
    options,
    ownerEmail: ownerEmail === "" ? undefined : ownerEmail,
  };
}

function attempt<Read>(faults: string[], read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    faults.push(error.message);
    return undefined;
  }
}

function readKey(path: string): ServiceAccountKey & { project_id: string } {
  const name = "FOYER_SERVICE_ACCOUNT";
  const file = readJson(
    name,
    path,
    "it must be the path of a service account's key file, made in Firebase's console under Project settings, Service accounts.",
  );
  // Windows has no such modes.
  if (process.platform !== "win32" && (statSync(path).mode & 0o027) !== 0) {
    throw new Fault(
      `${name} names a file that others than its owner can read or change: run chmod 600 on it.`,
    );
  }
  if (file["type"] !== "service_account") {
    throw new Fault(`${name} names a file whose type is not "service_account".`);
  }
  const text = (field: string) => textOf(name, file, field);
  const key = {
    project_id: text("project_id"),
    client_email: text("client_email"),
    private_key: text("private_key"),
    private_key_id: text("private_key_id"),
    token_uri: text("token_uri"),
  };
  // What is signed with the key goes there.
  if (key.token_uri !== googleToken) {
    throw new Fault(`${name} names a file whose token_uri is not ${googleToken}.`);
  }
  if (!isRsaKey(key.private_key)) {
    throw new Fault(`${name} names a file whose private_key cannot be read as a private RSA key.`);
  }
  return key;
}

function readOptions(path: string): WebOptions {
  const name = "FOYER_FIREBASE_CONFIG";
  const file = readJson(
    name,
    path,
    "it must be the path of a JSON file with the web app's options: apiKey, projectId, appId, databaseURL and storageBucket.",
  );
  const options: Record<string, string> = {};
  for (const field of needed) options[field] = textOf(name, file, field);
  for (const field of optional) {
    if (file[field] !== undefined) options[field] = textOf(name, file, field);
  }
  const read = options as unknown as WebOptions;
  const databaseURL = read.databaseURL.replace(/\/$/, "");
  if (!databaseHost.test(databaseURL)) {
    throw new Fault(
      `${name} names a file whose databaseURL is not that of a Firebase database, such as https://example-default-rtdb.firebaseio.com.`,
    );
  }
  return { ...read, databaseURL };
}

function readOwnerEmail(text: string): string {
  if (text !== "" && !/^[^\s@]+@[^\s@]+$/.test(text)) {
    throw new Fault(`FOYER_OWNER_EMAIL is "${text}": it must be an e-mail address.`);
  }
  return text.toLowerCase();
}

function readJson(name: string, path: string, wanted: string): Record<string, unknown> {
  if (path === "") throw new Fault(`${name} is not set: ${wanted}`);
  let text: string;
  try {
    if (statSync(path).size > maxFileBytes) throw new Error("it is too long");
    text = readFileSync(path, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Fault(`${name} names a file that cannot be read (${why}): ${wanted}`);
  }
  // Whatever is wrong in it is not repeated: it may be the key.
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Fault(`${name} names a file that is not a JSON object: ${wanted}`);
  }
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by the caller, in words that name the setting.
    return undefined;
  }
}

function textOf(name: string, file: Record<string, unknown>, field: string): string {
  const text = file[field];
  if (typeof text !== "string" || text === "" || text.length > 10_000) {
    throw new Fault(`${name} names a file in which ${field} is missing or no text.`);
  }
  return text;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    // The reason would repeat parts of the key.
    return false;
  }
}
