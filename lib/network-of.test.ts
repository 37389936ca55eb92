import { expect, test } from "vitest";
import { endSiteOf, networkOf } from "./network-of.ts";

test("one person's addresses are one network", () => {
  const cases = [
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::9", "2001:db8:1:3::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0000::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["unknown", "unknown"],
    ["", ""],
  ] as const;
  for (const [client, network] of cases) expect(networkOf(client), client).toBe(network);
});

test("what a provider gives one customer is one end site", () => {
  expect(endSiteOf("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
  expect(endSiteOf("2001:db8:1:ff00::1")).toBe("2001:db8:1::/48");
  expect(endSiteOf("2001:db8:2::1")).toBe("2001:db8:2::/48");
  expect(endSiteOf("2001:db8:1:2::/64")).toBe("2001:db8:1::/48");
  expect(endSiteOf("192.0.2.7")).toBe("192.0.2.7");
  expect(endSiteOf("administrators")).toBe("administrators");
});
