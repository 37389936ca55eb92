/** A web of its own for tests: names and public addresses, all of which lie on one TLS server of this machine. */
import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { dialWith } from "../dial-tls.ts";
import { createOutgoingFetch } from "../outgoing-fetch.ts";
import type { OutgoingFetch } from "../outgoing-fetch.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type TestWeb = AsyncDisposable & {
  fetch: OutgoingFetch;
  /** For another process: where it lies, and the certificate that is to be trusted there. */
  port: number;
  ca: string;
  /** `GET https://host/path`, in the order in which they came. */
  asked: string[];
  /** Every address that was connected to. */
  dialled: string[];
  /** Addresses by name, each look-up the next list; the last one stays. */
  names: Map<string, string[][]>;
  /** By host, the last one that was set. */
  answers: Map<string, Answer>;
};

export async function openWeb(hosts: Record<string, Answer>): Promise<TestWeb> {
  const answers = new Map(Object.entries(hosts));
  const names = new Map(Object.keys(hosts).map((host) => [host, [["93.184.216.34"]]]));
  const { private: key, cert } = await generate([{ name: "commonName", value: "web.test" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      {
        name: "subjectAltName",
        altNames: Object.keys(hosts).map((value) => ({ type: 2 as const, value })),
      },
    ],
  });
  const asked: string[] = [];
  const dialled: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const { host = "" } = request.headers;
    asked.push(`${request.method} https://${host}${request.url}`);
    const answer = answers.get(host.split(":")[0] ?? "");
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  // Who breaks off in the middle is what some tests are about.
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ca: cert,
    asked,
    dialled,
    names,
    answers,
    fetch: createOutgoingFetch({
      userAgent: "Foyer/test",
      async resolve(name) {
        const lists = names.get(name);
        const [list] = lists ?? [];
        if (lists === undefined || list === undefined) {
          throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
        }
        if (lists.length > 1) lists.shift();
        return list.map((address) => ({ address }));
      },
      dial(target) {
        dialled.push(target.address);
        return dialWith(target, { host: "127.0.0.1", port, ca: cert });
      },
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
