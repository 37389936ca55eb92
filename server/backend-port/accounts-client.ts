/** The server's forms of Identity Toolkit, and the proof of ID tokens, over an injected fetch. */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import { BackendError } from "#lib/server-backend.ts";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import { readAnswer } from "./backend-answer.ts";

export type AccountsClient = Pick<
  ServerBackend,
  "verifyIdToken" | "listAccounts" | "getAccount" | "setClaims"
>;

type WireAccount = { localId: string; customAttributes?: string };

const pageSize = 1000;

export function createAccountsClient(options: {
  baseUrl: string;
  keysUrl: string;
  projectId: string;
  fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  clock: () => number;
}): AccountsClient {
  const { baseUrl, keysUrl, projectId, fetch, clock } = options;
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    [customFetch]: (url, init) => fetch(new Request(url, init)),
  });

  async function call<Answer>(form: string, body?: unknown): Promise<Answer> {
    const response = await fetch(
      new Request(
        `${baseUrl}/v1/projects/${projectId}/accounts:${form}`,
        body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
      ),
    );
    return (await readAnswer(response)) as Answer;
  }

  return {
    async verifyIdToken(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ["RS256"],
          audience: projectId,
          issuer: `https://securetoken.google.com/${projectId}`,
          currentDate: new Date(clock()),
          requiredClaims: ["exp", "iat", "auth_time", "sub"],
        });
        if (typeof payload.sub !== "string" || payload.sub === "") {
          throw new errors.JWTInvalid("sub is missing");
        }
        return { uid: payload.sub, claims: payload };
      } catch (error) {
        if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
          throw new BackendError("UNAVAILABLE", "The keys of ID tokens could not be read.", error);
        }
        throw new BackendError("UNAUTHENTICATED", "The ID token is not valid.", error);
      }
    },
    async listAccounts() {
      const accounts: Account[] = [];
      let page = "";
      do {
        const { users = [], nextPageToken = "" } = await call<{
          users?: WireAccount[];
          nextPageToken?: string;
        }>(`batchGet?maxResults=${pageSize}&nextPageToken=${encodeURIComponent(page)}`);
        accounts.push(...users.map(toAccount));
        page = nextPageToken;
      } while (page !== "");
      return accounts;
    },
    async getAccount(uid) {
      const { users = [] } = await call<{ users?: WireAccount[] }>("lookup", { localId: [uid] });
      return users[0] === undefined ? null : toAccount(users[0]);
    },
    async setClaims(uid, claims) {
      await call("update", { localId: uid, customAttributes: JSON.stringify(claims) });
    },
  };
}

function toAccount({ localId, customAttributes = "{}" }: WireAccount): Account {
  return { uid: localId, claims: JSON.parse(customAttributes) as Account["claims"] };
}
