/** Requests to a provider: to https alone (http on this machine only), no redirect followed, bounded in size and time. */
const maxAnswerBytes = 1024 * 1024;
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

export type OutgoingFetch = (
  url: string,
  init: {
    method?: string;
    headers?: Record<string, string>;
    body?: unknown;
    signal?: AbortSignal | null;
  },
) => Promise<Response>;

/** An address that the provider's own description names is held to the same rules as the provider's. */
export class ForbiddenAddressError extends Error {
  constructor() {
    super("The provider names an address that is not https.");
    this.name = "ForbiddenAddressError";
  }
}

/** Where `url` may be asked, and a visitor be sent. @param issuer of whom the owner said that it may be trusted. */
export function isAllowedAddress(url: URL, issuer: URL): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  // A provider on this machine, for trying things out, may speak of this machine.
  return url.protocol === "http:" && issuer.protocol === "http:" && loopback.test(url.hostname);
}

export function createOutgoingFetch(options: {
  issuer: URL;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}): OutgoingFetch {
  const { issuer, timeoutMs, fetch } = options;
  return async (address, { method = "GET", headers = {}, body, signal }) => {
    if (!isAllowedAddress(new URL(address), issuer)) throw new ForbiddenAddressError();
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, {
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: body as BodyInit }),
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const bytes = await readAtMost(response, maxAnswerBytes);
    // A status without a body takes none.
    const isBare = [101, 204, 205, 304].includes(response.status);
    return new Response(isBare ? null : bytes, {
      status: response.status,
      headers: response.headers,
    });
  };
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop ends the request.
    if (size > most) throw new Error(`The provider's answer has more than ${most} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
