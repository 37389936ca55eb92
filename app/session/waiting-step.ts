/** The second step of a sign-in that began elsewhere: at a provider that this page has just come back from. */
import { useSyncExternalStore } from "react";
import type { SecondFactor } from "./account-actions-second-factor.ts";

let waiting: SecondFactor | undefined;
const listeners = new Set<() => void>();

export function setWaitingStep(step: SecondFactor | undefined): void {
  waiting = step;
  for (const listener of listeners) listener();
}

export function useWaitingStep(): SecondFactor | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
}
