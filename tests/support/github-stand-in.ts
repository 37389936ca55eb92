/** GitHub's sign-in and the two answers of its API that are asked for, on a port of 127.0.0.1. */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type GitHubStandIn = {
  /** Site and API alike. */
  url: URL;
  clientId: string;
  clientSecret: string;
  user: { id: number; login: string; name: string | null; avatar_url: string };
  emails: { email: string; primary: boolean; verified: boolean }[];
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startGitHub(): Promise<GitHubStandIn> {
  const codes = new Map<string, { redirectUri: string; challenge: string }>();
  const tokens = new Set<string>();
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", state.url);
    const json = (status: number, value: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
      response.end(JSON.stringify(value));
    };
    const given = (name: string) => searchParams.get(name) ?? "";
    if (pathname === "/login/oauth/authorize") {
      const code = randomBytes(10).toString("hex");
      const back = new URL(given("redirect_uri"));
      codes.set(code, { redirectUri: back.href, challenge: given("code_challenge") });
      back.searchParams.set("code", code);
      back.searchParams.set("state", given("state"));
      back.searchParams.set("iss", new URL("/login/oauth", state.url).href);
      response.writeHead(302, { Location: back.href }).end();
      return;
    }
    if (pathname === "/login/oauth/access_token") {
      const form = new URLSearchParams(await text(request));
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const proved = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isRight =
        code !== undefined &&
        code.challenge === proved &&
        code.redirectUri === form.get("redirect_uri") &&
        form.get("client_id") === state.clientId &&
        form.get("client_secret") === state.clientSecret;
      // As GitHub does, with status 200.
      if (!isRight) return json(200, { error: "bad_verification_code" });
      const token = `gho_${randomBytes(10).toString("hex")}`;
      tokens.add(token);
      return json(200, {
        access_token: token,
        scope: "read:user,user:email",
        token_type: "bearer",
      });
    }
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const isOurs = tokens.has(token) && request.headers["user-agent"] !== undefined;
    if (!isOurs) return json(401, { message: "Bad credentials" });
    if (pathname === "/user") return json(200, state.user);
    if (pathname === "/user/emails") return json(200, state.emails);
    return json(404, { message: "Not Found" });
  }

  const state: GitHubStandIn = {
    url: new URL(`http://localhost:${port}`),
    clientId: "Iv1.0123456789abcdef",
    clientSecret: "a-secret-of-the-tests-alone",
    user: {
      id: 583_231,
      login: "octocat",
      name: "The Octocat",
      avatar_url: "https://avatars.example/1",
    },
    emails: [
      { email: "other@example.com", primary: false, verified: true },
      { email: "octocat@example.com", primary: true, verified: true },
    ],
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return state;
}
