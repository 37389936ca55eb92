/** Which kind of device and which family of browsers a user agent names. */
import { BROWSER_MAP, parse } from "bowser";

const maxAgent = 400;
const devices = ["desktop", "mobile", "tablet", "tv"];

/** Undefined where it does not say. */
export function browserFacts(agent: string): {
  device: string | undefined;
  browser: string | undefined;
} {
  if (agent === "") return { device: undefined, browser: undefined };
  const { platform, browser } = parse(agent.slice(0, maxAgent));
  const device = devices.find((one) => one === platform.type);
  // A name that it does not know it takes from the agent itself: anybody's text.
  const family = Object.values(BROWSER_MAP).find((name) => name === browser.name);
  return { device, browser: family };
}
