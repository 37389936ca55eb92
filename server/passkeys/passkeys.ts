/**
 * Passkeys (WebAuthn), on this server in both modes: the sign-in service knows nothing of them and gets a custom token.
 * A passkey asks its person for a finger, a face or a PIN, so it is both steps of signing in at once.
 */
import { createHash } from "node:crypto";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import type { RegistrationAnswer, SignInAnswer } from "./answers.ts";
import { authenticatorName } from "./authenticator-names.ts";
import { challengeLifetimeMs, createChallenges } from "./challenges.ts";
import { createPasskeyStore, idOfCredential, maxPasskeys } from "./passkey-store.ts";
import type { Passkey, StoredPasskey } from "./passkey-store.ts";
import { relyingPartyOf } from "./relying-party.ts";
import type { RelyingParty } from "./relying-party.ts";

export type PasskeyRefusal =
  /** Browsers make no passkeys for this address. */
  | "impossible"
  /** Not what was asked for, or too late, or once too often. */
  | "refused"
  | "known-already"
  | "too-many"
  | "not-found"
  | "last-way-in"
  /** Somebody else could prove the address later, and find a stranger's passkey on the account. */
  | "unproved-address"
  /** Something else was changed at the same time. */
  | "busy";

export class PasskeyError extends Error {
  readonly code: PasskeyRefusal;
  constructor(code: PasskeyRefusal, cause?: unknown) {
    super(`A passkey was not taken: ${code}`, cause === undefined ? {} : { cause });
    this.name = "PasskeyError";
    this.code = code;
  }
}

/** Every call may throw a PasskeyError or a BackendError. */
export type Passkeys = {
  /** Whether browsers make any for this site's address. */
  possible(): boolean;
  registrationOptions(account: Account): Promise<PublicKeyCredentialCreationOptionsJSON>;
  register(account: Account, answer: RegistrationAnswer, name: string): Promise<StoredPasskey>;
  signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @returns the uid of an account that is there and not disabled. */
  signIn(answer: SignInAnswer): Promise<string>;
  /** Why the account can add none; undefined when it can. */
  hindrance(account: Account): "impossible" | "unproved-address" | undefined;
  /** Those that sign in. */
  list(account: Account): Promise<StoredPasskey[]>;
  rename(uid: string, id: string, name: string): Promise<void>;
  /** @returns what password managers are told, so that they do not offer it any longer. */
  remove(account: Account, id: string): Promise<AcceptedPasskeys>;
};

type AcceptedPasskeys = {
  rpID: string;
  /** As authenticators know the person. */
  userID: string;
  allAcceptedCredentialIDs: string[];
};

type PasskeysBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "commit" | "getAccount"
>;

// Ed25519, ES256, RS256: what is out there.
const algorithms = [-8, -7, -257];
/** Parts of it take a while to load, and most starts never need them. */
const library = () => import("@simplewebauthn/server");

export function createPasskeys(deps: {
  backend: PasskeysBackend;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  /** Shared by all copies of the server; without it one of this process alone. */
  secret?: string;
  /** Where the sign-in service does not say since when what an account has is its owner's. */
  needsProvedAddress: boolean;
  log: Log;
  now: () => number;
}): Passkeys {
  const { backend, origin, needsProvedAddress, log, now } = deps;
  const challenges = createChallenges({ secret: deps.secret, now });
  const store = createPasskeyStore(backend);

  function requireParty(): RelyingParty {
    const party = relyingPartyOf(origin());
    if (party === undefined) throw new PasskeyError("impossible");
    return party;
  }

  async function ownOne(uid: string, id: string): Promise<StoredPasskey> {
    const found = await store.get(id);
    // Another's is none.
    if (found?.uid !== uid) throw new PasskeyError("not-found");
    return found;
  }

  async function list(account: Account): Promise<StoredPasskey[]> {
    const all = await store.ofAccount(account.uid);
    return all.filter((passkey) => isOwners(passkey, account));
  }

  function hindrance({ emailVerified }: Account): "impossible" | "unproved-address" | undefined {
    if (relyingPartyOf(origin()) === undefined) return "impossible";
    return needsProvedAddress && !emailVerified ? "unproved-address" : undefined;
  }

  return {
    hindrance,
    possible: () => relyingPartyOf(origin()) !== undefined,
    list,

    async registrationOptions(account) {
      const { uid, email, displayName } = account;
      const party = requireParty();
      const hindered = hindrance(account);
      if (hindered !== undefined) throw new PasskeyError(hindered);
      const known = await list(account);
      if (known.length >= maxPasskeys) throw new PasskeyError("too-many");
      const { generateRegistrationOptions } = await library();
      const name = email ?? displayName ?? "Account without an address";
      return generateRegistrationOptions({
        rpName: party.id,
        rpID: party.id,
        userID: handleOf(uid),
        userName: name,
        userDisplayName: displayName ?? name,
        challenge: bytesOf(challenges.issue({ purpose: "registration", uid })),
        timeout: challengeLifetimeMs,
        attestationType: "none",
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
      });
    },

    async register(account, answer, name) {
      const { uid } = account;
      const party = requireParty();
      let challengeId: string | undefined;
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } = await refusing(answer, () =>
        verifyRegistrationResponse({
          response: { ...answer, clientExtensionResults: {} },
          expectedChallenge: (text) => {
            challengeId = challenges.idOf(text, { purpose: "registration", uid });
            return challengeId !== undefined;
          },
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (registrationInfo === undefined || challengeId === undefined) {
        throw new PasskeyError("refused");
      }
      const { credential, aaguid, credentialBackedUp } = registrationInfo;
      const passkey: Passkey = {
        uid,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: answer.response.transports,
        name: authenticatorName(aaguid) ?? name,
        backedUp: credentialBackedUp,
        createdAt: new Date(now()).toISOString(),
        lastUsedAt: null,
      };
      const lock = await store.lock(uid);
      const known = await list(account);
      if (known.length >= maxPasskeys) throw new PasskeyError("too-many");
      const id = idOfCredential(credential.id);
      if ((await store.get(id)) !== undefined) throw new PasskeyError("known-already");
      const taken = await store.commit([
        ...(await store.take(challengeId, challenges.endedBefore())),
        { set: `passkeys/${id}`, data: passkey, when: { exists: false } },
        lock(known.length + 1),
      ]);
      if (!taken) throw new PasskeyError("refused");
      return ownOne(uid, id);
    },

    async signInOptions() {
      const party = requireParty();
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: bytesOf(challenges.issue({ purpose: "sign-in", uid: "" })),
        timeout: challengeLifetimeMs,
        userVerification: "required",
      });
    },

    async signIn(answer) {
      const party = requireParty();
      const passkey = await store.find(answer.id);
      if (passkey === undefined) throw new PasskeyError("refused");
      const { uid, credentialId, publicKey, counter, id, updateTime } = passkey;
      const { userHandle, ...response } = answer.response;
      if (userHandle !== undefined && userHandle !== textOf(handleOf(uid))) {
        throw new PasskeyError("refused");
      }
      let challengeId: string | undefined;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await refusing(answer, () =>
        verifyAuthenticationResponse({
          response: { ...answer, response, clientExtensionResults: {} },
          expectedChallenge: (text) => {
            challengeId = challenges.idOf(text, { purpose: "sign-in", uid: "" });
            return challengeId !== undefined;
          },
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
          credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
        }),
      );
      if (!verified || challengeId === undefined) throw new PasskeyError("refused");
      const account = await backend.getAccount(uid);
      if (account === null || account.disabled) throw new PasskeyError("refused");
      if (!isOwners(passkey, account)) {
        await store.commit([{ delete: `passkeys/${id}` }]);
        throw new PasskeyError("refused");
      }
      const taken = await store.commit([
        ...(await store.take(challengeId, challenges.endedBefore())),
        {
          update: `passkeys/${id}`,
          data: {
            counter: authenticationInfo.newCounter,
            backedUp: authenticationInfo.credentialBackedUp,
            lastUsedAt: new Date(now()).toISOString(),
          },
          when: { updateTime },
        },
      ]);
      if (!taken) throw new PasskeyError("refused");
      return uid;
    },

    async rename(uid, id, name) {
      const { updateTime } = await ownOne(uid, id);
      const update = { update: `passkeys/${id}`, data: { name }, when: { updateTime } };
      if (!(await store.commit([update]))) throw new PasskeyError("busy");
    },

    async remove(account, id) {
      const { uid } = account;
      const lock = await store.lock(uid);
      await ownOne(uid, id);
      const known = await list(account);
      if (known.length === 1 && account.providers.length === 0) {
        throw new PasskeyError("last-way-in");
      }
      const removed = await store.commit([
        { delete: `passkeys/${id}`, when: { exists: true } },
        lock(known.length - 1),
      ]);
      if (!removed) throw new PasskeyError("busy");
      return {
        rpID: new URL(origin()).hostname,
        userID: textOf(handleOf(uid)),
        allAcceptedCredentialIDs: known.flatMap((one) => (one.id === id ? [] : one.credentialId)),
      };
    },
  };

  /** The library throws for everything that is not as it should be; which thing is of use to forgers only. */
  async function refusing<Verdict>(
    { response }: { response: { clientDataJSON: string } },
    verify: () => Promise<Verdict>,
  ): Promise<Verdict> {
    try {
      // No page of ours is in another's frame.
      if (isFramed(response.clientDataJSON)) throw new Error("It was made in another site's page.");
      return await verify();
    } catch (error) {
      log.debug({ err: error }, "a passkey's answer was refused");
      throw new PasskeyError("refused", error);
    }
  }
}

/** False for one that was added before the account's owner proved to be that: by a stranger who had taken the address. */
function isOwners({ createdAt }: StoredPasskey, { waysInSince }: Account): boolean {
  return Date.parse(createdAt) > waysInSince;
}

/** What an authenticator keeps of the person: nothing that says who it is. */
function handleOf(uid: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(`foyer passkey of ${uid}`).digest());
}

function isFramed(clientDataJSON: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
  return (data as { crossOrigin?: unknown }).crossOrigin === true;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
