import { afterEach, expect, test, vi } from "vitest";
import { whyNoPush } from "./push.ts";

afterEach(() => vi.unstubAllGlobals());

const iPhone = { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)", maxTouchPoints: 5 };
const iPad = { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X)", maxTouchPoints: 5 };
const mac = { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X)", maxTouchPoints: 0 };

function browser(facts: { isSecure?: boolean; pushes?: boolean; navigator: object }): void {
  const { isSecure = true, pushes = true, navigator } = facts;
  vi.stubGlobal("isSecureContext", isSecure);
  if (pushes) {
    vi.stubGlobal("PushManager", Object);
    vi.stubGlobal("Notification", Object);
  }
  vi.stubGlobal("navigator", { serviceWorker: {}, ...navigator });
}

test("a browser with pushes and a worker can be told", () => {
  browser({ navigator: mac });
  expect(whyNoPush(true)).toBeUndefined();
});

test("why it cannot be told is said as what can be done about it", () => {
  browser({ isSecure: false, navigator: mac });
  expect(whyNoPush(true)).toBe("insecure");
  vi.unstubAllGlobals();
  browser({ navigator: mac });
  expect(whyNoPush(false)).toBe("no-worker");
  vi.unstubAllGlobals();
  for (const navigator of [iPhone, iPad]) {
    browser({ pushes: false, navigator });
    expect(whyNoPush(true)).toBe("home-screen");
  }
  browser({ pushes: false, navigator: mac });
  expect(whyNoPush(true)).toBe("none");
});
