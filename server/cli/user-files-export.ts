/** All accounts as a JSON file in the form of `firebase auth:export`, piece by piece. */
import type { AccountsCall } from "../backend-port/accounts-client-call.ts";
import type { JsonObject } from "./user-files-json.ts";

type Page = { users?: JsonObject[]; nextPageToken?: string };

const pageSize = 500;
const names =
  "localId email emailVerified passwordHash salt displayName photoUrl lastLoginAt createdAt phoneNumber disabled " +
  "customAttributes mfaInfo";
const providerNames = "providerId rawId email displayName photoUrl";

/**
 * How most passwords are hashed stands in front of the users, as `batchCreate` has it; who has another hash says so by a
 * `hashConfig` of the own, which Firebase's import refuses.
 * @param onWritten is told how many users are written so far.
 */
export async function* exportUsers(
  call: AccountsCall,
  onWritten: (users: number) => void,
): AsyncIterable<string> {
  let config: string | undefined;
  let written = 0;
  let token = "";
  do {
    const next = token === "" ? "" : `&nextPageToken=${encodeURIComponent(token)}`;
    const page = await call<Page>(`accounts:batchGet?maxResults=${pageSize}${next}`);
    const users = page.users ?? [];
    if (config === undefined) {
      config = commonestOf(users.flatMap(({ hashConfig }) => hashConfig ?? []));
      yield `{${config.slice(1, -1)}${config === "{}" ? "" : ",\n"}"users":[`;
    }
    for (const user of users) {
      yield `${written === 0 ? "\n" : ",\n"}${JSON.stringify(toFileUser(user, config))}`;
      written += 1;
    }
    onWritten(written);
    token = page.nextPageToken ?? "";
  } while (token !== "");
  yield "\n]}\n";
}

function commonestOf(configs: unknown[]): string {
  const counts = new Map<string, number>();
  for (const config of configs) {
    const text = JSON.stringify(config);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? "{}";
}

function toFileUser(user: JsonObject, config: string): JsonObject {
  const { lastLoginAt, ...rest } = pick(user, names);
  const providers = (user["providerUserInfo"] ?? []) as JsonObject[];
  const hashConfig = user["hashConfig"];
  return {
    ...rest,
    ...base64Of(user, "passwordHash"),
    ...base64Of(user, "salt"),
    ...(lastLoginAt !== undefined && { lastSignedInAt: lastLoginAt }),
    // The account's own two are told by its e-mail, hash and phone number.
    providerUserInfo: providers
      .filter(({ providerId }) => providerId !== "password" && providerId !== "phone")
      .map((provider) => pick(provider, providerNames)),
    ...(hashConfig !== undefined && JSON.stringify(hashConfig) !== config && { hashConfig }),
  };
}

/** Files have the usual base64, requests the one for addresses. */
function base64Of(user: JsonObject, name: "passwordHash" | "salt"): JsonObject {
  const value = user[name];
  if (typeof value !== "string") return {};
  return { [name]: value.replaceAll("-", "+").replaceAll("_", "/") };
}

function pick(from: JsonObject, wanted: string): JsonObject {
  const found = wanted.split(" ").filter((name) => Object.hasOwn(from, name));
  return Object.fromEntries(found.map((name) => [name, from[name]]));
}
