/**
 * Writes to all four services until it is killed. A line `b SERVICE N` says that write N is about to be sent,
 * `a SERVICE N CLIENT` that it was acknowledged. Every part of a write holds its number.
 */
import { writeSync } from "node:fs";
import { createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { fileOfWrite, overwrites, partsOfWrite, type Service } from "./kill-nine-writes.ts";

const [dataDir, firstWrite, clients] = process.argv.slice(2) as [string, string, string];
const ROOT = "projects/kill/databases/(default)/documents";
const backend = await createBackend({ dataDir, projectId: "kill", rules: await readRulesFiles() });
let next = Number(firstWrite);

// Straight to the pipe: what is printed has left the process when it is killed.
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      // The reader is behind; nothing has been written.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

/** A batch of new documents, together with the overwriting of the client's own. */
function commitDocuments(write: number, client: number): Promise<Response> {
  const fields = { write: { integerValue: String(write) }, pad: { stringValue: "x".repeat(500) } };
  const writes = Object.keys(partsOfWrite(write)).flatMap((part) => [
    { update: { name: `${ROOT}/writes/${write}/parts/${part}`, fields } },
    { update: { name: `${ROOT}/clients/${client}/latest/${part}`, fields } },
  ]);
  return send("POST", `/v1/${ROOT}:commit`, JSON.stringify({ writes }));
}

/** The same as one multi-path update. */
function updateValues(write: number, client: number): Promise<Response> {
  const values = Object.entries(partsOfWrite(write)).flatMap(([part, value]) => [
    [`writes/${write}/${part}`, value],
    [`clients/${client}/${part}`, value],
  ]);
  return send("PATCH", "/.json?ns=kill", JSON.stringify(Object.fromEntries(values)));
}

/** A new file, or for every third write another content of the client's own. */
function uploadFile(write: number, client: number): Promise<Response> {
  const name = overwrites(write) ? `public/client-${client}` : `public/write-${write}`;
  const body = [
    "--cut",
    "Content-Type: application/json",
    "",
    JSON.stringify({ name, contentType: "text/plain", metadata: { write: String(write) } }),
    "--cut",
    "Content-Type: text/plain",
    "",
    fileOfWrite(write),
    "--cut--",
  ].join("\r\n");
  return send("POST", `/v0/b/kill/o?name=${encodeURIComponent(name)}`, body, {
    "content-type": "multipart/related; boundary=cut",
    "x-goog-upload-protocol": "multipart",
  });
}

function signUp(write: number): Promise<Response> {
  const body = { email: `write-${write}@example.com`, password: `killed while writing ${write}` };
  const url = "http://x/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x";
  // As many people: sign-ups are limited for each address.
  const client = `10.${(write >> 16) & 255}.${(write >> 8) & 255}.${write & 255}`;
  const request = new Request(url, { method: "POST", body: JSON.stringify(body) });
  return backend.fetch(request, { client, origin: "http://x" });
}

function send(method: string, path: string, body: string, headers = {}): Promise<Response> {
  return backend.adminFetch(new Request(`http://x${path}`, { method, body, headers }));
}

const services: Record<Service, (write: number, client: number) => Promise<Response>> = {
  documents: commitDocuments,
  database: updateValues,
  files: uploadFile,
  accounts: signUp,
};

async function writeTo(service: Service, client: number): Promise<never> {
  for (;;) {
    const write = next;
    next += 1;
    say(`b ${service} ${write}`);
    const answer = await services[service](write, client);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${service}: ${answer.status} ${text}`);
    say(`a ${service} ${write} ${client}`);
  }
}

await Promise.all(
  (Object.keys(services) as Service[]).flatMap((service) =>
    Array.from({ length: Number(clients) }, (_, client) => writeTo(service, client)),
  ),
);
