/** Whose files are added: the draft that a form or a text is of. */
import { createContext, useContext } from "react";
import type { ReactNode } from "react";

export type MediaOwner = { kind: string; id: string };

const Owner = createContext<MediaOwner | undefined>(undefined);

export function MediaPlace({ kind, id, children }: MediaOwner & { children: ReactNode }) {
  return <Owner value={{ kind, id }}>{children}</Owner>;
}

/** Undefined where nothing can be added. */
export function useMediaOwner(): MediaOwner | undefined {
  return useContext(Owner);
}
