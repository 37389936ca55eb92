import { expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { openSite } from "../../../tests/support/site.ts";
import { openMail } from "../../mail/mail.ts";
import { createOutboxEndpoint } from "./outbox.ts";

const start = Date.UTC(2026, 10, 22, 13, 3);
const code = "the-code-of-the-mail";

test("the outbox is for admins only, and shows them no code", async () => {
  await using site = await openSite();
  const { log } = recordingLog();
  const mail = await openMail({
    dataDir: site.dataDir,
    smtp: undefined,
    siteName: async () => "Ada Example",
    origin: () => "https://ada.example",
    now: () => start,
    log,
  });
  const outbox = createOutboxEndpoint({
    // Who is who is the sign-in service's matter; here a token is the uid.
    backend: {
      ...site.serverBackend,
      async verifyIdToken(token) {
        if (token === "expired") throw new BackendError("UNAUTHENTICATED", "expired");
        return { uid: token, claims: {} };
      },
    },
    mail,
    now: () => start,
  });
  const ask = (token?: string) =>
    outbox.answer({
      request: new Request("http://localhost/api/mail/outbox", {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }),
      body: "",
      client: "203.0.113.9",
    });
  await site.serverBackend.updateValues({
    "users/ada/roles": { admin: true, editor: false, user: true },
    "users/eve/roles": { admin: false, editor: true, user: true },
  });
  await mail.authMailer.send({
    id: "one",
    kind: "PASSWORD_RESET",
    to: "grace@example.com",
    link: `https://ada.example/forgot-password?mode=resetPassword&oobCode=${code}&apiKey=k`,
    expiresAt: start + 3_600_000,
    displayName: null,
    newEmail: null,
  });

  expect((await ask()).status).toBe(401);
  expect((await ask("expired")).status).toBe(401);
  expect((await ask("eve")).status).toBe(403);
  expect((await ask("nobody")).status).toBe(403);
  const answer = await ask("ada");
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).not.toContain(code);
  expect(JSON.parse(text)).toEqual({
    sends: false,
    total: 1,
    mails: [
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        kind: "PASSWORD_RESET",
        to: "grace@example.com",
        subject: "Set a new password for Ada Example",
        text: expect.stringContaining("&oobCode=••••••&apiKey=k") as string,
        createdAt: start,
        expiresAt: start + 3_600_000,
      },
    ],
  });
  await mail.close();
});
