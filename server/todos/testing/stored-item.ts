import type { DatabaseJson } from "#lib/server-backend.ts";

/** An item as the Realtime Database has it, each register written once. @param at milliseconds since 1970 */
export function storedItem(at: number, registers: Record<string, object>): DatabaseJson {
  const entries = Object.entries(registers);
  return Object.fromEntries([
    ["at", at],
    ...entries.map(([name, value]) => [name, { t: at * 1000, p: 0, ...value }]),
  ]) as DatabaseJson;
}
