/** Documents and files of a running site, asked for as a program would: at the site itself, or at Google's hosts. */
import { standInOptions } from "./firebase-stand-in-hosts.ts";

type Fetch = typeof globalThis.fetch;

const standIns = new Map<string, Fetch>();

/** This site has Firebase as its backend, which this leads to. */
export function tellStandIn(origin: string, fetch: Fetch): void {
  standIns.set(origin, fetch);
}

/** @param path `users/ann/files/x`, or with an rpc at its end */
export function askDocuments(origin: string, path: string, init: RequestInit): Promise<Response> {
  const place = `/v1/projects/${standInOptions.projectId}/databases/(default)/documents/${path}`;
  return ask(origin, "https://firestore.googleapis.com", place, init);
}

/** @param place behind the bucket: `/NAME`, encoded, or `?name=NAME` */
export function askFiles(origin: string, place: string, init: RequestInit): Promise<Response> {
  const path = `/v0/b/${standInOptions.storageBucket}/o${place}`;
  return ask(origin, "https://firebasestorage.googleapis.com", path, init);
}

/** Room for a file, which at Firebase the server gives. @returns metadata that its upload must have */
export async function reserveFile(
  origin: string,
  idToken: string,
  file: { name: string; sizeBytes: number },
): Promise<Record<string, string>> {
  if (!standIns.has(origin)) return {};
  const answer = await post(origin, idToken, "/api/upload-reservations", file);
  if (!answer.ok) throw new Error(`No room for ${file.name}: ${await answer.text()}`);
  return { reservation: ((await answer.json()) as { id: string }).id };
}

/** The upload has arrived: then it counts. */
export async function settleFile(
  origin: string,
  idToken: string,
  { reservation }: Record<string, string>,
): Promise<void> {
  if (reservation === undefined) return;
  const path = `uploadReservations/${reservation}`;
  const answer = await post(origin, idToken, "/api/effects", { path });
  if (!answer.ok) throw new Error(`The upload was not counted: ${await answer.text()}`);
}

function ask(origin: string, host: string, path: string, init: RequestInit): Promise<Response> {
  const standIn = standIns.get(origin);
  return standIn === undefined ? fetch(origin + path, init) : standIn(host + path, init);
}

function post(origin: string, idToken: string, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${idToken}` };
  return fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
}
