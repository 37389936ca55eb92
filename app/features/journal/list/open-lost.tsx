import type { ReactNode } from "react";
import { useOpenLost } from "./use-open-lost.ts";

/** Only where texts wait that stand nowhere else. */
export function OpenLost({ children }: { children: ReactNode }) {
  return (useOpenLost() ?? []).length === 0 ? null : children;
}
