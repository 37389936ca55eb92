import { expect, test } from "vitest";
import { ApiError } from "#app/live/api.ts";
import { problemText } from "./problem-text.ts";
import { askToSignInAgain } from "./reauthenticate.tsx";
import { LeftError, withRecentSignIn } from "./with-recent-sign-in.ts";

test("who leaves the question has changed nothing, and is told nothing", async () => {
  let calls = 0;
  const doing = withRecentSignIn(async () => {
    calls += 1;
    throw new ApiError("Sign in again to do this.", { status: 401, code: "recent-sign-in-needed" });
  });
  await Promise.resolve();
  // The next question takes the place of this one.
  void askToSignInAgain();
  const error = await doing.catch((left: unknown) => left);
  expect(error).toBeInstanceOf(LeftError);
  expect(problemText(error)).toBeUndefined();
  expect(calls).toBe(1);
});

test("any other failure asks nobody anything", async () => {
  const refusal = new ApiError("This is the last admin.", { status: 409, code: "last-admin" });
  await expect(withRecentSignIn(() => Promise.reject(refusal))).rejects.toBe(refusal);
});
