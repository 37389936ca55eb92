/** Somebody comes back from another provider, for tests. */
import { createHash, randomBytes } from "node:crypto";
import type { ProvedIdentity } from "../../index.ts";
import type { openAuth } from "../../testing/open-auth.ts";

type Auth = Awaited<ReturnType<typeof openAuth>>;
type Person = Partial<Omit<ProvedIdentity, "nonceHash">>;

export const CORP = "oidc.corp";

export function createIdentitySteps(auth: Auth) {
  let last = 0;

  /** Of a person whom the provider has proved to have the address, unless `person` says otherwise. */
  async function credentialOf(person: Person = {}) {
    last += 1;
    const rawNonce = randomBytes(16).toString("hex");
    const providerId = person.providerId ?? CORP;
    const idToken = await auth.service.createIdpCredential({
      rawId: `raw-${last}`,
      email: `idp-${last}@example.com`,
      emailVerified: true,
      displayName: null,
      photoUrl: null,
      ...person,
      providerId,
      nonceHash: createHash("sha256").update(rawNonce).digest("hex"),
    });
    return { idToken, rawNonce, providerId };
  }
  type Credential = Awaited<ReturnType<typeof credentialOf>>;

  /** As the SDK sends it. `more`: the ID token of who links, `autoCreate: false` of who only proves it again. */
  const show = (
    { idToken, rawNonce, providerId }: Credential,
    more: object = {},
    client?: string,
  ) =>
    auth.call(
      "signInWithIdp",
      {
        requestUri: "http://localhost",
        returnSecureToken: true,
        postBody: `&${new URLSearchParams({ id_token: idToken, providerId, nonce: rawNonce })}`,
        ...more,
      },
      client,
    );

  return {
    credentialOf,
    show,
    signInAs: async (person: Person) => show(await credentialOf(person)),
  };
}
