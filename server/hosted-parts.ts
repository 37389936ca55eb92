/**
 * What a process is made of whose backend is a Firebase project. It keeps nothing on its disk, so there may be any number
 * of them: no data folder, no lock, no control socket.
 */
import { randomUUID } from "node:crypto";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { MakeAvatar } from "./account-data/avatar.ts";
import { createUserMirror } from "./accounts/mirror-users.ts";
import { createQuotaPolicy } from "./accounts/quota-policy.ts";
import { createHostedBackupEndpoints } from "./api/backups/backups.ts";
import { createEffectsEndpoint } from "./api/effects/effects.ts";
import { createOutboxEndpoint } from "./api/mail/outbox.ts";
import { createSignInOptionsEndpoint } from "./api/sign-in-options/sign-in-options.ts";
import { createSignUp } from "./api/sign-up/sign-up.ts";
import { createStorageUsageEndpoint } from "./api/storage-usage/storage-usage.ts";
import { createUploadReservationsEndpoint } from "./api/upload-reservations/upload-reservations.ts";
import { createAiParts } from "./ai-parts.ts";
import { createAudit } from "./audit/audit.ts";
import type { BackendParts } from "./backend-parts.ts";
import { firebaseSources } from "./backend-port/firebase-urls.ts";
import { claimsOf } from "./backend-port/hosted-usage.ts";
import { openHostedBackend } from "./backend-port/open-hosted.ts";
import type { AiProviderSettings } from "./config/ai-settings.ts";
import type { FirebaseSettings } from "./config/firebase-settings.ts";
import type { OfferedProvider } from "./config/sign-in-provider-settings.ts";
import { createBoardParts } from "./board-parts.ts";
import { createChatParts } from "./chat-parts.ts";
import { loadStarterContent } from "./content/starter-content.ts";
import type { CleanPicture } from "./publishing/content-files.ts";
import { createContact } from "./contact/contact.ts";
import { tellOwnChanges } from "./backend-port/tell-own-changes.ts";
import { createHostedFiles } from "./hosted-files/hosted-files.ts";
import { answerText } from "./http/answer.ts";
import { allShared, createDriveParts } from "./drive-parts.ts";
import type { Shrink } from "./drive/thumbs.ts";
import { createGamesParts } from "./games-parts.ts";
import { createJournalParts } from "./journal-parts.ts";
import type { Log } from "./log.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { createOwnerParts } from "./owner-parts.ts";
import { createPeopleParts, keepOwner, repairPeople, signUpSweep } from "./people-parts.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import { createSecurityEndpoints } from "./security-parts.ts";
import { createTickets } from "./tickets/tickets.ts";
import { createTodoParts } from "./todo-parts.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";

/** What a browser did not report, and what was changed in Firebase's console, is followed this much later. */
const mendEveryMs = 3_600_000;

export type Fetch = (request: Request) => Promise<Response>;

/** Its message says what to do. */
class FirebaseRefusalError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FirebaseRefusalError";
  }
}

/** @throws FirebaseRefusalError when the project does not take the service account, or lacks its database. */
export async function openHostedParts(options: {
  firebase: FirebaseSettings;
  /** What an account may keep in files, unless another limit is set for it. */
  userQuotaBytes: number;
  signInProviders: readonly OfferedProvider[];
  gitHubToken: string | undefined;
  pushHosts: readonly string[];
  ai: AiProviderSettings | undefined;
  log: Log;
  makeAvatar: MakeAvatar;
  shrink: Shrink;
  cleanPicture: CleanPicture;
  /** The way to other sites. */
  outgoing: OutgoingFetch;
  opened: AsyncDisposableStack;
  /** The way to Google. */
  fetch: Fetch;
}): Promise<BackendParts> {
  const { firebase, userQuotaBytes, signInProviders, log, makeAvatar, opened, fetch } = options;
  // Firebase sends the mails.
  const usualQuota = createQuotaPolicy({ usualBytes: userQuotaBytes, sendsMail: true });
  const firebaseBackend = openHostedBackend(firebase, { log, fetch, usualQuota });
  const serverBackend = tellOwnChanges(firebaseBackend, {
    onWrite: (path, value) => users.onWrite(path, value),
    onAccountChange: (change) => users.onAccountChange(change),
  });
  await fillEmptySite(serverBackend, log);
  const audit = createAudit({ backend: serverBackend, now: Date.now, newId: randomUUID });
  const files = createHostedFiles({
    backend: serverBackend,
    usualQuota,
    tellObjectChange: serverBackend.tellObjectChange,
    log,
    now: Date.now,
  });
  opened.defer(() => files.close());
  const { options: firebaseConfig, ownerEmail } = firebase;
  let origin = "";
  const signUp = createSignUp({
    backend: serverBackend,
    audit,
    origin: () => origin,
    log,
    now: Date.now,
  });
  const owner = createOwnerParts({
    backend: serverBackend,
    audit,
    jobs: () => people.jobs,
    clean: options.cleanPicture,
    mail: undefined,
    dataDir: undefined,
    origin: () => origin,
    providers: signInProviders.map(({ name }) => name),
    gitHubToken: options.gitHubToken,
    fetch: options.outgoing,
    log,
    now: Date.now,
  });
  const todo = createTodoParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    mail: undefined,
    fetch: options.outgoing,
    pushHosts: options.pushHosts,
    origin: () => origin,
    log,
    now: Date.now,
  });
  opened.defer(() => todo.close());
  const boards = createBoardParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    notifier: todo.notifier,
    audit,
    log,
    now: Date.now,
  });
  opened.defer(() => boards.close());
  const chat = createChatParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    notifier: todo.notifier,
    audit,
    ask: (uid, asked) => ai.ask(uid, asked),
    log,
    now: Date.now,
  });
  opened.defer(() => chat.close());
  const ai = createAiParts({
    backend: serverBackend,
    ai: options.ai,
    tokens: () => people.tokens,
    chat: chat.forAnswers,
    audit,
    isOnlyCopy: false,
    sendsMail: () => true,
    log,
    now: Date.now,
  });
  const drives = createDriveParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    notifier: todo.notifier,
    shrink: options.shrink,
    // Firebase does.
    sendsMail: () => true,
    origin: () => origin,
    secret: firebase.key.private_key,
    knowsTypes: false,
    reservations: {
      async reserve(uid, upload) {
        const claims = await claimsOf(serverBackend, uid);
        return files.reserve({ uid, claims }, upload);
      },
      settle: (id) => files.settle(id),
    },
    log,
    now: Date.now,
  });
  opened.defer(() => drives.close());
  const journals = createJournalParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    notifier: todo.notifier,
    log,
    now: Date.now,
  });
  const games = createGamesParts({ backend: serverBackend, audit, log, now: Date.now });
  opened.defer(() => games.close());
  const people = createPeopleParts({
    backend: serverBackend,
    audit,
    mail: undefined,
    makeAvatar,
    shared: allShared(boards.ofAccounts, chat.ofAccounts, drives.ofAccounts, games.ofAccounts),
    quotaOf: usualQuota,
    origin: () => origin,
    isHosted: true,
    secret: firebase.key.private_key,
    // One copy does it for all.
    kinds: {
      ...signUpSweep(signUp),
      ...owner.jobKinds,
      ...todo.jobKinds,
      ...boards.jobKinds,
      ...chat.jobKinds,
      ...ai.jobKinds,
      ...drives.jobKinds,
      ...journals.jobKinds,
      ...games.jobKinds,
      "mend-users": { every: { ms: mendEveryMs }, run: () => users.repair() },
      "mend-tokens": { every: { ms: 24 * mendEveryMs }, run: () => people.tokens.repair() },
      "sweep-files": {
        every: { ms: mendEveryMs },
        async run() {
          await files.sweep();
        },
      },
    },
    log,
    now: Date.now,
  });
  opened.defer(() => people.tokens.close());
  // What it ends still pays.
  opened.defer(() => ai.close());
  const users = createUserMirror({
    // What it writes itself is followed already.
    backend: firebaseBackend,
    log,
    alsoMend: (uid, account) => people.alsoMend(uid, account),
  });
  opened.defer(() => users.close());
  opened.defer(() => people.jobs.close());
  const tickets = createTickets({
    backend: serverBackend,
    // All copies of the process have it, and nobody else.
    secret: firebase.key.private_key,
    knowsTypes: false,
    log,
    now: Date.now,
  });
  const contact = createContact({
    backend: serverBackend,
    secret: firebase.key.private_key,
    log,
    now: Date.now,
  });
  return {
    serverBackend,
    handler: async (exchange) => answerText(exchange, 404, "Not found."),
    mountSockets() {},
    async closeSockets() {},
    firebaseConfig,
    otherHosts: firebaseSources(firebaseConfig, { popups: signInProviders.length > 0 }),
    tickets: drives.withDrives(people.withExports(tickets.handler)),
    // Firebase leads to the providers.
    signIn: async (exchange) => answerText(exchange, 404, "Not found."),
    contact,
    calendar: todo.calendar,
    profiles: owner.profiles,
    publicBoards: boards.publicBoards,
    sharedLinks: drives.sharedLinks,
    endpoints: [
      ...owner.endpoints,
      tickets.endpoint,
      createOutboxEndpoint({ backend: serverBackend, mail: undefined, now: Date.now }),
      createStorageUsageEndpoint({
        backend: serverBackend,
        quotaOf: usualQuota,
        now: Date.now,
      }),
      createSignInOptionsEndpoint({
        backend: serverBackend,
        // Firebase does.
        sendsMail: true,
        policy: signUp.policy,
        providers: () => signInProviders.map(({ id, name }) => ({ id, name })),
        passkeys: () => relyingPartyOf(origin) !== undefined,
        log,
        now: Date.now,
      }),
      ...signUp.endpoints,
      ...people.endpoints,
      ...createHostedBackupEndpoints(createAdminDoor({ backend: serverBackend, now: Date.now })),
      ...createSecurityEndpoints({
        backend: serverBackend,
        origin: () => origin,
        secret: firebase.key.private_key,
        isHosted: true,
        log,
        now: Date.now,
      }),
      createEffectsEndpoint({
        backend: serverBackend,
        users,
        files,
        todos: todo,
        ownerEmail,
        keepAct: (uid) => keepOwner(audit, uid),
        now: Date.now,
      }),
      ...todo.endpoints,
      ...boards.endpoints,
      ...chat.endpoints,
      ...ai.endpoints,
      ...drives.endpoints,
      ...journals.endpoints,
      ...games.endpoints,
      createUploadReservationsEndpoint({ backend: serverBackend, ledger: files, now: Date.now }),
    ],
    async start(publicAt) {
      origin = publicAt;
      void signUp.repair();
      people.jobs.start();
      ai.start();
      repairPeople({ users, tokens: people.tokens, log });
      files.sweep().catch((error: unknown) => {
        log.error({ err: error }, "stored files could not be compared with what is counted");
      });
      return undefined;
    },
  };
}

/** Of several copies that start at once, one loads the starter content: its commit has conditions. */
async function fillEmptySite(backend: ServerBackend, log: Log): Promise<void> {
  try {
    const loaded = await loadStarterContent(backend, Date.now());
    if (loaded > 0) log.info({ documents: loaded }, "loaded the starter content");
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    switch (error.status) {
      case "ALREADY_EXISTS":
      case "FAILED_PRECONDITION":
      case "ABORTED":
        log.info("another copy loads the starter content");
        return;
      case "UNAUTHENTICATED":
      case "PERMISSION_DENIED":
        throw new FirebaseRefusalError(
          `Firebase does not take the service account of FOYER_SERVICE_ACCOUNT: ${error.message}`,
        );
      case "NOT_FOUND":
        throw new FirebaseRefusalError(
          `The project has no Firestore database yet; make one in Firebase's console: ${error.message}`,
        );
      default:
        // Pages say what they can; /readyz says that this copy is not ready.
        log.error({ err: error }, "Firebase could not be read at the start");
    }
  }
}
