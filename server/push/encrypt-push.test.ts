import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { arePushKeys, encryptPush } from "./encrypt-push.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");
const receiver = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

test("the example of RFC 8291, appendix A, comes out byte for byte", () => {
  const body = encryptPush("When I grow up, I want to be a watermelon", receiver, {
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
  });
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("no two pushes of the same words are alike", () => {
  expect(encryptPush("same", receiver)).not.toEqual(encryptPush("same", receiver));
});

test("keys that no browser makes are told apart", () => {
  expect(arePushKeys(receiver)).toBe(true);
  const other = createECDH("prime256v1").generateKeys();
  expect(arePushKeys({ ...receiver, p256dh: other.toString("base64url") })).toBe(true);
  const offCurve = Buffer.alloc(65, 7);
  offCurve[0] = 4;
  for (const p256dh of [
    "",
    "x",
    offCurve.toString("base64url"),
    other.subarray(0, 64).toString("base64url"),
    createECDH("prime256v1").generateKeys("base64url", "compressed"),
    `${receiver.p256dh} `,
  ]) {
    expect(arePushKeys({ ...receiver, p256dh }), p256dh).toBe(false);
  }
  for (const auth of ["", "AAAA", `${receiver.auth}AAAA`]) {
    expect(arePushKeys({ ...receiver, auth }), auth).toBe(false);
  }
});
