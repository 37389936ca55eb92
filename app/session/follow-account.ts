/**
 * The life of an account's record while it is signed in (specification §4, §5):
 *
 *   read ─┬─ there ──── last_logged_in = now ─┬─ live: name, roles, tokens
 *         └─ missing ── name, full record ────┘
 */
import type { User } from "firebase/auth";
import type { DatabaseReference, DataSnapshot } from "firebase/database";
import { openDatabase } from "#app/live/firebase.ts";
import { needsUsername, newUserRecord, readUserRecord } from "#lib/user-record.ts";
import { accountNow } from "./account-now.ts";
import { nameFromForm } from "./account-actions.ts";
import { claimWhenAsked } from "./claim-site.ts";
import { askUsername } from "./ask-username.ts";
import { followAccountState } from "./account-state.ts";
import { createClaimsFollower } from "./follow-claims.ts";
import { joinWhenInvited } from "./join-invite.ts";
import { readLastUser, rememberUid, rememberUser } from "./last-user.ts";
import { sendWhatWasKept } from "./leave-nothing.ts";
import { logFailure } from "./log-failure.ts";
import { changeSession, currentSession } from "./session.ts";
import { createTeller } from "./tell-server.ts";
import { saidWhenLate, untilDone } from "./until-done.ts";

/** Out of reach, the database's SDK waits and says nothing. */
const patienceMs = 4000;

type Sdk = Awaited<ReturnType<typeof openDatabase>>["sdk"];

const unreadable =
  "Your account could not be read, so some tools may be missing. You stay signed in. Trying again.";

export async function followAccount(account: User, life: AbortSignal): Promise<void> {
  const { uid } = account;
  const photoUrl = account.photoURL ?? undefined;
  rememberUid(uid);
  const last = readLastUser(uid, photoUrl);
  if (last) changeSession({ status: "signed-in", user: last, asked: false });
  else changeSession({ status: "unknown", user: undefined, asked: false });

  const followClaims = createClaimsFollower(
    {
      getIdToken: async (renew) => (await accountNow(account)).getIdToken(renew),
      getIdTokenResult: async () => (await accountNow(account)).getIdTokenResult(),
    },
    life,
  );
  const claimSite = claimWhenAsked(account, life);
  const joinInvite = joinWhenInvited(account, life);
  const tell = createTeller(account, life);
  void followAccountState(account, life);
  void sendWhatWasKept(uid, life);
  const show = (snapshot: DataSnapshot) => {
    if (life.aborted) return;
    const user = { uid, photoUrl, ...readUserRecord(snapshot.val()) };
    rememberUser(user);
    changeSession({ status: "signed-in", user, problem: undefined });
    tell(user);
    followClaims(user.roles);
    claimSite();
    joinInvite();
  };
  const failed = (error: unknown) => {
    if (life.aborted) return;
    logFailure("The record of the account could not be read", error);
    // Who is known goes on as last known while the site is only out of reach.
    if (last && !isRefusal(error)) return;
    changeSession({ ...unknownUser(account), problem: unreadable });
  };

  const patiently = <Result>(answer: Promise<Result>) =>
    saidWhenLate(answer, patienceMs, () => failed(new Error("The database does not answer.")));

  try {
    let touched = false;
    const { database, sdk } = await untilDone(openDatabase, { life, failed });
    const place = sdk.ref(database, `users/${uid}`);
    let name: string | undefined;
    const writeMissing = async () => {
      // Tried again after a failure, it asks the person nothing again.
      name ??= await chooseName(account, place, sdk, life);
      if (name !== undefined) await patiently(createRecord(account, name, place, sdk));
    };
    const readAndListen = async () => {
      const snapshot = await patiently(sdk.get(place));
      if (!snapshot.exists()) await writeMissing();
      // Not waited for: offline it is sent later. Once for each sign-in, whose first record has it already.
      else if (!touched) void touch(place, sdk);
      touched = true;
      if (snapshot.exists()) show(snapshot);
      await listen(place, sdk, show, life);
    };
    await untilDone(readAndListen, { life, failed });
  } catch (error) {
    if (!life.aborted) throw error;
  }
}

/** Resolves never but when `life` ends. @throws Error when the database ends the listening. */
function listen(
  place: DatabaseReference,
  sdk: Sdk,
  show: (snapshot: DataSnapshot) => void,
  life: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = sdk.onValue(place, show, reject);
    const stop = () => {
      end();
      resolve();
    };
    if (life.aborted) stop();
    else life.addEventListener("abort", stop, { once: true });
  });
}

async function touch(place: DatabaseReference, sdk: Sdk): Promise<void> {
  try {
    await sdk.update(place, { last_logged_in: new Date().toISOString() });
  } catch (error) {
    logFailure("last_logged_in was not written", error);
  }
}

/** Undefined when another tab has made the record while this one asked. */
async function chooseName(
  account: User,
  place: DatabaseReference,
  sdk: Sdk,
  life: AbortSignal,
): Promise<string | undefined> {
  const known = (await nameFromForm(account.uid)) || account.displayName;
  if (known !== null && !needsUsername(known)) return known;
  const found = new AbortController();
  const end = sdk.onValue(
    place,
    (snapshot) => snapshot.exists() && found.abort(),
    () => {},
  );
  try {
    return await askUsername(AbortSignal.any([life, found.signal]));
  } catch (error) {
    if (!found.signal.aborted) throw error;
    return undefined;
  } finally {
    end();
  }
}

/** Two tabs may both see that it is missing: one after the other, so that the second finds it. */
async function createRecord(
  { uid, email }: User,
  name: string,
  place: DatabaseReference,
  sdk: Sdk,
): Promise<void> {
  const create = async () => {
    if ((await sdk.get(place)).exists()) return;
    try {
      await sdk.set(place, newUserRecord({ uid, name, email, now: new Date() }));
    } catch (error) {
      // Another browser was quicker: its record is the one.
      if (!(await sdk.get(place)).exists()) throw error;
    }
  };
  // Browsers have locks on https and localhost only.
  if ("locks" in navigator) await navigator.locks.request(`foyer:record:${uid}`, create);
  else await create();
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && /permission[_ ]denied/i.test(error.message);
}

/** Signed in, but without a record that could be read: no more than any account may. */
function unknownUser(account: User) {
  const known = currentSession().user;
  const user = known ?? {
    uid: account.uid,
    photoUrl: account.photoURL ?? undefined,
    ...readUserRecord({
      name: account.displayName ?? account.email,
      email: account.email,
      roles: { user: true },
    }),
  };
  return { status: "signed-in", user } as const;
}
