import { useSyncExternalStore } from "react";
import { type ArcadeSettings, readSettings, subscribeSettings, usualSettings } from "./settings.ts";

export function useArcadeSettings(): ArcadeSettings {
  return useSyncExternalStore(subscribeSettings, readSettings, () => usualSettings);
}
