/** What went wrong with a sign-in form, in plain words, and the field that it belongs to. */
export type FormProblem = { field: "email" | "password" | "code" | "form"; text: string };

const passwordMinLength = 6;
const passwordGoodLength = 8;
/** What the embedded sign-in service takes (backend/auth/account-fields.ts). */
const passwordMaxBytes = 1024;

// One sentence for unknown and wrong: who has an account here is nobody's business.
const notRight: FormProblem = { field: "form", text: "The e-mail or the password is not right." };

/** Why a password of enough characters is refused, by a word of the service's text. */
const easyPasswords: readonly [RegExp, string][] = [
  [/stolen/i, "This password is on lists of stolen ones, which are tried first. Choose another."],
  // Not "your name": a new account has none yet.
  [
    /address|name/i,
    "This password is part of your e-mail or a known name, which are tried first. Choose another.",
  ],
  [/(?:)/, "This password is too easy to guess. Choose another."],
];

const tookTooLong: FormProblem = { field: "form", text: "That took too long. Sign in again." };

const byCode: ReadonlyMap<string, FormProblem> = new Map([
  ["invalid-credential", notRight],
  ["invalid-login-credentials", notRight],
  ["user-not-found", notRight],
  ["wrong-password", notRight],
  ["invalid-email", { field: "email", text: "This is not an e-mail address." }],
  ["missing-email", { field: "email", text: "Enter your e-mail." }],
  ["missing-password", { field: "password", text: "Enter a password." }],
  [
    "password-does-not-meet-requirements",
    { field: "password", text: "This password is too simple for this site. Use a longer one." },
  ],
  [
    "email-already-in-use",
    { field: "email", text: "This e-mail has an account already. Sign in instead." },
  ],
  [
    "user-disabled",
    { field: "form", text: "This account is switched off. Ask the owner of this site." },
  ],
  [
    "too-many-requests",
    {
      field: "form",
      text: "Too many tries. Wait a moment, then try again; the pause grows with each try.",
    },
  ],
  [
    "admin-restricted-operation",
    {
      field: "form",
      text: "This site makes no new accounts this way. Ask its owner for an invite.",
    },
  ],
  [
    "operation-not-allowed",
    { field: "form", text: "This way of signing in is switched off on this site." },
  ],
  ["expired-action-code", { field: "form", text: "This link has expired. Ask for a new one." }],
  [
    "invalid-action-code",
    { field: "form", text: "This link has been used already, or is not whole. Ask for a new one." },
  ],
  [
    "invalid-verification-code",
    { field: "code", text: "This code is not right. Type the one that your app shows now." },
  ],
  ["missing-verification-code", { field: "code", text: "Type the six digits of the code." }],
  ["invalid-multi-factor-session", tookTooLong],
  ["missing-multi-factor-session", tookTooLong],
  ["totp-challenge-timeout", tookTooLong],
  ["code-expired", tookTooLong],
  ["sign-in-over", tookTooLong],
  [
    "multi-factor-auth-required",
    { field: "form", text: "This account asks for a second step that this site does not offer." },
  ],
  [
    "requires-recent-login",
    { field: "form", text: "For this, sign out and sign in once more, then try again." },
  ],
  [
    "unauthorized-continue-uri",
    { field: "form", text: "The link would have led away from this site, so none was sent." },
  ],
  [
    "provider-unavailable",
    {
      field: "form",
      text: "The other side cannot be reached just now. Try again in a moment, or sign in another way.",
    },
  ],
  [
    "provider-failed",
    {
      field: "form",
      text: "The answer from the other side could not be trusted, so nothing was changed. Try again.",
    },
  ],
  [
    "provider-expired",
    { field: "form", text: "That took too long, or began in another browser. Start again." },
  ],
  [
    "provider-unknown",
    { field: "form", text: "This way of signing in is not offered here any more." },
  ],
  [
    "popup-blocked",
    {
      field: "form",
      text: "Your browser blocked the window. Allow windows for this site, then try again.",
    },
  ],
  [
    "unauthorized-domain",
    {
      field: "form",
      text: "This site is not set up yet for signing in this way. Tell its owner.",
    },
  ],
  [
    "account-exists-with-different-credential",
    {
      field: "form",
      text: "An account with this e-mail exists already, and the other side does not say that the e-mail is yours. Sign in as you usually do, then link it in Settings.",
    },
  ],
  ["credential-already-in-use", { field: "form", text: "This belongs to another account here." }],
  ["provider-already-linked", { field: "form", text: "This is linked to your account already." }],
  ["no-such-provider", { field: "form", text: "This is not linked to your account." }],
  [
    "user-mismatch",
    { field: "form", text: "That is another account. Use the one you are signed in with." },
  ],
  ["user-token-expired", { field: "form", text: "You have been signed out. Sign in again." }],
  [
    "network-request-failed",
    { field: "form", text: "The site cannot be reached. Check your connection and try again." },
  ],
]);

const unexpected: FormProblem = {
  field: "form",
  text: "That did not work, and nothing was changed. Try again in a moment.",
};

/** `error` is what the auth SDK threw; undefined when it is none of the known ones. */
export function knownAuthProblem(error: unknown): FormProblem | undefined {
  // What fetch and import throw when no answer comes, or none in time.
  const isUnanswered = error instanceof Error && error.name === "TimeoutError";
  if (error instanceof TypeError || isUnanswered) return byCode.get("network-request-failed");
  const code = codeOf(error);
  // Ours and Firebase's password policy name the limit in the same words.
  const said = error instanceof Error ? error.message : "";
  const limit = /at most (\d+)/.exec(said)?.[1];
  if (code === "password-does-not-meet-requirements" && limit) return tooLong(limit);
  // The service has one code for a password that is short and for one that is easy to guess.
  if (code === "weak-password") {
    const least = /at least (\d+)|(\d+) characters/.exec(said);
    if (least) return tooShort(least[1] ?? least[2] ?? passwordMinLength);
    const [, text = ""] = easyPasswords.find(([word]) => word.test(said)) ?? [];
    return { field: "password", text };
  }
  const known = byCode.get(code);
  if (known !== undefined) return known;
  // Our own server answers in sentences.
  const isOurs = error instanceof Error && error.name === "ApiError";
  return isOurs ? { field: "form", text: said } : undefined;
}

/** Of the auth SDK and of our own server alike: `weak-password`. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code).replace(/^auth\//, "") : "";
}

/** Somebody left on purpose: there is nothing to say. */
export function isLeft(error: unknown): boolean {
  const isClosed = ["popup-closed-by-user", "cancelled-popup-request", "provider-denied"];
  const isBrowsers = error instanceof Error && /^(?:Abort|NotAllowed)Error$/.test(error.name);
  return isBrowsers || isClosed.includes(codeOf(error));
}

function tooShort(least: number | string): FormProblem {
  return { field: "password", text: `Use at least ${least} characters.` };
}

function tooLong(limit: number | string): FormProblem {
  const text = `This password is too long. Use at most ${limit} characters; an accented letter or an emoji counts as several.`;
  return { field: "password", text };
}

export function authProblem(error: unknown): FormProblem {
  return knownAuthProblem(error) ?? unexpected;
}

/** Before anything is sent. */
export function checkForm(form: {
  email: string;
  /** The browser's own verdict. */
  isEmail: boolean;
  password: string;
  isNew: boolean;
}): FormProblem | undefined {
  if (form.email === "") return byCode.get("missing-email");
  if (!form.isEmail) return byCode.get("invalid-email");
  if (form.password === "") return { field: "password", text: "Enter your password." };
  if (form.isNew && form.password.length < passwordMinLength) {
    return tooShort(passwordMinLength);
  }
  const isTooLong = new TextEncoder().encode(form.password).length > passwordMaxBytes;
  return form.isNew && isTooLong ? tooLong(passwordMaxBytes) : undefined;
}

/** Before anything is sent. */
export function checkCodeField(digits: string): FormProblem | undefined {
  return digits.length === 6 ? undefined : byCode.get("missing-verification-code");
}

/** Before anything is sent. */
export function checkRecoveryField(code: string): FormProblem | undefined {
  return code === "" ? { field: "code", text: "Type one of your recovery codes." } : undefined;
}

/** Of a second step: it is over, and one has to begin again. */
export function isSignInOver(error: unknown): boolean {
  return knownAuthProblem(error) === tookTooLong;
}

export function passwordHint(length: number): string {
  if (length === 0)
    return `At least ${passwordMinLength} characters; ${passwordGoodLength} or more are better.`;
  if (length < passwordMinLength) return `Too short yet: ${passwordMinLength} are needed.`;
  if (length < passwordGoodLength) return `Short. ${passwordGoodLength} or more are better.`;
  return "Long enough.";
}
