/** The sign-in SDK in a real browser: what it keeps, what several tabs and devices see of each other, and mails. */
import type { JSHandle, Page } from "@playwright/test";
import { openAuthenticator } from "../support/auth-authenticator.ts";
import { type SdkInPage, loadSdk, openSdkPage } from "../support/auth-page.ts";
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import { type MailServer, openMailServer } from "../support/mail-server.ts";
import { expect, test as base } from "../support/site-test.ts";

const PASSWORD = "correct horse";

/** `mailed`: a server of its own that sends its mails, and lets visitors in without an account. */
const test = base.extend<{ mailed: boolean; mails: MailServer }>({
  mailed: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  mails: async ({}, use) => {
    await using mails = await openMailServer();
    await use(mails);
  },
  foyer: async ({ mailed, mails, sharedSite }, use) => {
    if (!mailed) return use(sharedSite);
    const env = { FOYER_SMTP_URL: mails.url, FOYER_MAIL_FROM: "site@example.com" };
    await using site = await startFoyer({ env });
    await use(site);
  },
});

let made = 0;
const newEmail = () => `sdk${process.pid}-${Date.now()}-${(made += 1)}@example.com`;

type Person = { email: string; password: string };

const signUp = (sdk: JSHandle<SdkInPage>, person: Person) =>
  sdk.evaluate(async (sdk, { email, password }) => {
    const { user } = await sdk.createUserWithEmailAndPassword(
      await sdk.openAuth(),
      email,
      password,
    );
    return user.uid;
  }, person);

const emailOf = (sdk: JSHandle<SdkInPage>) =>
  sdk.evaluate(async (sdk) => (await sdk.openAuth()).currentUser?.email ?? null);

/** Resolves when this tab has noticed it. */
const signedOut = (sdk: JSHandle<SdkInPage>) =>
  sdk.evaluate(async (sdk) => {
    const auth = await sdk.openAuth();
    await new Promise<void>((resolve) =>
      sdk.onAuthStateChanged(auth, (user) => {
        if (user === null) resolve();
      }),
    );
  });

async function takeLink(mails: MailServer, email: string): Promise<string> {
  const { text } = await mails.take(email);
  const link = /https?:\/\/\S+oobCode=\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link in: ${text}`);
  return link;
}

const codeIn = (link: string): string => new URL(link).searchParams.get("oobCode") ?? "";

async function openDevice(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (context === undefined) throw new Error("There is no browser.");
  return context.newPage();
}

test("who signed up is signed in after a reload and in every tab, whatever tab makes the tokens anew @smoke @long", async ({
  page,
  context,
}) => {
  const email = newEmail();
  let first = await openSdkPage(page);
  await signUp(first, { email, password: PASSWORD });
  await page.reload();
  first = await loadSdk(page);
  expect(await emailOf(first)).toBe(email);

  const secondPage = await context.newPage();
  const second = await openSdkPage(secondPage);
  expect(await emailOf(second)).toBe(email);
  const renew = (sdk: JSHandle<SdkInPage>) =>
    sdk.evaluate(async (sdk) => {
      const auth = await sdk.openAuth();
      for (let time = 0; time < 3; time += 1) await auth.currentUser?.getIdToken(true);
      return auth.currentUser?.email;
    });
  expect(await Promise.all([renew(first), renew(second)])).toEqual([email, email]);
  await Promise.all([page.reload(), secondPage.reload()]);
  const [one, other] = await Promise.all([loadSdk(page), loadSdk(secondPage)]);
  expect(await Promise.all([renew(one), renew(other)])).toEqual([email, email]);

  const noticed = signedOut(other);
  await one.evaluate(async (sdk) => sdk.signOut(await sdk.openAuth()));
  await noticed;
  await page.reload();
  expect(await emailOf(await loadSdk(page))).toBeNull();
  await secondPage.close();
});

test("a user is kept as long as the page says: for the tab, for the browser, or not at all @long", async ({
  page,
  context,
}) => {
  const email = newEmail();
  const sdk = await openSdkPage(page);
  await signUp(sdk, { email, password: PASSWORD });
  const other = await context.newPage();
  type Kept = "inMemoryPersistence" | "browserSessionPersistence" | "browserLocalPersistence";
  const keepIn = async (name: Kept) => {
    await (
      await loadSdk(page)
    ).evaluate(async (sdk, name) => {
      await sdk.setPersistence(await sdk.openAuth([sdk[name]]), sdk[name]);
    }, name);
  };
  const kept = (of: Page, name: Kept) =>
    loadSdk(of).then((sdk) =>
      sdk.evaluate(
        async (sdk, name) => (await sdk.openAuth([sdk[name]])).currentUser?.email ?? null,
        name,
      ),
    );
  for (const [name, inTab, inBrowser] of [
    ["browserLocalPersistence", email, email],
    ["browserSessionPersistence", email, null],
    ["inMemoryPersistence", null, null],
  ] as const) {
    await keepIn(name);
    await page.reload();
    expect(await kept(page, name), name).toBe(inTab);
    await openSdkPage(other);
    expect(await kept(other, name), name).toBe(inBrowser);
  }
});

test("what needs a telephone or Google's scripts is refused by the SDK's own codes @embedded", async ({
  page,
  watch,
}) => {
  // The resolver tries to load them; the site's policy forbids it.
  watch.expectFault(/apis\.google\.com/);
  watch.expectFault(/status of 400/);
  const sdk = await openSdkPage(page);
  await signUp(sdk, { email: newEmail(), password: PASSWORD });
  const codes = await sdk.evaluate(async (sdk) => {
    const auth = await sdk.openAuth();
    const user = auth.currentUser;
    if (user === null) throw new Error("Nobody is signed in.");
    document.body.append(Object.assign(document.createElement("div"), { id: "captcha" }));
    const verifier = () => new sdk.RecaptchaVerifier(auth, "captcha", { size: "invisible" });
    const provider = new sdk.GoogleAuthProvider();
    const phone = sdk.PhoneAuthProvider.credential("verification", "123456");
    if (!(phone instanceof sdk.PhoneAuthCredential)) throw new Error("It is no credential.");
    const session = await sdk.multiFactor(user).getSession();
    const calls = {
      signInWithPhoneNumber: () => sdk.signInWithPhoneNumber(auth, "+15555550100", verifier()),
      linkWithPhoneNumber: () => sdk.linkWithPhoneNumber(user, "+15555550100", verifier()),
      reauthenticateWithPhoneNumber: () =>
        sdk.reauthenticateWithPhoneNumber(user, "+15555550100", verifier()),
      phoneCredential: () => sdk.signInWithCredential(auth, phone),
      updatePhoneNumber: () => sdk.updatePhoneNumber(user, phone),
      phoneSecondFactor: () =>
        new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(
          { phoneNumber: "+15555550100", session },
          verifier(),
        ),
      phoneSecondFactorCode: () =>
        sdk.multiFactor(user).enroll(sdk.PhoneMultiFactorGenerator.assertion(phone), "Phone"),
      signInWithPopup: () => sdk.signInWithPopup(auth, provider),
      linkWithPopup: () => sdk.linkWithPopup(user, provider),
      reauthenticateWithPopup: () => sdk.reauthenticateWithPopup(user, provider),
      signInWithRedirect: () => sdk.signInWithRedirect(auth, provider),
      linkWithRedirect: () => sdk.linkWithRedirect(user, provider),
      reauthenticateWithRedirect: () => sdk.reauthenticateWithRedirect(user, provider),
      getRedirectResult: () => sdk.getRedirectResult(auth),
      browserPopupRedirectResolver: () =>
        sdk.signInWithPopup(auth, provider, sdk.browserPopupRedirectResolver),
    };
    const found: Record<string, string> = {};
    for (const [name, call] of Object.entries(calls)) found[name] = await sdk.codeOf(call());
    return found;
  });
  const notOffered = "auth/operation-not-allowed";
  const noResolver = "auth/argument-error";
  expect(codes).toEqual({
    signInWithPhoneNumber: notOffered,
    linkWithPhoneNumber: notOffered,
    reauthenticateWithPhoneNumber: notOffered,
    phoneCredential: notOffered,
    updatePhoneNumber: notOffered,
    phoneSecondFactor: notOffered,
    phoneSecondFactorCode: notOffered,
    signInWithPopup: noResolver,
    linkWithPopup: noResolver,
    reauthenticateWithPopup: noResolver,
    signInWithRedirect: noResolver,
    linkWithRedirect: noResolver,
    reauthenticateWithRedirect: noResolver,
    getRedirectResult: noResolver,
    browserPopupRedirectResolver: "auth/internal-error",
  });
});

test.describe("with mail @embedded", () => {
  test.use({ mailed: true });

  test("a visitor without an account becomes a person, by a link in a mail, and keeps the uid", async ({
    page,
    foyer,
    mails,
  }) => {
    const set = ["auth", "config", "set", "signIn.anonymous.enabled", "true"];
    expect(await runCommand(foyer.dataDir, ...set)).toMatchObject({ code: 0 });
    const email = newEmail();
    const sdk = await openSdkPage(page);
    const uid = await sdk.evaluate(async (sdk, email) => {
      const auth = await sdk.openAuth();
      const { user } = await sdk.signInAnonymously(auth);
      const url = `${location.origin}/about`;
      await sdk.sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true });
      return user.uid;
    }, email);
    const link = await takeLink(mails, email);
    const linked = await sdk.evaluate(
      async (sdk, { email, link }) => {
        const auth = await sdk.openAuth();
        if (auth.currentUser === null) throw new Error("Nobody is signed in.");
        const credential = sdk.EmailAuthProvider.credentialWithLink(email, link);
        const { user } = await sdk.linkWithCredential(auth.currentUser, credential);
        const { uid, isAnonymous, emailVerified } = user;
        return { uid, isAnonymous, emailVerified };
      },
      { email, link },
    );
    expect(linked).toEqual({ uid, isAnonymous: false, emailVerified: true });
  });

  test("a second factor is set up, asked for on another device, and ended sessions are noticed", async ({
    page,
    mails,
    watch,
  }) => {
    watch.expectFault(/status of 400/);
    const email = newEmail();
    const sdk = await openSdkPage(page);
    await signUp(sdk, { email, password: PASSWORD });
    await sdk.evaluate(async (sdk) => {
      const { currentUser } = await sdk.openAuth();
      if (currentUser !== null) await sdk.sendEmailVerification(currentUser);
    });
    const code = codeIn(await takeLink(mails, email));
    const secret = await sdk.evaluateHandle(async (sdk, code) => {
      const auth = await sdk.openAuth();
      await sdk.applyActionCode(auth, code);
      if (auth.currentUser === null) throw new Error("Nobody is signed in.");
      await auth.currentUser.reload();
      const session = await sdk.multiFactor(auth.currentUser).getSession();
      return sdk.TotpMultiFactorGenerator.generateSecret(session);
    }, code);
    const app = openAuthenticator(await secret.evaluate(({ secretKey }) => secretKey));
    const factors = await sdk.evaluate(
      async (sdk, { secret, code }) => {
        const { currentUser } = await sdk.openAuth();
        if (currentUser === null) throw new Error("Nobody is signed in.");
        const assertion = sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
        await sdk.multiFactor(currentUser).enroll(assertion, "Phone");
        return sdk.multiFactor(currentUser).enrolledFactors.map(({ displayName }) => displayName);
      },
      { secret, code: app.code() },
    );
    expect(factors).toEqual(["Phone"]);
    const warning = await mails.take(email);
    expect(warning.text).toContain("oobCode=");

    const otherPage = await openDevice(page);
    const other = await openSdkPage(otherPage);
    const signedIn = await other.evaluate(
      async (sdk, { email, password, code }) => {
        const auth = await sdk.openAuth();
        const error: unknown = await sdk
          .signInWithEmailAndPassword(auth, email, password)
          .catch((reason: unknown) => reason);
        const resolver = sdk.getMultiFactorResolver(
          auth,
          error as Parameters<typeof sdk.getMultiFactorResolver>[1],
        );
        const [hint] = resolver.hints;
        const assertion = sdk.TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? "", code);
        const { user } = await resolver.resolveSignIn(assertion);
        return (await user.getIdTokenResult()).signInSecondFactor;
      },
      { email, password: PASSWORD, code: app.code() },
    );
    expect(signedIn).toBe("totp");

    // "Sign out everywhere else" on one device: the other one is signed out when it asks next.
    const ended = await sdk.evaluate(async (sdk) => {
      const { currentUser } = await sdk.openAuth();
      const answer = await fetch(
        "/identitytoolkit.googleapis.com/v1/accounts:endOtherSessions?key=any",
        { method: "POST", body: JSON.stringify({ idToken: await currentUser?.getIdToken() }) },
      );
      return answer.status;
    });
    expect(ended).toBe(200);
    const noticed = await other.evaluate(async (sdk) => {
      const auth = await sdk.openAuth();
      const code = await sdk.codeOf(auth.currentUser?.reload() ?? Promise.resolve());
      return { code, user: auth.currentUser };
    });
    expect(noticed).toEqual({ code: "auth/user-token-expired", user: null });
    expect(await sdk.evaluate(async (sdk) => (await sdk.openAuth()).currentUser?.email)).toBe(
      email,
    );
    await otherPage.context().close();
  });
});

test("an account is changed, proved anew and unlinked in a browser as in Node, and deleted in Settings only", async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 400/);
  const sdk = await openSdkPage(page);
  const person = { email: newEmail(), password: PASSWORD, next: "another good one" };
  const seen = await sdk.evaluate(async (sdk, { email, password, next }) => {
    const auth = await sdk.openAuth();
    const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password);
    await sdk.updateProfile(user, { displayName: "Ada", photoURL: "https://example.com/a.png" });
    await user.reload();
    await sdk.updatePassword(user, next);
    const credential = (secret: string) => sdk.EmailAuthProvider.credential(email, secret);
    const oldPassword = await sdk.codeOf(
      sdk.reauthenticateWithCredential(user, credential(password)),
    );
    await sdk.reauthenticateWithCredential(user, credential(next));
    const direct = await sdk.codeOf(sdk.updateEmail(user, `new-${email}`));
    const policy = await sdk.validatePassword(auth, "short");
    const methods = await sdk.fetchSignInMethodsForEmail(auth, email);
    const custom = await sdk.codeOf(sdk.signInWithCustomToken(auth, "a.b.c"));
    const lastWayIn = await sdk.codeOf(sdk.unlink(user, "password"));
    const { claims } = await user.getIdTokenResult(true);
    const deletion = await sdk.codeOf(sdk.deleteUser(user));
    return {
      name: claims["name"],
      oldPassword,
      direct,
      isShortValid: policy.isValid,
      methods,
      custom,
      lastWayIn,
      deletion,
    };
  }, person);
  expect(seen).toEqual({
    name: "Ada",
    oldPassword: "auth/invalid-credential",
    direct: expect.stringMatching(/^(?:no error|auth\/operation-not-allowed)$/),
    isShortValid: false,
    methods: [],
    custom: "auth/invalid-custom-token",
    lastWayIn: "auth/operation-not-allowed",
    deletion: "auth/admin-restricted-operation",
  });
});
