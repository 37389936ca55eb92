import { afterAll, expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { readSignUpPolicy, repairSignUpPolicy, setSignUpPolicy } from "./sign-up-policy.ts";

const site = await openSite();
afterAll(() => site[Symbol.asyncDispose]());
const backend = site.serverBackend;
const switchName = "client.permissions.disabledUserSignup";

async function signUp(email: string): Promise<string> {
  const answer = await site.backend.fetch(
    new Request(
      "http://localhost/identitytoolkit.googleapis.com/v1/accounts:signUp?key=foyer-embedded",
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: "correct horse" }),
      },
    ),
    { client: "::1", origin: "http://localhost" },
  );
  const { error } = (await answer.json()) as { error?: { message: string } };
  return error?.message ?? "made";
}

test("the sign-in service itself refuses where the site is not open", async () => {
  expect(await readSignUpPolicy(backend)).toBe("open");
  expect(await signUp("a@example.com")).toBe("made");
  for (const policy of ["invite", "closed"] as const) {
    await setSignUpPolicy(backend, policy);
    expect(await readSignUpPolicy(backend)).toBe(policy);
    expect(await signUp("b@example.com")).toMatch(/^ADMIN_ONLY_OPERATION/);
  }
  await setSignUpPolicy(backend, "open");
  expect(await readSignUpPolicy(backend)).toBe("open");
  expect(await signUp("b@example.com")).toBe("made");
});

test("a start closes what should be closed, and opens nothing that was closed elsewhere", async () => {
  await setSignUpPolicy(backend, "invite");
  await backend.setAuthConfig({ [switchName]: false });
  await repairSignUpPolicy(backend);
  expect(await signUp("c@example.com")).toMatch(/^ADMIN_ONLY_OPERATION/);

  await setSignUpPolicy(backend, "open");
  await backend.setAuthConfig({ [switchName]: true });
  await repairSignUpPolicy(backend);
  expect(await readSignUpPolicy(backend)).toBe("closed");
});

test("a crash in the middle of a change leaves the door closed", async () => {
  await setSignUpPolicy(backend, "open");
  const broken = { ...backend, commit: () => Promise.reject(new Error("killed")) };
  await expect(setSignUpPolicy(broken, "closed")).rejects.toThrow("killed");
  expect(await readSignUpPolicy(backend)).toBe("closed");
  await setSignUpPolicy(backend, "invite");
  const stuck = { ...backend, setAuthConfig: () => Promise.reject(new Error("killed")) };
  await expect(setSignUpPolicy(stuck, "open")).rejects.toThrow("killed");
  expect(await readSignUpPolicy(backend)).toBe("closed");
});
