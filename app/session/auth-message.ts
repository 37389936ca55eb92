/** What went wrong with a sign-in form, in plain words, and the field that it belongs to. */
export type FormProblem = { field: "email" | "password" | "form"; text: string };

const passwordMinLength = 6;
const passwordGoodLength = 8;
/** What the embedded sign-in service takes (backend/auth/account-fields.ts). */
const passwordMaxBytes = 1024;

// One sentence for unknown and wrong: who has an account here is nobody's business.
const notRight: FormProblem = { field: "form", text: "The e-mail or the password is not right." };

const byCode: ReadonlyMap<string, FormProblem> = new Map([
  ["invalid-credential", notRight],
  ["invalid-login-credentials", notRight],
  ["user-not-found", notRight],
  ["wrong-password", notRight],
  ["invalid-email", { field: "email", text: "This is not an e-mail address." }],
  ["missing-email", { field: "email", text: "Enter your e-mail." }],
  ["missing-password", { field: "password", text: "Enter a password." }],
  ["weak-password", { field: "password", text: "Use at least 6 characters." }],
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
    { field: "form", text: "Too many tries. Wait a few minutes, then try again." },
  ],
  [
    "admin-restricted-operation",
    { field: "form", text: "This site takes no new accounts. Ask its owner." },
  ],
  [
    "operation-not-allowed",
    { field: "form", text: "Signing in with a password is switched off on this site." },
  ],
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
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // Ours and Firebase's password policy name the limit in the same words.
  const limit = /at most (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  if (code === "auth/password-does-not-meet-requirements" && limit) return tooLong(limit);
  return byCode.get(code.replace(/^auth\//, ""));
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
  if (form.isNew && form.password.length < passwordMinLength) return byCode.get("weak-password");
  const isTooLong = new TextEncoder().encode(form.password).length > passwordMaxBytes;
  return form.isNew && isTooLong ? tooLong(passwordMaxBytes) : undefined;
}

export function passwordHint(length: number): string {
  if (length === 0)
    return `At least ${passwordMinLength} characters; ${passwordGoodLength} or more are better.`;
  if (length < passwordMinLength) return `Too short yet: ${passwordMinLength} are needed.`;
  if (length < passwordGoodLength) return `Short. ${passwordGoodLength} or more are better.`;
  return "Long enough.";
}
