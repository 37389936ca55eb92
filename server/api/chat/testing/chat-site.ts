import { createSdkClient, signUp } from "../../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../../tests/support/sdk-client.ts";
import type { Answer } from "../../../../tests/support/serve-endpoints.ts";
import { serveSite } from "../../../../tests/support/served-site.ts";
import { serveChat } from "./serve-chat.ts";

/** Of a role or of none. */
type Roles = { editor?: true; admin?: true };

/** A site with people who can be found by their names, and `/api/chat…` on it by a clock that stands still. */
export async function openChatSite<Name extends string>(names: Record<Name, Roles>) {
  const site = await serveSite();
  const clock = { now: Date.now() };
  const served = await serveChat({ backend: site.serverBackend, now: () => clock.now });
  const people = {} as Record<Name, SignedInClient>;
  await Promise.all(
    (Object.entries(names) as [Name, Roles][]).map(async ([name, roles]) => {
      const client = await signUp(createSdkClient(site.origin));
      people[name] = client;
      const { uid } = client;
      await site.serverBackend.updateValues({
        [`users/${uid}/name`]: name,
        [`users/${uid}/roles`]: roles,
        [`profiles/${uid}`]: { name, findable: true },
        [`directory/${uid}`]: { name, sortName: name.toLowerCase() },
      });
      // As in a browser, whose token says what the record says.
      if (Object.keys(roles).length > 0) await site.serverBackend.setClaims(uid, roles);
      await client.idToken(true);
    }),
  );
  let ids = 0;
  const newId = () => `cs${String((ids += 1)).padStart(18, "0")}`;
  const { ask } = served;

  /** What is done in one room. */
  function inRoom(room: string) {
    return {
      room,
      send: (client: SignedInClient | undefined, text: string, more: object = {}) =>
        ask(`POST /api/chat/${room}/messages`, client, { id: newId(), text, ...more }),
      act: (client: SignedInClient | undefined, body: object) =>
        ask(`POST /api/chat/${room}/acts`, client, body),
      join: (client: SignedInClient | undefined) => ask(`POST /api/chat/${room}/join`, client),
    };
  }

  return {
    ...site,
    people,
    served,
    ask,
    clock,
    inRoom,
    async make(client: SignedInClient, asked: object) {
      const { status, json } = await ask("POST /api/chat", client, asked);
      const room = json?.["room"];
      if (typeof room !== "string") throw new Error(`No room was made: ${status}`);
      return inRoom(room);
    },
    valueAt: async (path: string) => (await site.serverBackend.getValue(path)).value,
    /** The Realtime Database by its REST. */
    database: async (path: string, client: SignedInClient | undefined, init?: RequestInit) => {
      const auth = client ? `&auth=${await client.idToken()}` : "";
      return fetch(`${site.origin}/${path}.json?ns=foyer${auth}`, init);
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await Promise.all(
        Object.values<SignedInClient>(people).map((one) => one[Symbol.asyncDispose]()),
      );
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Status and code of a refusal. */
export const codeOf = ({ status, json }: Answer) => [
  status,
  (json?.["error"] as { code?: string } | undefined)?.code,
];
