/**
 * What follows a user's record: `profiles/{uid}` has its name, and the account's claims have its roles `editor` and
 * `admin`, because the rules of Firestore and Storage read claims only (docs/architecture.md, roles). Each step reads
 * the record anew, so doing one twice, or late, gives the same.
 */
import { faultOfKey } from "#lib/database-key.ts";
import type { Account, DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { claimRoles } from "./claim-roles.ts";
import { everyAccountPage } from "./every-account.ts";
import { everyChildPage, inStep } from "./every-child.ts";

type UserBackend = Pick<
  ServerBackend,
  "getValue" | "updateValues" | "exportChildren" | "listAccounts" | "getAccount" | "setClaims"
>;

export type UserMirror = {
  /** To be told of every write to the Realtime Database; `path` is where it was made, "" is the root. */
  onWrite(path: string, value: DatabaseJson): void;
  /** Brings profile and claims of one user up to date, after what is under way for them. @throws BackendError */
  mend(uid: string): Promise<void>;
  /** Mends what an earlier process left undone. */
  repair(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** The same, once a repair has ended: it goes no further than where it is. The next start begins it anew. */
  close(): Promise<void>;
};

export function createUserMirror(deps: { backend: UserBackend; log: Log }): UserMirror {
  const { backend, log } = deps;
  const underWay = new Map<string, Promise<void>>();
  const repairs = new Set<Promise<void>>();
  let isClosed = false;

  /** One step of a user after the other: two that cross could leave the older one's result. */
  function mend(uid: string): Promise<void> {
    const step = (underWay.get(uid) ?? Promise.resolve()).then(() => mirror(uid));
    const ended: Promise<void> = step
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(uid) === ended) underWay.delete(uid);
      });
    underWay.set(uid, ended);
    return step;
  }

  /** Never rejects. */
  async function follow(uid: string): Promise<void> {
    try {
      await mend(uid);
    } catch (error) {
      // The next start mends it.
      log.error({ err: error, uid }, "a user's profile or claims are not brought up to date");
    }
  }

  async function mirror(uid: string): Promise<void> {
    const record = await mirrorRecord(uid);
    const account = await backend.getAccount(uid);
    if (account !== null) await mirrorClaims(account, record["roles"]);
  }

  /** Whose uid can be no key has neither record nor profile. */
  async function mirrorRecord(uid: string): Promise<Fields> {
    if (faultOfKey(uid) !== undefined) return {};
    const [{ value: record }, { value: profile }] = await Promise.all([
      backend.getValue(`users/${uid}`),
      backend.getValue(`profiles/${uid}`),
    ]);
    await mirrorProfile(uid, asMap(record), asMap(profile));
    return asMap(record);
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

  async function mirrorClaims(account: Account, roles: unknown): Promise<void> {
    if (claimsFit(account, roles)) return;
    const kept = Object.entries(account.claims).filter(([name]) => !isClaimRole(name));
    const granted = claimRoles.filter((role) => isGranted(account, roles, role));
    await backend.setClaims(account.uid, {
      ...Object.fromEntries(kept),
      ...Object.fromEntries(granted.map((role) => [role, true])),
    });
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay.values());
  }

  function repair(): Promise<void> {
    const running = repairAll().finally(() => repairs.delete(running));
    repairs.add(running);
    return running;
  }

  // What is read says only whom to look at: writes go on meanwhile, and each user is then looked at anew.
  async function repairAll(): Promise<void> {
    const rolesOf = new Map<string, unknown>();
    const records = everyChildPage(backend, "users");
    for await (const users of inStep(records, everyChildPage(backend, "profiles"))) {
      if (isClosed) return;
      const wrong = users.filter(({ left, right }) => !profileFits(asMap(right), asMap(left)));
      await Promise.all(wrong.map(({ key }) => follow(key)));
      for (const { key, left } of users) {
        const { roles } = asMap(left);
        if (claimRoles.some((role) => asMap(roles)[role] === true)) rolesOf.set(key, roles);
      }
    }
    for await (const accounts of everyAccountPage(backend)) {
      if (isClosed) return;
      const wrong = accounts.filter((account) => !claimsFit(account, rolesOf.get(account.uid)));
      await Promise.all(wrong.map(({ uid }) => follow(uid)));
    }
  }

  return {
    onWrite(path, value) {
      const [first, uid, field] = path.split("/");
      if (first === "users" && uid !== undefined) {
        // Each sign-in writes this field, and nothing follows from it.
        if (field !== "last_logged_in") void follow(uid);
      } else if (path === "users" || path === "") {
        // What stood there and is gone is found at the next start.
        const users = path === "" ? asMap(value)["users"] : value;
        for (const one of Object.keys(asMap(users))) void follow(one);
      }
    },
    mend,
    repair,
    settled,
    async close() {
      isClosed = true;
      // Who began it is told how it ended.
      await Promise.allSettled(repairs);
      await settled();
    },
  };
}

function profileFits(profile: Fields, record: Fields): boolean {
  const { name } = record;
  if (typeof name !== "string") return Object.keys(profile).length === 0;
  return profile["name"] === name && typeof profile["findable"] === "boolean";
}

/** A disabled account has the claims of nobody: at Firebase its tokens are good until they expire. */
function isGranted(account: Account, roles: unknown, role: string): boolean {
  return !account.disabled && asMap(roles)[role] === true;
}

function claimsFit(account: Account, roles: unknown): boolean {
  return claimRoles.every(
    (role) => (account.claims[role] === true) === isGranted(account, roles, role),
  );
}

function isClaimRole(name: string): boolean {
  return (claimRoles as readonly string[]).includes(name);
}

type Fields = Record<string, unknown>;

function asMap(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
