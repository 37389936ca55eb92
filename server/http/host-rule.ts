/** Which Host headers are served. Anything else is answered with 421: no DNS rebinding. */
import type { Settings } from "../config/settings.ts";

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function createHostRule(origin: Settings["origin"]): (host: string | undefined) => boolean {
  if (origin !== undefined) {
    // A browser leaves the usual port out; others may write it.
    const usualPort = origin.protocol === "https:" ? 443 : 80;
    const allowed = new Set([
      origin.host,
      origin.port === "" ? `${origin.host}:${usualPort}` : origin.host,
    ]);
    return (host) => host !== undefined && allowed.has(host.toLowerCase());
  }
  return (host) => {
    const [, name = "", port = "80"] = /^(.*?)(?::(\d{1,5}))?$/.exec(host ?? "") ?? [];
    return loopbackNames.has(name.toLowerCase()) && Number(port) <= 65_535;
  };
}
