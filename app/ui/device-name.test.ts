import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Linux; Android 16) Chrome/150.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0", "Edge on Windows"],
  ["curl/8 (Linux)", "Linux"],
  ["", "Browser"],
])("a browser that says %j is called %s", (userAgent, name) => {
  expect(deviceName(userAgent, "Browser")).toBe(name);
});
