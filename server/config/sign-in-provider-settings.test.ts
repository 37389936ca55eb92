import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSignInProviders } from "./sign-in-provider-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-providers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "providers.json");
const secret = "0123456789abcdef";

function read(content: unknown, backend: "embedded" | "firebase" = "embedded") {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(path, text, { mode: 0o600 });
  const faults: string[] = [];
  const providers = readSignInProviders(path, backend, faults);
  return { providers, faults };
}

test("Google and GitHub need what they gave out, any other its issuer and a name, too", () => {
  const { providers, faults } = read([
    { id: "google.com", clientId: "g", clientSecret: secret },
    { id: "github.com", clientId: "h", clientSecret: secret, name: "Octo" },
    {
      id: "oidc.corp",
      name: "Corp",
      issuer: "https://login.example.com/realms/corp",
      clientId: "c",
      clientSecret: secret,
      scopes: ["openid"],
    },
  ]);
  expect(faults).toEqual([]);
  expect(providers.map(({ id, name, client }) => [id, name, client?.issuer?.href])).toEqual([
    ["google.com", "Google", "https://accounts.google.com/"],
    ["github.com", "Octo", undefined],
    ["oidc.corp", "Corp", "https://login.example.com/realms/corp"],
  ]);
  expect(providers[2]?.client?.scopes).toEqual(["openid"]);
  expect(read("[]")).toEqual({ providers: [], faults: [] });
});

test("on Firebase the file says what is offered, and no secrets, which Firebase has", () => {
  expect(read([{ id: "google.com" }], "firebase").providers).toEqual([
    { id: "google.com", name: "Google", client: undefined },
  ]);
  const { faults } = read([{ id: "google.com", clientSecret: secret }], "firebase");
  expect(faults.join()).toContain('take "clientSecret" out');
});

const corp = {
  id: "oidc.corp",
  name: "C",
  issuer: "https://a.example",
  clientId: "c",
  clientSecret: secret,
};

test.each([
  ["text that is no JSON", "{oops", "not a JSON list"],
  ["an object", { id: "google.com" }, "not a JSON list"],
  ["an unknown id", [{ ...corp, id: "saml.x" }], "the id of entry 1"],
  ["the same twice", [corp, corp], '"oidc.corp" twice'],
  ["no name", [{ ...corp, name: undefined }], "needs a name"],
  ["no client", [{ ...corp, clientId: "" }], "needs the clientId"],
  ["a short secret", [{ ...corp, clientSecret: "short" }], "at least 16 characters"],
  ["a plain http issuer", [{ ...corp, issuer: "http://login.example.com" }], "https address"],
  ["an issuer with a password", [{ ...corp, issuer: "https://u:p@a.example" }], "https address"],
  [
    "an issuer of Google's",
    [{ id: "google.com", issuer: "https://a.example", clientId: "g", clientSecret: secret }],
    '"issuer"',
  ],
  ["scopes without openid", [{ ...corp, scopes: ["email"] }], "openid"],
  ["an unknown field", [{ ...corp, secret: "x" }], '"secret"'],
])("%s is one sentence, without the secret", (_what, content, words) => {
  const { providers, faults } = read(content);
  expect(providers).toEqual([]);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(words);
  expect(faults[0]).not.toContain(secret);
});

test("a file that others may read, or that is not there, stops the start", () => {
  read([corp]);
  chmodSync(path, 0o644);
  const faults: string[] = [];
  expect(readSignInProviders(path, "embedded", faults)).toEqual([]);
  expect(readSignInProviders(join(folder, "none.json"), "embedded", faults)).toEqual([]);
  expect(faults).toEqual([
    expect.stringContaining("chmod 600"),
    expect.stringContaining("cannot be read (ENOENT)"),
  ]);
});
