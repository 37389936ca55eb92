import type { Log } from "../log.ts";
import type { ContentStore } from "./content-store.ts";
import type { Item } from "./site-facts.ts";
import type { Versions } from "./versions.ts";

/** After an act that made versions, which is done whatever comes of this. @param keep what it still needs */
export async function thinVersions(
  deps: { versions: Pick<Versions, "thin">; store: Pick<ContentStore, "schedule">; log: Log },
  { kind, id }: Item,
  keep?: string,
): Promise<void> {
  const { versions, store, log } = deps;
  try {
    await versions.thin(kind, id, keep ?? (await store.schedule(kind, id))?.versionId);
  } catch (error) {
    log.warn({ err: error, kind, id }, "old versions could not be removed yet");
  }
}
