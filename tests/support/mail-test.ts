/** Playwright's `test` with a site that sends its mails: `mails` is the mail server that takes them. */
import { startFoyer } from "./foyer-process.ts";
import { openMailServer } from "./mail-server.ts";
import type { MailServer } from "./mail-server.ts";
import { test as base } from "./site-test.ts";

export const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using server = await openMailServer();
      await use(server);
    },
    { scope: "worker" },
  ],
  sharedSite: [
    async ({ mails }, use) => {
      const mail = { FOYER_SMTP_URL: mails.url, FOYER_MAIL_FROM: "site@example.com" };
      await using site = await startFoyer({ env: { FOYER_TRUST_PROXY: "1", ...mail } });
      await use(site);
    },
    { scope: "worker" },
  ],
});
