/** The unmodified SDK, signed out, against a service on a real port of this machine. */
import { type ServerResponse, createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { deleteApp, initializeApp } from "firebase/app";
import { connectAuthEmulator, inMemoryPersistence, initializeAuth } from "firebase/auth";
import type { RequestFacts } from "../../http/index.ts";
import { PROJECT, openAuth } from "./open-auth.ts";

export async function openSdk() {
  const auth = await openAuth();
  const requests: string[] = [];
  let losesNext = false;
  async function answer(request: Request, facts: RequestFacts, outgoing: ServerResponse) {
    const response = await auth.service.fetch(request, facts);
    if (losesNext) {
      losesNext = false;
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      requests.push(new URL(incoming.url ?? "", "http://x").pathname);
      const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method ?? "GET",
        headers: incoming.headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const facts = { client: "127.0.0.1", origin: `http://${incoming.headers.host}` };
      void answer(request, facts, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const apps: ReturnType<typeof initializeApp>[] = [];

  /** One more device. */
  function newDevice() {
    const app = initializeApp(
      { apiKey: "any", projectId: PROJECT },
      `device-${crypto.randomUUID()}`,
    );
    apps.push(app);
    const sdk = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(sdk, origin, { disableWarnings: true });
    return sdk;
  }

  return {
    ...auth,
    origin,
    requests,
    newDevice,
    /** The next request is done, and its answer does not arrive. */
    loseNextAnswer: () => (losesNext = true),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => deleteApp(app)));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await auth[Symbol.asyncDispose]();
    },
  };
}
