/** The invite that somebody came with, as the server sees it. */
import { useEffect, useState } from "react";
import { ApiError, callApi } from "#app/live/api.ts";
import type { InviteRole } from "#lib/sign-up-policy.ts";
import { forgetSecret } from "./forget-secret.ts";
import { logFailure } from "./log-failure.ts";

export type KnownInvite = { role: InviteRole } | "gone";

/** Undefined without one, and as long as it is not known. */
export function useInvite(code: string | undefined): KnownInvite | undefined {
  const [known, setKnown] = useState<{ code: string; invite: KnownInvite }>();
  useEffect(() => {
    if (code === undefined) return;
    const life = new AbortController();
    const look = async () => {
      const invite = await checkInvite(code);
      if (life.signal.aborted || invite === undefined) return;
      setKnown({ code, invite });
      if (invite === "gone") forgetSecret("invite");
    };
    void look();
    return () => life.abort();
  }, [code]);
  // One that is gone is forgotten, and said all the same.
  return known?.invite === "gone" || known?.code === code ? known?.invite : undefined;
}

async function checkInvite(code: string): Promise<KnownInvite | undefined> {
  try {
    return await callApi<{ role: InviteRole }>("POST", "/api/invites/check", { code });
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return "gone";
    // It is tried when the form is sent, and what is wrong said then.
    logFailure("The invite could not be looked at", error);
    return undefined;
  }
}
