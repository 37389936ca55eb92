/** The cookies that hold sign-ins under way: one each, so that two windows do not end each other's. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const requestLifeMs = 600_000;
/** More begun sign-ins than this are forgotten: what a browser sends has to stay small. */
const maxRequests = 4;
const namePattern = /^(?:__Secure-)?foyer-sign-in-[0-9a-f]{16}$/;

function nameFor(state: string, isSecure: boolean): string {
  const short = createHash("sha256").update(state).digest("hex").slice(0, 16);
  return `${isSecure ? "__Secure-" : ""}foyer-sign-in-${short}`;
}

function attributes(isSecure: boolean, maxAgeS: number): string {
  return `; Path=/auth/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

function cookiesOf(request: IncomingMessage): [name: string, value: string][] {
  return (request.headers.cookie ?? "").split(";").flatMap((pair) => {
    const [name = "", value = ""] = pair.trim().split("=", 2);
    return namePattern.test(name) ? [[name, value] as [string, string]] : [];
  });
}

/** Values of `Set-Cookie`. */
export function keepRequest(
  request: IncomingMessage,
  { state, sealed, isSecure }: { state: string; sealed: string; isSecure: boolean },
): string[] {
  const begun = cookiesOf(request);
  const tooMany = begun.length < maxRequests ? [] : begun;
  return [
    ...tooMany.map(([name]) => `${name}=${attributes(isSecure, 0)}`),
    `${nameFor(state, isSecure)}=${sealed}${attributes(isSecure, requestLifeMs / 1000)}`,
  ];
}

export function keptRequest(
  request: IncomingMessage,
  state: string,
  isSecure: boolean,
): string | undefined {
  const name = nameFor(state, isSecure);
  return cookiesOf(request).find(([each]) => each === name)?.[1];
}

/** Value of `Set-Cookie`. */
export function forgetRequest(state: string, isSecure: boolean): string {
  return `${nameFor(state, isSecure)}=${attributes(isSecure, 0)}`;
}
