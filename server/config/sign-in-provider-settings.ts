/**
 * Other sites that vouch for who somebody is: the JSON file that FOYER_SIGN_IN_PROVIDERS names. docs/sign-in.md
 * explains it.
 */
import { readFileSync, statSync } from "node:fs";

/** What the sign-in form shows. */
export type OfferedProvider = {
  /** As Firebase calls it: `google.com`, `github.com`, `oidc.corp`. */
  id: string;
  name: string;
};

/** What this server asks the provider as. */
export type ProviderClient = {
  /** Of OpenID Connect; undefined for GitHub, which has none. */
  issuer: URL | undefined;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
};

export type SignInProvider = OfferedProvider & {
  /** Undefined with Firebase, which asks the provider itself. */
  client: ProviderClient | undefined;
};

const setting = "FOYER_SIGN_IN_PROVIDERS";
const maxFileBytes = 100_000;
const maxProviders = 10;
const minSecretChars = 16;
const known: ReadonlyMap<string, { name: string; issuer?: string; scopes: readonly string[] }> =
  new Map([
    [
      "google.com",
      {
        name: "Google",
        issuer: "https://accounts.google.com",
        scopes: ["openid", "email", "profile"],
      },
    ],
    ["github.com", { name: "GitHub", scopes: ["read:user", "user:email"] }],
  ]);
const usualScopes = ["openid", "email", "profile"];
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Thrown and taken in this file alone: one sentence about the file. */
class Fault extends Error {}

/**
 * @param path "" offers none.
 * @returns none when something is wrong: `faults` then says what. A secret is never repeated in it.
 */
export function readSignInProviders(
  path: string,
  backend: "embedded" | "firebase",
  faults: string[],
): SignInProvider[] {
  if (path === "") return [];
  try {
    const entries = readEntries(path);
    const providers = entries.map((entry, at) => readProvider(entry, `entry ${at + 1}`, backend));
    const twice = providers.find(({ id }, at) => providers.findIndex((p) => p.id === id) !== at);
    if (twice !== undefined) throw new Fault(`${setting} has "${twice.id}" twice.`);
    return providers;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    faults.push(error.message);
    return [];
  }
}

function readEntries(path: string): unknown[] {
  let text: string;
  try {
    const { size, mode } = statSync(path);
    if (size > maxFileBytes) throw new Error("it is too long");
    // Windows has no such modes.
    if (process.platform !== "win32" && (mode & 0o027) !== 0) {
      throw new Fault(
        `${setting} names a file that others than its owner can read or change: run chmod 600 on it.`,
      );
    }
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Fault) throw error;
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Fault(`${setting} names a file that cannot be read (${why}).`);
  }
  const value = parse(text);
  if (!Array.isArray(value) || value.length > maxProviders) {
    throw new Fault(
      `${setting} names a file that is not a JSON list of at most ${maxProviders} providers.`,
    );
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by the caller, without the text: it has secrets.
    return undefined;
  }
}

function readProvider(
  entry: unknown,
  place: string,
  backend: "embedded" | "firebase",
): SignInProvider {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    throw new Fault(`${setting}: ${place} is not an object.`);
  }
  const fields = entry as Record<string, unknown>;
  const id = fields["id"];
  if (
    typeof id !== "string" ||
    !/^(?:google\.com|github\.com|oidc\.[a-z][a-z0-9-]{0,30})$/.test(id)
  ) {
    throw new Fault(
      `${setting}: the id of ${place} must be google.com, github.com, or oidc. and a short name in lower case, such as oidc.corp.`,
    );
  }
  const allowed =
    backend === "firebase"
      ? ["id", "name"]
      : [
          "id",
          "name",
          "clientId",
          "clientSecret",
          "scopes",
          ...(id.startsWith("oidc.") ? ["issuer"] : []),
        ];
  const extra = Object.keys(fields).find((field) => !allowed.includes(field));
  if (extra !== undefined) {
    throw new Fault(
      backend === "firebase"
        ? `${setting}: "${id}" may have id and name only, as Firebase keeps all else itself; take ${nameForFault(extra)} out.`
        : `${setting}: "${id}" has ${nameForFault(extra)}, which is none of ${allowed.join(", ")}.`,
    );
  }
  const name = fields["name"] ?? known.get(id)?.name;
  if (typeof name !== "string" || name.trim() === "" || name.length > 40) {
    throw new Fault(`${setting}: "${id}" needs a name of at most 40 characters.`);
  }
  const offered = { id, name: name.trim() };
  if (backend === "firebase") return { ...offered, client: undefined };
  return { ...offered, client: readClient(id, fields) };
}

function readClient(id: string, fields: Record<string, unknown>): ProviderClient {
  const preset = known.get(id);
  const clientId = fields["clientId"];
  if (typeof clientId !== "string" || !/^[\x21-\x7e]{1,500}$/.test(clientId)) {
    throw new Fault(`${setting}: "${id}" needs the clientId that the provider gave you.`);
  }
  const clientSecret = fields["clientSecret"];
  if (
    typeof clientSecret !== "string" ||
    clientSecret.length < minSecretChars ||
    clientSecret.length > 1000
  ) {
    throw new Fault(
      `${setting}: "${id}" needs the clientSecret that the provider gave you, of at least ${minSecretChars} characters.`,
    );
  }
  const scopes = fields["scopes"] ?? preset?.scopes ?? usualScopes;
  if (!Array.isArray(scopes) || !scopes.every(isScope) || scopes.length > 20) {
    throw new Fault(`${setting}: the scopes of "${id}" must be a list of words.`);
  }
  if (id !== "github.com" && !scopes.includes("openid")) {
    throw new Fault(`${setting}: the scopes of "${id}" must have openid among them.`);
  }
  return {
    issuer: id === "github.com" ? undefined : readIssuer(id, preset?.issuer ?? fields["issuer"]),
    clientId,
    clientSecret,
    scopes,
  };
}

function readIssuer(id: string, text: unknown): URL {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url !== undefined &&
    (url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname))) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (!isSafe) {
    throw new Fault(
      `${setting}: the issuer of "${id}" must be an https address, such as https://login.example.com; http only on this machine itself.`,
    );
  }
  return url;
}

function isScope(value: unknown): value is string {
  return typeof value === "string" && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(value);
}

/** A field's name as it is written, unless somebody put something else in its place. */
function nameForFault(field: string): string {
  return /^[A-Za-z]{1,30}$/.test(field) ? `"${field}"` : "a field";
}
