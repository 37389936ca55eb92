import { expect, test } from "vitest";
import { isPushEndpoint } from "./push-hosts.ts";

test("the services of browsers are taken, and what a setting names", () => {
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
  ]) {
    expect(isPushEndpoint(endpoint), endpoint).toBe(true);
  }
  expect(isPushEndpoint("https://push.example.org/a", ["push.example.org"])).toBe(true);
});

test("no other address is asked: of this machine, of its network, of anybody else", () => {
  for (const endpoint of [
    "",
    "fcm.googleapis.com",
    "http://fcm.googleapis.com/a",
    "https://fcm.googleapis.com:8443/a",
    "https://me@fcm.googleapis.com/a",
    "https://me:word@fcm.googleapis.com/a",
    "https://fcm.googleapis.com.example.org/a",
    "https://example.org/fcm.googleapis.com",
    "https://push.apple.com.evil.example/a",
    "https://evilpush.apple.com/a",
    "https://.push.apple.com.evil/a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://10.0.0.1/a",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/a",
    "https://push.example.org/a",
    `https://fcm.googleapis.com/${"a".repeat(1000)}`,
  ]) {
    expect(isPushEndpoint(endpoint), endpoint).toBe(false);
  }
});
