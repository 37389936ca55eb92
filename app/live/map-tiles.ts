/** Where maps come from, for tools: pages that a server draws are told by it. */
import type { MapTiles } from "#lib/map-source.ts";

const optionsPath = "/__/firebase/init.json";
const answerTimeoutMs = 20_000;

/** Undefined: this site shows no map. @throws TypeError, TimeoutError or Error when the site cannot be reached */
export async function readMapTiles(): Promise<MapTiles | undefined> {
  const response = await fetch(optionsPath, { signal: AbortSignal.timeout(answerTimeoutMs) });
  if (!response.ok) throw new Error(`${optionsPath} answered ${response.status}.`);
  const { map } = (await response.json()) as { map?: MapTiles };
  return map;
}
