import { createContext } from "react";

/**
 * The mark of the inline scripts and styles that are ours, set while rendering on the server. In the browser it is the
 * document's: a page of a tool takes no style without it, also when React makes the document anew.
 */
export const NonceContext = createContext(
  import.meta.env.SSR ? undefined : document.querySelector("style")?.nonce || undefined,
);
