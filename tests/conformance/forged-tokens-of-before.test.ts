/** Tokens that were good once, used again by whoever kept them, are refused by every service (quality.md, R6). */
import { signInWithCustomToken } from "firebase/auth";
import { expect, test } from "vitest";
import { createCustomToken } from "../support/auth-custom-token.ts";
import { createSdkClient } from "../support/sdk-client.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { askAll, refused } from "./forged-tokens-ask.ts";

const HOUR_MS = 60 * 60_000;

type Kept = { idToken: string; refreshToken: string };

async function signIn(site: ServedSite, uid: string): Promise<Kept> {
  await using client = createSdkClient(site.origin);
  const token = await createCustomToken(site.backend, site.origin, uid);
  const { user } = await signInWithCustomToken(client.auth, token);
  return { idToken: await user.getIdToken(), refreshToken: user.refreshToken };
}

/** What the next tokens are, or the status and code of the refusal. */
async function refresh(site: ServedSite, refreshToken: string): Promise<Kept | string> {
  const answer = await fetch(`${site.origin}/securetoken.googleapis.com/v1/token?key=any`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  if (answer.status === 503) return "503";
  const body = (await answer.json()) as Record<string, string> & { error?: { message: string } };
  if (body.error !== undefined) return `${answer.status} ${body.error.message}`;
  return { idToken: body["id_token"] ?? "", refreshToken: body["refresh_token"] ?? "" };
}

async function renew(site: ServedSite, refreshToken: string): Promise<Kept> {
  const kept = await refresh(site, refreshToken);
  if (typeof kept === "string") throw new Error(kept);
  return kept;
}

async function admin(site: ServedSite, path: string, body?: object): Promise<void> {
  const url = `${site.origin}/identitytoolkit.googleapis.com/v1/projects/foyer/accounts${path}`;
  const init =
    body === undefined ? { method: "DELETE" } : { method: "POST", body: JSON.stringify(body) };
  expect((await site.backend.adminFetch(new Request(url, init))).status).toBe(200);
}

test("tokens that were good once are refused everywhere, also those of a stolen family", async () => {
  let aheadMs = 0;
  await using site = await serveSite({ fresh: true, clock: () => Date.now() + aheadMs });
  const expectRefused = async (uid: string, { idToken }: Kept, change: object = {}) => {
    const answers = await askAll(site, uid, idToken);
    expect(answers, uid).toMatchObject({ ...refused, ...change });
    const { socket, adminSocket } = answers as Record<string, string>;
    expect([socket, adminSocket], uid).not.toContain("ok");
  };

  const ended = await signIn(site, "ended");
  const payload = JSON.parse(
    Buffer.from(ended.idToken.split(".")[1] ?? "", "base64url").toString(),
  ) as { sid: string };
  await admin(site, `/ended/sessions/${payload.sid}`);
  await expectRefused("ended", ended);
  expect(await refresh(site, ended.refreshToken)).toBe("400 TOKEN_EXPIRED");

  // The account is still signed in, so it may see itself; everybody else refuses what the token says.
  const demoted = await signIn(site, "demoted");
  await admin(site, ":update", { localId: "demoted", customAttributes: '{"admin":true}' });
  const asAdmin = await renew(site, demoted.refreshToken);
  await admin(site, ":update", { localId: "demoted", customAttributes: "{}" });
  await expectRefused("demoted", asAdmin, { lookup: 200 });

  const gone = await signIn(site, "gone");
  await admin(site, ":delete", { localId: "gone" });
  await signIn(site, "gone");
  await expectRefused("gone", gone);
  expect(await refresh(site, gone.refreshToken)).toMatch(/^400 /);

  // While the clock of whoever makes custom tokens is still the server's.
  const [owner, first, late] = [
    await signIn(site, "owner"),
    await signIn(site, "lost"),
    await signIn(site, "late"),
  ];

  // Whoever stole the first token used it first; the owner's next use shows that there are two.
  const thief = await renew(site, owner.refreshToken);
  aheadMs += 2 * 60_000;
  const thiefLater = await renew(site, thief.refreshToken);
  expect(await refresh(site, owner.refreshToken)).toBe("503");
  aheadMs += 30_000;
  expect(await refresh(site, owner.refreshToken)).toBe("400 TOKEN_EXPIRED");
  for (const tokens of [owner, thief, thiefLater]) {
    // oxlint-disable-next-line no-await-in-loop
    await expectRefused("owner", tokens);
    // oxlint-disable-next-line no-await-in-loop
    expect(await refresh(site, tokens.refreshToken)).toBe("400 TOKEN_EXPIRED");
  }

  // An answer was lost: what it brought is out of use, as whoever caught it finds out.
  const caught = await renew(site, first.refreshToken);
  aheadMs += 2 * 60_000;
  const next = await renew(site, first.refreshToken);
  expect(await refresh(site, caught.refreshToken)).toBe("503");
  aheadMs += 30_000;
  expect(await refresh(site, caught.refreshToken)).toBe("400 TOKEN_EXPIRED");
  await expectRefused("lost", next);

  const newest = await renew(site, late.refreshToken);
  aheadMs += HOUR_MS;
  await expectRefused("late", newest);

  const ofOldKey = await renew(site, newest.refreshToken);
  await site.backend.rotateSigningKey();
  await expectRefused("late", ofOldKey);
  expect(
    await askAll(site, "late", (await renew(site, ofOldKey.refreshToken)).idToken),
  ).toMatchObject({ documents: 404, lookup: 200, socket: "ok" });
});
