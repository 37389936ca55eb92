import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashInlineCode, noncePolicy, noOtherHosts } from "./content-security-policy.ts";

const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

test("exactly the inline code that carries the nonce is allowed, and the nonce is gone", () => {
  const { html, policy } = hashInlineCode(
    `<script nonce="N1">one()</script><style nonce="N1">a{}</style><script type="module" nonce="N1" async="">two()</script><script>found()</script>`,
    "N1",
  );
  expect(html).not.toContain("nonce");
  expect(directive(policy, "script-src")).toBe(
    `script-src 'self' ${hashOf("one()")} ${hashOf("two()")}`,
  );
  expect(directive(policy, "style-src")).toBe(`style-src 'self' ${hashOf("a{}")}`);
});

test("a script in the content cannot borrow a nonce that it does not know", () => {
  const { policy } = hashInlineCode(`<script nonce="guess">evil()</script>`, "N1");
  expect(directive(policy, "script-src")).toBe("script-src 'self'");
});

test("a file with a nonce needs no hash", () => {
  const { html, policy } = hashInlineCode(
    `<script src="/a.js" nonce="N1"></script><link rel="preload" href="/a" nonce="N1"/>`,
    "N1",
  );
  expect(html).toBe(`<script src="/a.js"></script><link rel="preload" href="/a"/>`);
  expect(directive(policy, "script-src")).toBe("script-src 'self'");
});

test("no policy allows inline scripts at large, other hosts, frames or a base", () => {
  const { policy } = hashInlineCode("", "N1");
  expect(directive(policy, "script-src")).not.toContain("unsafe");
  expect(policy).not.toMatch(/https?:|\*/);
  for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(part);
  }
});

test("other hosts may do what is said of them, and only that", () => {
  const connect = ["https://firestore.googleapis.com", "wss://*.firebaseio.com"];
  const others = { connect, scripts: [], frames: [] };
  for (const policy of [hashInlineCode("", "N1", others).policy, noncePolicy("N1", others)]) {
    expect(directive(policy, "connect-src")).toBe(`connect-src 'self' ${connect.join(" ")}`);
    expect(policy.replace(/connect-src [^;]+/, "")).not.toMatch(/https?:|wss?:|\*/);
  }
  expect(directive(noncePolicy("N1"), "connect-src")).toBe("connect-src 'self'");
  const popups = { connect: [], scripts: ["https://a.example"], frames: ["https://b.example"] };
  const { policy } = hashInlineCode("", "N1", popups);
  expect(directive(policy, "script-src")).toBe("script-src 'self' https://a.example");
  expect(directive(policy, "frame-src")).toBe("frame-src https://b.example");
  expect(directive(policy, "connect-src")).toBe("connect-src 'self'");
});

test("pictures of one other host are allowed only where it is said", () => {
  const host = "https://tiles.example";
  const { policy } = hashInlineCode("", "N1", { ...noOtherHosts, pictures: [host] });
  expect(directive(policy, "img-src")).toBe(`img-src 'self' data: blob: ${host}`);
  expect(directive(noncePolicy("N1"), "img-src")).toBe("img-src 'self' data: blob:");
});
