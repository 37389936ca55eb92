import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { openAuthAt } from "../testing/open-auth.ts";

test("without the key of its second factors the service does not start; given up, they are gone and nobody is locked out", async () => {
  using dir = createTempDir();
  const key = join(dir.path, "keys", "sealing-key");
  let refreshToken: string;
  {
    await using auth = await openAuthAt(dir.path);
    const post = (path: string, body: object) =>
      auth.send(`/identitytoolkit.googleapis.com/v2/accounts/${path}?key=any`, {
        method: "POST",
        body: JSON.stringify(body),
      });
    const { localId, idToken } = await auth.signUp("ada@example.com");
    await auth.admin(":update", { localId, emailVerified: true });
    const start = await post("mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} });
    const { sharedSecretKey, sessionInfo } = start.body.totpSessionInfo;
    const secret = Secret.fromBase32(sharedSecretKey);
    const verificationCode = TOTP.generate({ secret, timestamp: auth.time.nowMs });
    const totpVerificationInfo = { sessionInfo, verificationCode };
    const sent = { idToken, displayName: "Phone", totpVerificationInfo };
    refreshToken = (await post("mfaEnrollment:finalize", sent)).body.refreshToken;
  }
  rmSync(key);
  await expect(openAuthAt(dir.path)).rejects.toThrow(/sealing-key\. Restore the folder of keys/);
  expect(readdirSync(join(dir.path, "keys"))).not.toContain("sealing-key");
  writeFileSync(`${key}.lost`, "");
  {
    await using auth = await openAuthAt(dir.path);
    expect((await auth.refresh(refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
    expect((await auth.signIn("ada@example.com")).body.idToken).toBeDefined();
  }
  await using auth = await openAuthAt(dir.path);
  expect((await auth.signIn("ada@example.com")).status).toBe(200);
});
