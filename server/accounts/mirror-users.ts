/**
 * What follows a user's record: `profiles/{uid}` has its name, and the account's claims have its roles `editor` and
 * `admin`, because the rules of Firestore and Storage read claims only (docs/architecture.md, roles). Each step reads
 * the record anew, so doing one twice, or late, gives the same.
 */
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";

type UserBackend = Pick<
  ServerBackend,
  "getValue" | "updateValues" | "listAccounts" | "getAccount" | "setClaims"
>;

export type UserMirror = {
  /** To be told of every write to the Realtime Database; `path` is where it was made, "" is the root. */
  onWrite(path: string, value: DatabaseJson): void;
  /** Mends what an earlier process left undone. */
  repair(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

/** Claims that follow the record. Absent means false. */
const mirroredRoles = ["editor", "admin"] as const;

export function createUserMirror(deps: { backend: UserBackend; log: Log }): UserMirror {
  const { backend, log } = deps;
  const underWay = new Map<string, Promise<void>>();

  /** One step of a user after the other: two that cross could leave the older one's result. */
  function follow(uid: string): void {
    const step: Promise<void> = mirrorAfter(underWay.get(uid), uid).finally(() => {
      if (underWay.get(uid) === step) underWay.delete(uid);
    });
    underWay.set(uid, step);
  }

  async function mirrorAfter(before: Promise<void> | undefined, uid: string): Promise<void> {
    await before;
    try {
      await mirror(uid);
    } catch (error) {
      // The next start mends it.
      log.error({ err: error, uid }, "a user's profile or claims are not brought up to date");
    }
  }

  async function mirror(uid: string): Promise<void> {
    const [{ value: record }, { value: profile }] = await Promise.all([
      backend.getValue(`users/${uid}`),
      backend.getValue(`profiles/${uid}`),
    ]);
    await mirrorProfile(uid, asMap(record), asMap(profile));
    const account = await backend.getAccount(uid);
    if (account !== null) await mirrorClaims(account.uid, account.claims, asMap(record));
  }

  async function mirrorProfile(uid: string, record: Fields, profile: Fields): Promise<void> {
    const name = record["name"];
    if (typeof name !== "string") {
      if (Object.keys(profile).length > 0)
        await backend.updateValues({ [`profiles/${uid}`]: null });
      return;
    }
    if (profileFits(profile, record)) return;
    await backend.updateValues({
      [`profiles/${uid}/name`]: name,
      [`profiles/${uid}/findable`]: profile["findable"] !== false,
    });
  }

  async function mirrorClaims(uid: string, claims: Fields, record: Fields): Promise<void> {
    if (claimsFit(claims, record)) return;
    const roles = asMap(record["roles"]);
    const kept = Object.entries(claims).filter(
      ([name]) => !(mirroredRoles as readonly string[]).includes(name),
    );
    const granted = mirroredRoles.filter((role) => roles[role] === true);
    await backend.setClaims(uid, {
      ...Object.fromEntries(kept),
      ...Object.fromEntries(granted.map((role) => [role, true])),
    });
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay.values());
  }

  async function repair(): Promise<void> {
    const [{ value: records }, { value: profiles }, accounts] = await Promise.all([
      backend.getValue("users"),
      backend.getValue("profiles"),
      backend.listAccounts(),
    ]);
    // What was read says only whom to look at: writes go on meanwhile, and each is then looked at anew.
    const users = asMap(records);
    const shown = asMap(profiles);
    const uids = new Set([...Object.keys(users), ...Object.keys(shown)]);
    for (const { uid, claims } of accounts) if (!claimsFit(claims, asMap(users[uid]))) follow(uid);
    for (const uid of uids) {
      if (!profileFits(asMap(shown[uid]), asMap(users[uid]))) follow(uid);
    }
    await settled();
  }

  return {
    onWrite(path, value) {
      const [first, uid, field] = path.split("/");
      if (first === "users" && uid !== undefined) {
        // Each sign-in writes this field, and nothing follows from it.
        if (field !== "last_logged_in") follow(uid);
      } else if (path === "users" || path === "") {
        // What stood there and is gone is found at the next start.
        const users = path === "" ? asMap(value)["users"] : value;
        for (const one of Object.keys(asMap(users))) follow(one);
      }
    },
    repair,
    settled,
  };
}

function profileFits(profile: Fields, record: Fields): boolean {
  const { name } = record;
  if (typeof name !== "string") return Object.keys(profile).length === 0;
  return profile["name"] === name && typeof profile["findable"] === "boolean";
}

function claimsFit(claims: Fields, record: Fields): boolean {
  const roles = asMap(record["roles"]);
  return mirroredRoles.every((role) => (claims[role] === true) === (roles[role] === true));
}

type Fields = Record<string, unknown>;

function asMap(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
