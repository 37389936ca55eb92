import { useSyncExternalStore } from "react";
import type { Drive, DriveState } from "#app/live/drive/drive.ts";

export function useDriveState(drive: Drive): DriveState {
  return useSyncExternalStore(
    (listener) => drive.subscribe(listener),
    () => drive.snapshot(),
  );
}
