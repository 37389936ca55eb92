/** A browser that goes through a sign-in by a provider: it follows redirects and keeps each host's cookies. */
import { createHash, randomBytes } from "node:crypto";

export type Visit = {
  /** Only the page that began has it. */
  rawNonce: string;
  /** Addresses that were opened, in order. */
  trail: string[];
  status: number;
  headers: Headers;
  body: string;
  /** What the page in the window lays down, or the fragment says. */
  answer: { credential?: string; error?: string } | undefined;
};

export type Visitor = {
  start(site: string, provider: string, query?: Record<string, string>): Promise<Visit>;
  /** Goes on at an address. */
  open(address: string): Promise<Visit>;
  cookies: Map<string, Map<string, string>>;
};

/** @param stopAt an address is handed back instead of being opened. */
export function createVisitor(options: { change?: (address: URL) => void } = {}): Visitor {
  const cookies = new Map<string, Map<string, string>>();

  function remember(host: string, headers: Headers): void {
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line) || value === "") jar.delete(name);
      else jar.set(name, value);
    }
  }

  async function go(address: string, rawNonce: string): Promise<Visit> {
    const trail: string[] = [];
    for (let next = new URL(address); trail.length < 12;) {
      options.change?.(next);
      trail.push(next.href);
      const jar = cookies.get(next.host) ?? new Map<string, string>();
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      // A redirect chain, not a program of its own, so one after the other.
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(next, { redirect: "manual", headers: { cookie } });
      remember(next.host, response.headers);
      const location = response.headers.get("location");
      // oxlint-disable-next-line no-await-in-loop
      const body = await response.text();
      const leadsOn = location === null ? undefined : new URL(location, next);
      const isBack = leadsOn?.hash.startsWith("#provider=");
      if (leadsOn === undefined || isBack) {
        const { status, headers } = response;
        return { rawNonce, trail, status, headers, body, answer: answerIn(body, leadsOn) };
      }
      next = leadsOn;
    }
    throw new Error(`Too many redirects: ${trail.join(" ")}`);
  }

  return {
    cookies,
    start(site, provider, query = {}) {
      const rawNonce = randomBytes(32).toString("hex");
      const asked = new URLSearchParams({
        id: randomBytes(16).toString("hex"),
        mode: "popup",
        nonceHash: createHash("sha256").update(rawNonce).digest("hex"),
        ...query,
      });
      return go(`${site}/auth/${provider}/start?${asked.toString()}`, rawNonce);
    },
    open: (address) => go(address, ""),
  };
}

function answerIn(body: string, leadsOn: URL | undefined): Visit["answer"] {
  if (leadsOn !== undefined) {
    const value = leadsOn.hash.slice("#provider=".length);
    return JSON.parse(Buffer.from(value, "base64url").toString()) as Visit["answer"];
  }
  const data = /data-answer="([^"]*)"/.exec(body)?.[1];
  if (data === undefined) return undefined;
  const { answer } = JSON.parse(data.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as {
    answer: Visit["answer"];
  };
  return answer;
}
