import type { HealthCheck } from "#lib/health.ts";

const apartMs = 2 * 60_000;

/**
 * Whether the server's clock and this device's agree; which of them is wrong nobody can tell from here.
 * @param serverAt ISO
 * @param from and `to`: when it was asked and when it answered, in ms since 1970
 */
export function clockCheck(serverAt: string, from: number, to: number): HealthCheck {
  const at = Date.parse(serverAt);
  const apart = at < from ? from - at : at > to ? at - to : 0;
  const usual = { id: "clock", title: "Clock" };
  if (Number.isNaN(at)) {
    return { ...usual, state: "unknown", text: "The server says no time.", todo: "" };
  }
  if (apart <= apartMs) {
    const text = "The server and this device agree on the time.";
    return { ...usual, state: "ok", text, todo: "" };
  }
  const minutes = Math.round(apart / 60_000).toLocaleString("en");
  return {
    ...usual,
    state: "warn",
    text: `The clocks of the server and of this device are ${minutes} minutes apart.`,
    todo: "Set the one that is wrong by a time server: sign-ins and schedules depend on it.",
  };
}
