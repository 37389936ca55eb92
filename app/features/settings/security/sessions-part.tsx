import { Button } from "@mantine/core";
import { useState } from "react";
import { callApi } from "#app/live/api.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { signOut } from "#app/session/account-actions.ts";
import { Part, Row } from "./part.tsx";
import { useAct } from "./use-act.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { dayOf, whenOf } from "#app/parts/tool-frame/when.ts";

type Session = {
  id: string;
  device: string | null;
  network: string | null;
  provider: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  lastUsedAt: number;
  isThis: boolean;
};

const shownAtFirst = 8;

/** Where the account is signed in; null at Firebase, which has no such list. */
async function readSessions(): Promise<Session[] | null> {
  const answer = await callApi<{ sessions: Session[] | null }>("GET", "/api/account/sessions");
  return answer.sessions;
}

export function SessionsPart() {
  const { value: sessions, problem, refresh } = useFresh(readSessions, problemText);
  const [asks, setAsks] = useState<"others" | "everywhere">();
  const [showsAll, setShowsAll] = useState(false);
  const act = useAct();

  async function end({ id, device }: Session): Promise<void> {
    const done = await act.run(() => callApi("POST", "/api/account/sessions/end", { id }));
    await refresh();
    if (done) tell(`Signed out there: ${device ?? "unknown device"}.`);
  }

  async function endOthers(): Promise<void> {
    const { ended } = await callApi<{ ended: number }>(
      "POST",
      "/api/account/sessions/end-others",
      {},
    );
    await refresh();
    tell(ended === 1 ? "Signed out on 1 other device." : `Signed out on ${ended} other devices.`);
  }

  async function endAll(): Promise<void> {
    await callApi("POST", "/api/account/end-sessions", {});
    await signOut({ isEnded: true });
  }

  const others = sessions?.filter(({ isThis }) => !isThis).length ?? 0;
  const ordered = sessions?.toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
  const shown = showsAll ? ordered : ordered?.slice(0, shownAtFirst);
  return (
    <Part
      title="Where you are signed in"
      state={
        sessions === null
          ? "Firebase keeps no list of it. You can sign out everywhere, here too."
          : "Each browser that is signed in to your account."
      }
      problem={act.problem ?? problem}
      action={
        <>
          {others > 0 ? (
            <Button variant="default" onClick={() => setAsks("others")}>
              Sign out elsewhere
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setAsks("everywhere")}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      {sessions === undefined && problem === undefined ? <SkeletonRows rows={2} /> : null}
      {shown ? (
        <ul className="security-rows">
          {shown.map((session) => (
            <Row
              key={session.id}
              title={session.device ?? "Unknown device"}
              mark={session.isThis ? "this one" : undefined}
              facts={factsOf(session)}
            >
              {session.isThis ? undefined : (
                <Button
                  variant="subtle"
                  aria-label={`Sign out ${session.device ?? "unknown device"}, last used ${whenOf(session.lastUsedAt)}`}
                  onClick={() => void end(session)}
                >
                  Sign out
                </Button>
              )}
            </Row>
          ))}
        </ul>
      ) : null}
      {ordered && shown && ordered.length > shown.length ? (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          Show all {ordered.length}
        </Button>
      ) : null}
      {asks === "others" ? (
        <ConfirmDialog
          title="Sign out elsewhere?"
          text="You stay signed in here. On every other device you have to sign in again."
          confirm="Sign out elsewhere"
          onConfirm={endOthers}
          onClose={() => setAsks(undefined)}
        />
      ) : null}
      {asks === "everywhere" ? (
        <ConfirmDialog
          title="Sign out everywhere?"
          text="You have to sign in again on every device, this one too."
          confirm="Sign out everywhere"
          onConfirm={endAll}
          onClose={() => setAsks(undefined)}
        />
      ) : null}
    </Part>
  );
}

const waysIn: Readonly<Record<string, string>> = {
  password: "by password",
  emailLink: "by a link in a mail",
  custom: "by passkey or recovery code",
  "google.com": "by Google",
  "github.com": "by GitHub",
  anonymous: "without an account",
};

function factsOf({ network, provider, createdAt, lastUsedAt }: Session): string {
  const used = `Last used ${whenOf(lastUsedAt)}`;
  const since = `signed in ${dayOf(createdAt)} ${waysIn[provider] ?? `by ${provider.replace(/^oidc\./, "")}`}`;
  return [used, since, ...(network === null ? [] : [network])].join(" · ");
}
