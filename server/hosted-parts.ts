/**
 * What a process is made of whose backend is a Firebase project. It keeps nothing on its disk, so there may be any number
 * of them: no data folder, no lock, no control socket.
 */
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createUserMirror } from "./accounts/mirror-users.ts";
import { createQuotaPolicy } from "./accounts/quota-policy.ts";
import { createEffectsEndpoint } from "./api/effects/effects.ts";
import { createSignInOptionsEndpoint } from "./api/sign-in-options/sign-in-options.ts";
import { createStorageUsageEndpoint } from "./api/storage-usage/storage-usage.ts";
import { createUploadReservationsEndpoint } from "./api/upload-reservations/upload-reservations.ts";
import type { BackendParts } from "./backend-parts.ts";
import { firebaseSources } from "./backend-port/firebase-urls.ts";
import { openHostedBackend } from "./backend-port/open-hosted.ts";
import type { FirebaseSettings } from "./config/firebase-settings.ts";
import { loadStarterContent } from "./content/starter-content.ts";
import { createContact } from "./contact/contact.ts";
import { createHostedFiles } from "./hosted-files/hosted-files.ts";
import { answerText } from "./http/answer.ts";
import type { Log } from "./log.ts";
import { createTickets } from "./tickets/tickets.ts";

/** What a browser did not report, and what was changed in Firebase's console, is followed this much later. */
const sweepEveryMs = 3_600_000;

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
  log: Log;
  opened: AsyncDisposableStack;
  /** The way to Google. */
  fetch: Fetch;
}): Promise<BackendParts> {
  const { firebase, userQuotaBytes, log, opened, fetch } = options;
  // Firebase sends the mails.
  const usualQuota = createQuotaPolicy({ usualBytes: userQuotaBytes, sendsMail: true });
  const serverBackend = openHostedBackend(firebase, { log, fetch, usualQuota });
  await fillEmptySite(serverBackend, log);
  const users = createUserMirror({ backend: serverBackend, log });
  opened.defer(() => users.close());
  const files = createHostedFiles({
    backend: serverBackend,
    usualQuota,
    tellObjectChange: serverBackend.tellObjectChange,
    log,
    now: Date.now,
  });
  opened.defer(() => files.close());
  const sweep = () => {
    users.repair().catch((error: unknown) => {
      log.error({ err: error }, "profiles and claims could not be repaired");
    });
    files.sweep().catch((error: unknown) => {
      log.error({ err: error }, "stored files could not be compared with what is counted");
    });
  };
  const { options: firebaseConfig, ownerEmail } = firebase;
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
    connectTo: firebaseSources(firebaseConfig.databaseURL),
    tickets: tickets.handler,
    contact,
    endpoints: [
      tickets.endpoint,
      createStorageUsageEndpoint({
        backend: serverBackend,
        quotaOf: usualQuota,
        now: Date.now,
      }),
      createSignInOptionsEndpoint({
        backend: serverBackend,
        // Firebase does.
        sendsMail: true,
        log,
        now: Date.now,
      }),
      createEffectsEndpoint({ backend: serverBackend, users, files, ownerEmail, now: Date.now }),
      createUploadReservationsEndpoint({ backend: serverBackend, ledger: files, now: Date.now }),
    ],
    async start() {
      sweep();
      const timer = setInterval(sweep, sweepEveryMs);
      timer.unref();
      opened.defer(() => clearInterval(timer));
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
