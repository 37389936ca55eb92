/**
 * The embedded backend of a data folder with the mail that it causes: the same for a server and for a command without
 * one, so that neither does anything otherwise than the other would.
 */
import type { Backend, BackendOptions } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createQuotaPolicy } from "../accounts/quota-policy.ts";
import type { QuotaPolicy } from "../accounts/quota-policy.ts";
import { createAppCheckVerifier } from "../app-check/verify-app-check.ts";
import type { VerifyAppCheck } from "../app-check/verify-app-check.ts";
import { createEmbeddedServerBackend } from "../backend-port/embedded.ts";
import { embeddedApiKey } from "../config/embedded-api-key.ts";
import { readIndexesFile, readRulesFiles } from "../config/rules-files.ts";
import type { Settings } from "../config/settings.ts";
import type { Log } from "../log.ts";
import { openMail } from "../mail/mail.ts";
import type { Mail } from "../mail/mail.ts";

type OpenFolder = {
  backend: Backend;
  serverBackend: ServerBackend;
  /** Keeps mails; none is sent before it is started. */
  mail: Mail;
  /** By which the backend limits what an account keeps in files. */
  quotaOf: QuotaPolicy;
  /** By which it tells apps of the owner's from others; undefined where every app is let in. */
  appCheck: VerifyAppCheck | undefined;
};

/** `opened` closes it. @throws FolderLockedError when another process has the folder; RulesError; IndexesError; StoreError */
export async function openDataFolder(options: {
  /** Of the backend's door, which only who starts a process opens. */
  createBackend: (options: BackendOptions) => Promise<Backend>;
  settings: Pick<Settings, "dataDir" | "projectId" | "mail" | "userQuotaBytes" | "filesMaxBytes"> &
    Partial<Pick<Settings, "appCheck">>;
  log: Log;
  /** `scheme://host[:port]` at which visitors reach the site. */
  origin: () => string;
  opened: AsyncDisposableStack;
}): Promise<OpenFolder> {
  const { createBackend, settings, log, origin, opened } = options;
  const { dataDir, projectId } = settings;
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const quotaOf = createQuotaPolicy({
    usualBytes: settings.userQuotaBytes,
    sendsMail: settings.mail !== undefined,
  });
  const appCheck =
    settings.appCheck && createAppCheckVerifier({ ...settings.appCheck, now: Date.now });
  let mail: Mail | undefined;
  const mailer = () => {
    if (mail === undefined) throw new Error("The outbox is not open yet.");
    return mail.authMailer;
  };
  // After the backend, which hands mails over until it is closed.
  opened.defer(() => mail?.close());
  const backend = await createBackend({
    dataDir,
    projectId,
    log,
    rules,
    indexes,
    mailer: {
      send: async (authMail) => mailer().send(authMail),
      forget: async (ids) => mailer().forget(ids),
    },
    actionUrl: () => `${origin()}/forgot-password`,
    apiKey: embeddedApiKey,
    storage: {
      siteBytes: settings.filesMaxBytes,
      quotaOf: ({ token }) => quotaOf(token),
      ...(appCheck && { appCheck }),
    },
  });
  // The threads of an open backend would keep a process alive that could not start.
  opened.defer(() => backend.close());
  const serverBackend = createEmbeddedServerBackend(backend, {
    projectId,
    usualQuota: quotaOf,
    log,
  });
  // Only who has the lock on the folder may clear what is half written in its outbox.
  mail = await openMail({
    dataDir,
    smtp: settings.mail,
    siteName: () => siteNameOf(serverBackend),
    origin,
    now: Date.now,
    log,
  });
  return { backend, serverBackend, mail, quotaOf, appCheck };
}

/** As at the head of every page. A sample's made-up person is nobody to get mail from. */
async function siteNameOf(backend: ServerBackend): Promise<string> {
  const { resume, sample } = await backend.publicData();
  return sample === "all" ? "" : (resume?.basics?.name ?? "");
}
