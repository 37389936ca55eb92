/** A page's surroundings in Node, on a real backend: the site's own, or what stands in for Firebase. One in a process. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { standInOptions } from "../../../../tests/support/firebase-stand-in-hosts.ts";
import { startStandIn } from "../../../../tests/support/firebase-stand-in.ts";
import { serveSite } from "../../../../tests/support/served-site.ts";
import { openAuth } from "../../firebase.ts";

export type LiveSite = AsyncDisposable & {
  /** As the server has it. */
  backend: ServerBackend;
  /** Requests are lost, those of sockets not. */
  isOffline: boolean;
};

const embedded = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};

type Fetch = typeof globalThis.fetch;

export async function openEmbeddedSite(): Promise<LiveSite> {
  const site = await serveSite();
  return surround(site.origin, embedded, globalThis.fetch, site.serverBackend, () =>
    site[Symbol.asyncDispose](),
  );
}

export async function openHostedSite(): Promise<LiveSite> {
  const standIn = await startStandIn();
  return surround("https://site.example", standInOptions, standIn.fetch, standIn.console, () =>
    standIn[Symbol.asyncDispose](),
  );
}

function surround(
  origin: string,
  options: object,
  fetch: Fetch,
  backend: ServerBackend,
  end: () => Promise<void>,
): LiveSite {
  const before = globalThis.fetch;
  const site: LiveSite = {
    backend,
    isOffline: false,
    async [Symbol.asyncDispose]() {
      Object.assign(globalThis, { fetch: before });
      Reflect.deleteProperty(globalThis, "location");
      await end();
    },
  };
  const asPage: Fetch = async (input, init) => {
    if (site.isOffline) throw new TypeError("Failed to fetch");
    if (input instanceof Request) return fetch(input, init);
    const url = new URL(input, origin);
    if (url.pathname === "/__/firebase/init.json") return Response.json(options);
    // The stand-in's own way there.
    if (url.hostname === "127.0.0.1") return before(url, init);
    return fetch(url, init);
  };
  Object.assign(globalThis, { location: new URL(origin), fetch: asPage });
  return site;
}

let people = 0;

/** A new account, which is signed in then. */
export async function enter(): Promise<string> {
  const { auth, sdk } = await openAuth();
  const email = `live-${(people += 1)}@example.com`;
  const { user } = await sdk.createUserWithEmailAndPassword(auth, email, "correct horse");
  return user.uid;
}
