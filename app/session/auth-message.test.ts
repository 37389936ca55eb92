import { FirebaseError } from "firebase/app";
import { expect, test } from "vitest";
import {
  authProblem,
  checkForm,
  isSignInOver,
  knownAuthProblem,
  passwordHint,
} from "./auth-message.ts";

const problemOf = (code: string) => authProblem(new FirebaseError(`auth/${code}`, "details"));

test("unknown and wrong have the same words at the same place", () => {
  const problems = [
    "user-not-found",
    "wrong-password",
    "invalid-credential",
    "invalid-login-credentials",
  ].map(problemOf);
  for (const problem of problems) {
    expect(problem).toEqual({ field: "form", text: "The e-mail or the password is not right." });
  }
});

test("a mistake belongs to its field", () => {
  expect(problemOf("email-already-in-use").field).toBe("email");
  expect(problemOf("invalid-email").field).toBe("email");
  expect(problemOf("weak-password").field).toBe("password");
  expect(problemOf("too-many-requests").field).toBe("form");
});

test("no answer is told from a wrong one", () => {
  const unreachable = problemOf("network-request-failed");
  expect(unreachable.text).toContain("cannot be reached");
  expect(authProblem(new TypeError("Failed to fetch"))).toEqual(unreachable);
  expect(authProblem(new DOMException("too late", "TimeoutError"))).toEqual(unreachable);
});

test("what is not known says no code and shows nothing of the server's text", () => {
  for (const error of [
    new FirebaseError("auth/internal-error", "<b>stack</b>"),
    new Error("x"),
    "text",
    new FirebaseError("auth/constructor", ""),
    null,
  ]) {
    expect(knownAuthProblem(error)).toBeUndefined();
    expect(authProblem(error).text).toMatch(/^That did not work/);
  }
});

test("who tried too often is told that the pause grows, not how long it is", () => {
  expect(problemOf("too-many-requests").text).toBe(
    "Too many tries. Wait a moment, then try again; the pause grows with each try.",
  );
});

test("a password that is too long is told from one that is too simple", () => {
  const code = "auth/password-does-not-meet-requirements";
  const refused = (details: string) => authProblem(new FirebaseError(code, details));
  expect(refused("Firebase: Password may have at most 1024 bytes").text).toMatch(
    /^This password is too long\. Use at most 1024 characters/,
  );
  expect(refused("Missing password requirements: [an upper case character]").text).toMatch(
    /too simple/,
  );
  const form = { email: "ada@example.com", isEmail: true, isNew: true };
  expect(checkForm({ ...form, password: "a".repeat(1024) })).toBeUndefined();
  expect(checkForm({ ...form, password: "é".repeat(513) })).toEqual(refused("at most 1024"));
  expect(checkForm({ ...form, password: "a".repeat(1025), isNew: false })).toBeUndefined();
});

test("a password that is easy to guess is told from a short one, in words of ours", () => {
  const refused = (details: string) =>
    authProblem(new FirebaseError("auth/weak-password", details));
  const short = { field: "password", text: "Use at least 6 characters." };
  expect(
    refused("Firebase: Password should be at least 6 characters (auth/weak-password)."),
  ).toEqual(short);
  expect(refused("Firebase: The password must be 6 characters long or more.")).toEqual(short);
  expect(refused("Firebase: at least 12 characters").text).toBe("Use at least 12 characters.");
  const easy = [
    ["This password is on lists of stolen passwords. Choose another one.", /stolen ones/],
    [
      "This password is the e-mail address or a name that anybody knows. Choose another one.",
      /part of your e-mail or a known name/,
    ],
    ["<b>other</b>", /^This password is too easy to guess/],
  ] as const;
  for (const [details, words] of easy) {
    expect(refused(`Firebase: ${details} (auth/weak-password).`)).toEqual({
      field: "password",
      text: expect.stringMatching(words) as string,
    });
  }
});

test("a wrong code of the second step stays there; one that came too late begins again", () => {
  const errorOf = (code: string) => new FirebaseError(`auth/${code}`, "details");
  for (const code of ["invalid-verification-code", "missing-verification-code"]) {
    expect(problemOf(code).field).toBe("code");
    expect(isSignInOver(errorOf(code))).toBe(false);
  }
  for (const code of ["totp-challenge-timeout", "invalid-multi-factor-session", "code-expired"]) {
    expect(isSignInOver(errorOf(code))).toBe(true);
    expect(problemOf(code).text).toMatch(/Sign in again/);
  }
  expect(isSignInOver(errorOf("too-many-requests"))).toBe(false);
});

test("each code that a link or a mail may be refused with has words of its own", () => {
  const codes = [
    "expired-action-code",
    "invalid-action-code",
    "unauthorized-continue-uri",
    "operation-not-allowed",
    "admin-restricted-operation",
    "requires-recent-login",
    "user-token-expired",
    "multi-factor-auth-required",
  ];
  const texts = codes.map((code) => knownAuthProblem(new FirebaseError(`auth/${code}`, ""))?.text);
  expect(texts).not.toContain(undefined);
  expect(new Set(texts).size).toBe(codes.length);
});

test("a form is checked before it is sent, from its first field on", () => {
  const form = { email: "ada@example.com", isEmail: true, password: "123456", isNew: true };
  expect(checkForm(form)).toBeUndefined();
  expect(checkForm({ ...form, email: "", password: "" })?.field).toBe("email");
  expect(checkForm({ ...form, isEmail: false })?.field).toBe("email");
  expect(checkForm({ ...form, password: "" })?.text).toBe("Enter your password.");
  expect(checkForm({ ...form, password: "12345" })?.text).toBe("Use at least 6 characters.");
  // An old account's password is the service's matter.
  expect(checkForm({ ...form, password: "12345", isNew: false })).toBeUndefined();
});

test("the hint tells required from recommended", () => {
  expect([0, 5, 6, 7, 8].map(passwordHint)).toEqual([
    "At least 6 characters; 8 or more are better.",
    "Too short yet: 6 are needed.",
    "Short. 8 or more are better.",
    "Short. 8 or more are better.",
    "Long enough.",
  ]);
});
