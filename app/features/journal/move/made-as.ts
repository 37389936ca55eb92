import type { Change } from "#app/live/records/records.ts";
import type { Parts } from "#lib/records/register.ts";

/** What makes an item. */
export function madeAs(kind: string, id: string, registers: Record<string, Parts>): Change[] {
  return Object.entries(registers).map(([register, value]) => ({
    kind,
    id,
    register,
    value,
    isNew: true,
  }));
}
