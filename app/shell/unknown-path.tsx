import { redirect } from "react-router";
import { canonicalPath } from "#lib/canonical-path.ts";
import type { Route } from "./+types/unknown-path.ts";

/** A page's address in the wrong case leads to the page; any unknown path redirects to / (specification §2). */
export function loader({ url }: Route.LoaderArgs): Response {
  return redirect(canonicalPath(url.pathname) ?? "/");
}

export default function UnknownPath() {
  return null;
}
