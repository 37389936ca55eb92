import type { ReactNode } from "react";
import { useEffect } from "react";
import type { Page } from "#lib/pages.ts";
import { startSession, useSession } from "./session.ts";

/**
 * Stands before a page that requires sign-in. `children` are rendered for those only who may open it, so what they
 * load lazily stays unloaded before. The server knows nobody and shows `Loading...`.
 */
export function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const { room } = useSession();
  useEffect(startSession, []);
  if (room) return <room.Gate page={page}>{children}</room.Gate>;
  return (
    <>
      <h1>{page.title}</h1>
      <p className="loading after-title scripted">Loading...</p>
      <noscript>
        {/* Where scripts run React leaves it as it is. */}
        {import.meta.env.SSR ? (
          <p className="after-title">
            This page asks you to sign in, and that needs JavaScript. Switch it on and load the page
            again.
          </p>
        ) : null}
      </noscript>
    </>
  );
}
