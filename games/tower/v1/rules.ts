/** What a player chooses before a run of Tower. `calm` is slower, and compared with nobody's. */
export const modes = ["tower", "calm", "daily"] as const;
export type Rules = { mode: (typeof modes)[number] };

/** Undefined: these are none. */
export function parseRules(value: unknown): Rules | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { mode: asked, ...others } = value as Record<string, unknown>;
  const mode = modes.find((one) => one === asked);
  return mode === undefined || Object.keys(others).length > 0 ? undefined : { mode };
}
