import { createContext } from "react";

/** Set while rendering on the server only: the mark of the inline scripts and styles that are ours. */
export const NonceContext = createContext<string | undefined>(undefined);
