import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { Part, Row } from "./part.tsx";
import { otherWays } from "./security-facts.ts";
import type { SecurityFacts } from "./security-facts.ts";
import { useAct } from "./use-act.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

type Linking = typeof import("#app/live/provider-sign-in.ts");
type Props = { facts: SecurityFacts; refresh: () => Promise<void> };

/** Accounts elsewhere that sign in here. Nothing where there are none and the site offers none. */
export function LinkedPart({ facts, refresh }: Props) {
  const { linked, providers } = facts;
  const act = useAct();
  const [linking, setLinking] = useState<Linking>();
  const isShown = linked.length > 0 || providers.length > 0;
  // Before the click, which has to open its window at once.
  useEffect(() => {
    if (!isShown) return;
    import("#app/live/provider-sign-in.ts").then(setLinking, (error: unknown) =>
      logFailure("Linking did not load", error),
    );
  }, [isShown]);
  if (!isShown) return null;

  const nameOf = (id: string) =>
    providers.find((provider) => provider.id === id)?.name ?? knownNames[id] ?? id;
  const free = providers.filter(({ id }) => linked.every(({ providerId }) => providerId !== id));
  const isLastWay = otherWays(facts) === 0;

  async function link(id: string): Promise<void> {
    const done = await act.run(async () => {
      await withRecentSignIn(() => linking!.linkProvider(id));
    });
    await refresh();
    if (done) tell(`You can sign in by ${nameOf(id)} from now on.`);
  }

  async function unlink(id: string): Promise<void> {
    const done = await act.run(async () => {
      await withRecentSignIn(() => linking!.unlinkProvider(id));
    });
    await refresh();
    if (done) tell(`${nameOf(id)} no longer signs you in. You can link it again at any time.`);
  }

  return (
    <Part
      title="Linked sign-ins"
      state="Accounts elsewhere that sign you in here."
      problem={act.problem}
    >
      <ul className="security-rows">
        {linked.map(({ providerId, email }) => (
          <Row key={providerId} title={nameOf(providerId)} facts={email ?? undefined}>
            {isLastWay ? null : (
              <Button
                variant="subtle"
                disabled={linking === undefined}
                aria-label={`Unlink ${nameOf(providerId)}`}
                onClick={() => void unlink(providerId)}
              >
                Unlink
              </Button>
            )}
          </Row>
        ))}
        {free.map(({ id, name }) => (
          <Row key={id} title={name} facts="Not linked">
            <Button
              variant="default"
              disabled={linking === undefined}
              loading={act.busy}
              aria-label={`Link ${name}`}
              onClick={() => void link(id)}
            >
              Link
            </Button>
          </Row>
        ))}
      </ul>
      {isLastWay && linked.length === 1 ? (
        <p className="security-note">
          {nameOf(linked[0]!.providerId)} is the only way into your account, so it stays. Set a
          password or add a passkey to be able to unlink it.
        </p>
      ) : null}
    </Part>
  );
}

const knownNames: Readonly<Record<string, string>> = {
  "google.com": "Google",
  "github.com": "GitHub",
};
