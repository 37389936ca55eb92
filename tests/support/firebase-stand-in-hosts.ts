/** Which of Google's hosts offers what, and where the embedded backend has the same. */

/** Of the stand-in: one project, whose database and bucket are named as it is. */
export const standInProject = "foyer";

const databaseHost = `${standInProject}.firebaseio.com`;
/** Where the database sends its clients on to, as Google's does. */
const databaseMachine = "s-test-nss-1.firebaseio.com";

export const standInOptions = {
  apiKey: "stand-in-key",
  authDomain: `${standInProject}.firebaseapp.com`,
  databaseURL: `https://${databaseHost}`,
  projectId: standInProject,
  storageBucket: standInProject,
  appId: "1:2:web:3",
};

/** Those that a browser may reach. */
export const browserHosts: readonly string[] = [
  "identitytoolkit.googleapis.com",
  "securetoken.googleapis.com",
  "firestore.googleapis.com",
  "firebasestorage.googleapis.com",
  databaseHost,
  databaseMachine,
];

const keysPath = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

export type Place = {
  /** With its query. */
  target: string;
  /** By which the client reaches the service. */
  origin: string;
  /** A copy by Cloud Storage's JSON: see `firebase-stand-in-rewrite.ts`. */
  rewrite?: { query: URLSearchParams; source: string };
};

const rewritePath = /^\/storage\/v1\/b\/[^/]+\/o\/([^/]+)\/rewriteTo\/b\/[^/]+\/o\/([^/]+)$/;

/** Undefined where Google has nothing. `target` is path and query of the request. */
export function placeOf(host: string, target: string): Place | undefined {
  const { pathname, search, searchParams } = new URL(target, "https://any.invalid");
  const at = (path: string, origin = `https://${host}`) => ({ target: path + search, origin });
  switch (host) {
    case "identitytoolkit.googleapis.com":
    case "securetoken.googleapis.com":
      return /^\/v[12]\//.test(pathname) ? at(`/${host}${pathname}`) : undefined;
    case "firestore.googleapis.com":
      return pathname.startsWith("/v1/projects/") ? at(pathname) : undefined;
    case "firebasestorage.googleapis.com":
      return pathname.startsWith("/v0/b/") ? at(pathname) : undefined;
    case "storage.googleapis.com": {
      // The embedded backend's own form of it, which answers with the resource alone.
      const [, from, to] = rewritePath.exec(pathname) ?? [];
      const source = decodeURIComponent(from ?? "");
      const owner = /^users%2F([^%]+)/.exec(to ?? "")?.[1] ?? "";
      return from === undefined
        ? undefined
        : {
            ...at(""),
            target: `/v0/b/${standInProject}/o/${to}?copyOf=${encodeURIComponent(source)}&owner=${owner}`,
            rewrite: {
              query: searchParams,
              source: `/v0/b/${standInProject}/o/${encodeURIComponent(source)}`,
            },
          };
    }
    case "oauth2.googleapis.com":
      return pathname === "/token" ? at(pathname) : undefined;
    case "www.googleapis.com":
      return pathname === keysPath ? at("/.well-known/jwks.json") : undefined;
    case databaseHost:
    case databaseMachine: {
      if (pathname !== "/.ws" && !pathname.endsWith(".json")) return undefined;
      // The project's own host says which database it is; one of the machines does not.
      if (host === databaseHost) searchParams.set("ns", standInProject);
      return { target: `${pathname}?${searchParams}`, origin: `https://${databaseMachine}` };
    }
    default:
      return undefined;
  }
}
