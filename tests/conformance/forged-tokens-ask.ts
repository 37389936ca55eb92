/** One credential at the doors of all services. */
import { WebSocket } from "ws";
import type { ServedSite } from "../support/served-site.ts";

type Claims = Record<string, unknown>;

/** Every service asked with the credential; the answers' statuses. */
export async function askAll(site: ServedSite, uid: string, credential: string): Promise<object> {
  const document = `projects/foyer/databases/(default)/documents/users/${uid}/journal/a`;
  const status = async (path: string, authorization?: string, method = "GET", body?: string) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const init = body === undefined ? { method, headers } : { method, headers, body };
    return (await fetch(site.origin + path, init)).status;
  };
  const accounts = "/identitytoolkit.googleapis.com/v1";
  const own = JSON.stringify({ idToken: credential });
  const admin = JSON.stringify({ localId: [uid] });
  return {
    databaseQuery: await status(
      `/users/${uid}.json?ns=foyer&auth=${encodeURIComponent(credential)}`,
    ),
    databaseAccess: await status(`/users.json?access_token=${encodeURIComponent(credential)}`),
    databaseBearer: await status(`/users/${uid}.json?ns=foyer`, `Bearer ${credential}`),
    documents: await status(`/v1/${document}`, `Bearer ${credential}`),
    files: await status(`/v0/b/foyer/o/users%2F${uid}%2Fa`, `Firebase ${credential}`),
    filesBearer: await status(`/v0/b/foyer/o/users%2F${uid}%2Fa`, `Bearer ${credential}`),
    lookup: await status(`${accounts}/accounts:lookup`, undefined, "POST", own),
    admin: await status(
      `${accounts}/projects/foyer/accounts:lookup`,
      `Bearer ${credential}`,
      "POST",
      admin,
    ),
    socket: await askSocket(site, "auth", credential),
    adminSocket: await askSocket(site, "gauth", credential),
  };
}

function askSocket(site: ServedSite, action: string, cred: string): Promise<string> {
  const socket = new WebSocket(`${site.origin.replace("http", "ws")}/.ws?v=5&ns=foyer`);
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.on("message", (text: Buffer) => {
      const { t, d } = JSON.parse(text.toString()) as { t: string; d: { r?: number; b?: Claims } };
      if (t === "c") socket.send(JSON.stringify({ t: "d", d: { r: 1, a: action, b: { cred } } }));
      if (d.r === 1) {
        socket.close();
        resolve(String(d.b?.["s"]));
      }
    });
  });
}

export const refused = {
  databaseQuery: 401,
  databaseAccess: 401,
  databaseBearer: 401,
  documents: 401,
  files: 401,
  filesBearer: 401,
  lookup: 400,
  admin: 401,
};
