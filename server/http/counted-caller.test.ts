import { expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { createCountedCaller } from "./counted-caller.ts";

test("strangers of a network lock nobody of it out, and are counted themselves", async () => {
  const callerOf = createCountedCaller({
    backend: {
      async verifyIdToken(token) {
        if (token === "wrong") throw new BackendError("UNAUTHENTICATED", "No.");
        return { uid: token, claims: {} };
      },
    },
    burst: 2,
    perMinute: 1,
    now: () => 0,
  });
  const ask = async (token: string) => {
    const request = new Request("http://a.test", { headers: { authorization: `Bearer ${token}` } });
    const caller = await callerOf({ request, client: "192.0.2.1" });
    return caller instanceof Response ? caller.status : caller.uid;
  };
  expect([await ask("wrong"), await ask("wrong"), await ask("wrong")]).toEqual([401, 401, 429]);
  expect([await ask("ada"), await ask("ada"), await ask("ada")]).toEqual(["ada", "ada", 429]);
  expect(await ask("bob")).toBe("bob");
});
