/** What a process is made of that is its own backend: the data folder, its lock and its socket for commands. */
import { createBackend } from "#backend";
import { createUserMirror } from "./accounts/mirror-users.ts";
import { openOwnerLink } from "./accounts/owner-link.ts";
import type { OwnerLink } from "./accounts/owner-link.ts";
import { createOutboxEndpoint } from "./api/mail/outbox.ts";
import { createOwnerEndpoint } from "./api/owner/owner.ts";
import { createSignInOptionsEndpoint } from "./api/sign-in-options/sign-in-options.ts";
import { createStorageUsageEndpoint } from "./api/storage-usage/storage-usage.ts";
import type { BackendParts } from "./backend-parts.ts";
import { runCommand } from "./cli/commands.ts";
import { openDataFolder } from "./cli/open-data-folder.ts";
import { indexesPath } from "./config/rules-files.ts";
import type { Settings } from "./config/settings.ts";
import { loadStarterContent } from "./content/starter-content.ts";
import { createContact } from "./contact/contact.ts";
import { createContactNotice } from "./contact/contact-notice.ts";
import { openControlSocket } from "./control/control-socket.ts";
import { createIndexAdder } from "./dev/add-indexes.ts";
import { createBackendHandler, mountSockets } from "./http/backend-handler.ts";
import { embeddedConfig } from "./http/firebase-config.ts";
import type { Log } from "./log.ts";
import { createMissingIndexLog } from "./log-missing-indexes.ts";
import { createTickets } from "./tickets/tickets.ts";

export async function openEmbeddedParts(options: {
  settings: Settings;
  development: boolean;
  log: Log;
  /** What is opened here is closed with it, in the reverse order. */
  opened: AsyncDisposableStack;
}): Promise<BackendParts> {
  const { settings, development, log, opened } = options;
  const { dataDir, projectId } = settings;
  let origin: string | undefined;
  const { backend, serverBackend, mail, quotaOf, appCheck } = await openDataFolder({
    createBackend,
    settings,
    log,
    origin: () => origin ?? settings.origin?.origin ?? "http://localhost",
    opened,
  });
  if (development) {
    const adder = createIndexAdder({ path: indexesPath, setIndexes: backend.setIndexes, log });
    backend.onMissingIndex(adder.add);
    opened.defer(() => adder.settled());
  } else {
    backend.onMissingIndex(createMissingIndexLog(log));
  }
  const loaded = await loadStarterContent(serverBackend, Date.now());
  if (loaded > 0) log.info({ documents: loaded }, "loaded the starter content");
  const users = createUserMirror({ backend: serverBackend, log });
  backend.onDatabaseCommit(({ writes }) => {
    for (const { path, value } of writes) users.onWrite(path, value);
  });
  opened.defer(() => users.close());
  const tickets = createTickets({
    backend: serverBackend,
    knowsTypes: true,
    appCheck,
    log,
    now: Date.now,
  });
  const contact = createContact({
    backend: serverBackend,
    notify: createContactNotice({
      backend: serverBackend,
      mail,
      origin: () => origin ?? "",
      log,
      now: Date.now,
    }),
    log,
    now: Date.now,
  });
  opened.defer(() => contact.close());
  let ownerLink: OwnerLink | undefined;
  const control = await openControlSocket(
    dataDir,
    {
      run: (input) =>
        runCommand(serverBackend, input, Date.now(), {
          embedded: backend,
          origin: () => origin,
          ownerLink: () => ownerLink,
        }),
      fetch: (request) => backend.adminFetch(request),
    },
    log,
  );
  opened.defer(() => control.close());

  return {
    serverBackend,
    handler: createBackendHandler({ backend, origin: settings.origin }),
    mountSockets(http, { servesHost, clientOf }) {
      const { origin } = settings;
      mountSockets(http, { backend, origin, servesHost, clientOf, leaveOthers: development });
    },
    closeSockets: backend.closeSockets,
    firebaseConfig: embeddedConfig(projectId),
    connectTo: [],
    tickets: tickets.handler,
    contact,
    endpoints: [
      tickets.endpoint,
      createStorageUsageEndpoint({ backend: serverBackend, quotaOf, now: Date.now }),
      createOwnerEndpoint({ backend: serverBackend, ownerLink: () => ownerLink, now: Date.now }),
      createOutboxEndpoint({ backend: serverBackend, mail, now: Date.now }),
      createSignInOptionsEndpoint({
        backend: serverBackend,
        sendsMail: mail.sends,
        log,
        now: Date.now,
      }),
    ],
    async start(publicAt) {
      origin = publicAt;
      mail.start();
      ownerLink = await openOwnerLink({ backend: serverBackend, dataDir, origin });
      users.repair().catch((error: unknown) => {
        log.error({ err: error }, "profiles and claims could not be repaired");
      });
      return ownerLink.address();
    },
  };
}
