/** What a process is made of that is its own backend: the data folder, its lock and its socket for commands. */
import { randomUUID } from "node:crypto";
import { createBackend } from "#backend";
import type { MakeAvatar } from "./account-data/avatar.ts";
import { createUserMirror } from "./accounts/mirror-users.ts";
import { openOwnerLink } from "./accounts/owner-link.ts";
import type { OwnerLink } from "./accounts/owner-link.ts";
import { createOutboxEndpoint } from "./api/mail/outbox.ts";
import { createOwnerEndpoint } from "./api/owner/owner.ts";
import { createSignInOptionsEndpoint } from "./api/sign-in-options/sign-in-options.ts";
import { createSignUp } from "./api/sign-up/sign-up.ts";
import { createStorageUsageEndpoint } from "./api/storage-usage/storage-usage.ts";
import { createAiParts } from "./ai-parts.ts";
import { createAudit } from "./audit/audit.ts";
import type { BackendParts } from "./backend-parts.ts";
import { createBackupParts } from "./backup-parts.ts";
import { createBoardParts } from "./board-parts.ts";
import { runCommand } from "./cli/commands.ts";
import { openDataFolder } from "./cli/open-data-folder.ts";
import { indexesPath } from "./config/rules-files.ts";
import type { Settings } from "./config/settings.ts";
import { createChatParts } from "./chat-parts.ts";
import { loadStarterContent } from "./content/starter-content.ts";
import type { CleanPicture } from "./publishing/content-files.ts";
import { createContact } from "./contact/contact.ts";
import { createContactNotice } from "./contact/contact-notice.ts";
import { openControlSocket } from "./control/control-socket.ts";
import { createIndexAdder } from "./dev/add-indexes.ts";
import { createBackendHandler, mountSockets } from "./http/backend-handler.ts";
import { embeddedConfig } from "./http/firebase-config.ts";
import { allShared, createDriveParts } from "./drive-parts.ts";
import type { Shrink } from "./drive/thumbs.ts";
import { createGamesParts } from "./games-parts.ts";
import { createJournalParts } from "./journal-parts.ts";
import type { Log } from "./log.ts";
import { createMissingIndexLog } from "./log-missing-indexes.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { createOwnerParts } from "./owner-parts.ts";
import { createPeopleParts, keepOwner, repairPeople, signUpSweep } from "./people-parts.ts";
import { noOtherHosts } from "./page-cache/content-security-policy.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import { createRecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { createSecurityEndpoints } from "./security-parts.ts";
import { createInviteTaker } from "./sign-in-providers/take-invite.ts";
import { createSignInProviders } from "./sign-in-providers/sign-in-providers.ts";
import { createTickets } from "./tickets/tickets.ts";
import { createTodoParts } from "./todo-parts.ts";

export async function openEmbeddedParts(options: {
  settings: Settings;
  development: boolean;
  log: Log;
  makeAvatar: MakeAvatar;
  shrink: Shrink;
  cleanPicture: CleanPicture;
  /** The way to other sites. */
  outgoing: OutgoingFetch;
  /** What is opened here is closed with it, in the reverse order. */
  opened: AsyncDisposableStack;
}): Promise<BackendParts> {
  const { settings, development, log, makeAvatar, opened } = options;
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
  const audit = createAudit({ backend: serverBackend, now: Date.now, newId: randomUUID });
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
  const signUp = createSignUp({
    backend: serverBackend,
    audit,
    origin: () => origin ?? "",
    log,
    now: Date.now,
  });
  const backupParts = createBackupParts({
    backend,
    serverBackend,
    audit,
    folder: settings.backupsDir,
    jobs: () => people.jobs,
    mail,
    origin: () => origin ?? "",
    log,
    now: Date.now,
  });
  const owner = createOwnerParts({
    backend: serverBackend,
    audit,
    jobs: () => people.jobs,
    clean: options.cleanPicture,
    mail,
    dataDir,
    origin: () => origin ?? "",
    providers: settings.signInProviders.map(({ name }) => name),
    gitHubToken: settings.gitHubToken,
    fetch: options.outgoing,
    log,
    now: Date.now,
  });
  const todo = createTodoParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    mail,
    fetch: options.outgoing,
    pushHosts: settings.pushHosts,
    origin: () => origin ?? "",
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
    ai: settings.ai,
    tokens: () => people.tokens,
    chat: chat.forAnswers,
    audit,
    isOnlyCopy: true,
    sendsMail: () => mail.sends,
    log,
    now: Date.now,
  });
  const drives = createDriveParts({
    backend: serverBackend,
    jobs: () => people.jobs,
    notifier: todo.notifier,
    shrink: options.shrink,
    sendsMail: () => mail.sends,
    origin: () => origin ?? "",
    knowsTypes: true,
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
    mail,
    makeAvatar,
    shared: allShared(boards.ofAccounts, chat.ofAccounts, drives.ofAccounts, games.ofAccounts),
    quotaOf,
    origin: () => origin ?? "",
    isHosted: false,
    kinds: {
      ...signUpSweep(signUp),
      ...owner.jobKinds,
      ...backupParts.kinds,
      ...todo.jobKinds,
      ...boards.jobKinds,
      ...chat.jobKinds,
      ...ai.jobKinds,
      ...drives.jobKinds,
      ...journals.jobKinds,
      ...games.jobKinds,
    },
    log,
    now: Date.now,
  });
  opened.defer(() => people.tokens.close());
  // What it ends still pays.
  opened.defer(() => ai.close());
  const recoveryCodes = createRecoveryCodes({ backend: serverBackend, now: Date.now });
  const users = createUserMirror({
    backend: serverBackend,
    log,
    alsoMend: (uid, account) => people.alsoMend(uid, account),
    onSecondFactorGone: (uid) => recoveryCodes.forget(uid),
  });
  backend.onDatabaseCommit(({ writes }) => {
    for (const { path, value } of writes) {
      users.onWrite(path, value);
      todo.onWrite(path, value);
    }
  });
  backend.onAccountChange((change) => users.onAccountChange(change));
  opened.defer(() => users.close());
  opened.defer(() => people.jobs.close());
  let ownerLink: OwnerLink | undefined;
  const control = await openControlSocket(
    dataDir,
    {
      run: (input) =>
        runCommand(serverBackend, input, Date.now(), {
          embedded: backend,
          origin: () => origin,
          accountData: people.accountData,
          ownerLink: () => ownerLink,
          backups: backupParts.backups,
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
    otherHosts: noOtherHosts,
    tickets: drives.withDrives(backupParts.withDownloads(people.withExports(tickets.handler))),
    signIn: createSignInProviders({
      providers: settings.signInProviders,
      createCredential: (identity) => serverBackend.createIdpCredential(identity),
      takeInvite: createInviteTaker({ backend: serverBackend, ...signUp }),
      origin: settings.origin,
      log,
      now: Date.now,
    }),
    contact,
    calendar: todo.calendar,
    profiles: owner.profiles,
    publicBoards: boards.publicBoards,
    sharedLinks: drives.sharedLinks,
    endpoints: [
      ...owner.endpoints,
      tickets.endpoint,
      createStorageUsageEndpoint({ backend: serverBackend, quotaOf, now: Date.now }),
      createOwnerEndpoint({ backend: serverBackend, ownerLink: () => ownerLink, now: Date.now }),
      createOutboxEndpoint({ backend: serverBackend, mail, now: Date.now }),
      createSignInOptionsEndpoint({
        backend: serverBackend,
        sendsMail: mail.sends,
        policy: signUp.policy,
        providers: () => settings.signInProviders.map(({ id, name }) => ({ id, name })),
        passkeys: () => relyingPartyOf(origin ?? "") !== undefined,
        log,
        now: Date.now,
      }),
      ...signUp.endpoints,
      ...people.endpoints,
      ...backupParts.endpoints,
      ...todo.endpoints,
      ...boards.endpoints,
      ...chat.endpoints,
      ...ai.endpoints,
      ...drives.endpoints,
      ...journals.endpoints,
      ...games.endpoints,
      ...createSecurityEndpoints({
        backend: serverBackend,
        origin: () => origin ?? "",
        mail,
        isHosted: false,
        log,
        now: Date.now,
      }),
    ],
    async start(publicAt) {
      origin = publicAt;
      mail.start();
      people.jobs.start();
      ai.start();
      todo.start();
      boards.start();
      void backupParts.start();
      void signUp.repair();
      ownerLink = await openOwnerLink({
        backend: serverBackend,
        dataDir,
        origin,
        keepAct: (uid) => keepOwner(audit, uid),
      });
      repairPeople({ users, tokens: people.tokens, log });
      return ownerLink.address();
    },
  };
}
