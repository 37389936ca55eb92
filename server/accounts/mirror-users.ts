/**
 * What follows a user's record and account: `profiles/{uid}` has the name, the directory has a row for lists, the
 * record has the account's address, and the account's claims have the record's roles `editor` and `admin`, because the
 * rules of Firestore and Storage read claims only (docs/architecture.md, roles). Each step reads everything anew, so
 * doing one twice, or late, gives the same.
 */
import { faultOfKey } from "#lib/database-key.ts";
import type { Account, DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { atMost } from "../limits/at-most.ts";
import { changeClaims } from "./change-claims.ts";
import { inBatches } from "./in-batches.ts";
import { asMap, changesOf, claimsFit, claimsWithRoles, emailFits, isCredible } from "./mirrored.ts";
import type { StoredUser } from "./mirrored.ts";
import { repairUsers } from "./repair-users.ts";
import { valueOfUser } from "./value-of-user.ts";

type UserBackend = Pick<
  ServerBackend,
  | "getValue"
  | "putValue"
  | "updateValues"
  | "exportChildren"
  | "listAccounts"
  | "getAccount"
  | "getAccounts"
  | "setClaims"
>;

export type UserMirror = {
  /** To be told of every write to the Realtime Database; `path` is where it was made, "" is the root. */
  onWrite(path: string, value: DatabaseJson): void;
  /** To be told of every account that was changed, made or deleted. */
  onAccountChange(change: { uid: string }): void;
  /** Brings all that follows of one user up to date, after what is under way for them. @throws BackendError */
  mend(uid: string): Promise<void>;
  /** Mends what an earlier process left undone. */
  repair(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** The same, once a repair has ended: it goes no further than where it is. The next start begins it anew. */
  close(): Promise<void>;
};

/** An import of thousands must not keep all others waiting. */
const usersAtOnce = 8;
/** As many accounts as one request reads. */
const batchSize = 100;
/** Each sign-in writes the first, and the server the second: nothing else follows from them. */
const quietFields = ["last_logged_in", "userAITokens"];

const dataOfGone =
  "an account is gone, and what it had is still there: `user delete UID --now` erases it";

export function createUserMirror(deps: {
  backend: UserBackend;
  log: Log;
  /** What else is to be done for somebody who has a record and an account, each time. */
  alsoMend?: (uid: string, account: Account) => Promise<unknown>;
  /** Whose last second factor was there at the last look and is no more; called again after it failed. */
  onSecondFactorGone?: (uid: string) => Promise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
}): UserMirror {
  const { backend, log, alsoMend, onSecondFactorGone, now = Date.now } = deps;
  const underWay = new Map<string, Promise<void>>();
  const repairs = new Set<Promise<void>>();
  const limit = atMost(usersAtOnce);
  const mirrorSome = inBatches(batchSize, mirrorAll);
  /** While a repair goes on. */
  let followed = new Set<string>();
  let isClosed = false;

  /** One step of a user after the other: two that cross could leave the older one's result. */
  function inTurn(uid: string, work: () => Promise<void>): Promise<void> {
    const step = (underWay.get(uid) ?? Promise.resolve()).then(work);
    const ended: Promise<void> = step
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(uid) === ended) underWay.delete(uid);
      });
    underWay.set(uid, ended);
    if (repairs.size > 0) followed.add(uid);
    return step;
  }

  const mend = (uid: string) => inTurn(uid, () => mirrorSome(uid));

  /** Never rejects. */
  async function follow(uid: string, work = mend(uid)): Promise<void> {
    try {
      await work;
    } catch (error) {
      // The next start mends it.
      log.error({ err: error, uid }, "what follows a user's record or account is not up to date");
    }
  }

  /** What follows of all of them is written at once: one by one an import would take minutes. */
  async function mirrorAll(uids: readonly string[]): Promise<void> {
    const accounts = new Map(
      (await backend.getAccounts([...uids])).map((account) => [account.uid, account]),
    );
    const users = await Promise.all(
      uids.map(async (uid) => {
        const account = accounts.get(uid) ?? null;
        return { uid, account, ...(await limit(() => readStored(uid))) };
      }),
    );
    const changes: Record<string, DatabaseJson> = {};
    for (const { uid, account, ...stored } of users) {
      if (hasPlace(uid)) Object.assign(changes, changesOf(uid, account, stored, now()));
    }
    // The row is what tells that there was an account.
    for (const { uid, account, row } of users) {
      const wasThere = !hasPlace(uid) || typeof asMap(row)["createdAt"] === "string";
      if (account === null && wasThere) log.warn({ uid }, dataOfGone);
      const hadSecondFactor = !hasPlace(uid) || asMap(row)["secondFactor"] === true;
      if (account?.hasSecondFactor === false && hadSecondFactor) await onSecondFactorGone?.(uid);
    }
    if (Object.keys(changes).length > 0) await backend.updateValues(changes);
    const others = users.flatMap(({ uid, account, record }) =>
      account === null ? [] : limit(() => mirrorOthers(uid, account, record)),
    );
    await Promise.all(others);
  }

  async function readStored(uid: string): Promise<StoredUser> {
    if (!hasPlace(uid)) return { record: null, profile: null, row: null };
    const places = ["users", "profiles", "directory"] as const;
    const [record = null, profile = null, row = null] = await Promise.all(
      places.map(async (place) => (await backend.getValue(`${place}/${uid}`)).value),
    );
    return { record, profile, row };
  }

  async function mirrorOthers(uid: string, account: Account, record: DatabaseJson): Promise<void> {
    if (!emailFits(account, record)) await mirrorEmail(account);
    if (!claimsFit(account, record)) {
      await changeClaims(backend, uid, async (current) => {
        const roles = await valueOfUser(backend, uid, "roles");
        return claimsFit(current, { roles }) ? undefined : claimsWithRoles(current, { roles });
      });
    }
    if (asMap(record)["user_id"] === uid) await alsoMend?.(uid, account);
  }

  /** Only where there is an address: the record may be gone by now, and nothing of it may come back. */
  async function mirrorEmail({ uid, email }: Account): Promise<void> {
    const path = `users/${uid}/email`;
    const { value, etag } = await backend.getValue(path);
    if (typeof value === "string") await backend.putValue(path, email ?? "", etag);
  }

  /** False for who was never seen: whether they are now is the account's to say. */
  async function showSeen(uid: string, instant: DatabaseJson): Promise<boolean> {
    if (!hasPlace(uid) || !isCredible(instant, now())) return true;
    const path = `directory/${uid}/lastSeenAt`;
    const { value, etag } = await backend.getValue(path);
    if (typeof value !== "string") return false;
    if (value < instant) await backend.putValue(path, instant, etag);
    return true;
  }

  async function followSeen(uid: string, instant: DatabaseJson): Promise<void> {
    if (!(await limit(() => showSeen(uid, instant)))) await mirrorSome(uid);
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay.values());
  }

  function repair(): Promise<void> {
    const running = repairUsers({
      backend,
      follow,
      takeFollowed() {
        const taken = followed;
        followed = new Set();
        return taken;
      },
      isClosed: () => isClosed,
      now,
    }).finally(() => repairs.delete(running));
    repairs.add(running);
    return running;
  }

  return {
    onWrite(path, value) {
      const [first, uid, field] = path.split("/");
      if (first === "users" && uid !== undefined) {
        if (field === "last_logged_in") {
          void follow(
            uid,
            inTurn(uid, () => followSeen(uid, value)),
          );
        } else if (field === undefined || !quietFields.includes(field)) void follow(uid);
      } else if (path === "users" || path === "") {
        // What stood there and is gone is found at the next start.
        const users = path === "" ? asMap(value)["users"] : value;
        for (const one of Object.keys(asMap(users))) void follow(one);
      }
    },
    onAccountChange({ uid }) {
      void follow(uid);
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

/** Whose uid can be no key has no place in the database. */
function hasPlace(uid: string): boolean {
  return faultOfKey(uid) === undefined;
}
