import type { Exchange } from "./request-facts.ts";

/** Whether a page of another site made the visitor's browser send this. Other programs say nothing of a site. */
export function isCrossSite({ request }: Exchange): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = request.headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}
