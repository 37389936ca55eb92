import { expect, test } from "vitest";
import { createHostRule } from "./host-rule.ts";

test("without an origin only loopback names are served, on any port", () => {
  const serves = createHostRule(undefined);
  for (const host of ["localhost", "localhost:3000", "127.0.0.1:80", "[::1]:3000", "LOCALHOST"]) {
    expect(serves(host), host).toBe(true);
  }
  for (const host of [
    undefined,
    "",
    "evil.example",
    "localhost.evil.example",
    "127.0.0.2",
    "localhost:3000:1",
    "localhost:65536",
    "localhost:99999",
    "localhost:x",
    "a@localhost",
  ]) {
    expect(serves(host), host).toBe(false);
  }
});

test("with an origin only its host is served", () => {
  const serves = createHostRule(new URL("https://me.example"));
  expect(serves("me.example")).toBe(true);
  expect(serves("ME.example:443")).toBe(true);
  for (const host of [
    "localhost",
    "me.example:80",
    "www.me.example",
    "me.example.evil.example",
    undefined,
  ]) {
    expect(serves(host), host).toBe(false);
  }
});

test("an origin with a port wants that port", () => {
  const serves = createHostRule(new URL("http://me.example:8080"));
  expect(serves("me.example:8080")).toBe(true);
  expect(serves("me.example")).toBe(false);
});
