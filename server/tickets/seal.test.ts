import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const part = (bytes: number) => randomBytes(bytes).toString("base64url");
const content = {
  idToken: `${part(80)}.${part(600)}.${part(256)}`,
  name: 'users/ada/Größe "1" 🐈.png',
  endsAt: Date.UTC(2026, 10, 22),
};

test("what was sealed is opened with the same key only, and every ticket is another", () => {
  const seal = createSeal();
  const text = seal.seal(content);
  expect(text).toMatch(/^[\w-]+$/);
  expect(seal.open(text)).toEqual(content);
  expect(seal.seal(content)).not.toBe(text);
  expect(createSeal().open(text)).toBeUndefined();
  expect(createSeal("a secret of all copies").open(text)).toBeUndefined();
  const shared = createSeal("a secret of all copies").seal(content);
  expect(createSeal("a secret of all copies").open(shared)).toEqual(content);
});

test("nothing of its content can be read in it", () => {
  const bytes = Buffer.from(createSeal().seal(content), "base64url");
  expect(bytes.includes("users/ada")).toBe(false);
  for (const secret of content.idToken.split(".")) {
    expect(bytes.includes(Buffer.from(secret, "base64url"))).toBe(false);
  }
});

test("changed, cut, lengthened or spelled otherwise it opens nothing", () => {
  const seal = createSeal();
  const text = seal.seal(content);
  const bytes = Buffer.from(text, "base64url");
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(seal.open(changed.toString("base64url")), `byte ${at}`).toBeUndefined();
  }
  for (const wrong of ["", "A", text.slice(0, -4), text.slice(4), `${text}AAAA`, `${text}=`]) {
    expect(seal.open(wrong)).toBeUndefined();
  }
  for (const bytesOnly of [0, 12, 28, 100]) {
    expect(seal.open(part(bytesOnly))).toBeUndefined();
  }
});

test("the longest name with a long ID token still makes an address of less than 4 KB", () => {
  const idToken = `${part(100)}.${part(1500)}.${part(256)}`;
  const text = createSeal().seal({ ...content, idToken, name: "ü".repeat(512) });
  expect(text.length).toBeLessThan(4000);
});
