/** The ways into the account, and where it is signed in. Stands in Settings, which brings heading and frame. */
import { Button } from "@mantine/core";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { LinkedPart } from "./linked-part.tsx";
import { PasskeysPart } from "./passkeys-part.tsx";
import { PasswordPart } from "./password-part.tsx";
import { RecoveryCodesPart } from "./recovery-codes-part.tsx";
import { SecondStepPart } from "./second-step-part.tsx";
import { readSecurityFacts } from "./security-facts.ts";
import { SessionsPart } from "./sessions-part.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";

export function Security() {
  const { value: facts, problem, refresh } = useFresh(readSecurityFacts, problemText);
  return (
    <div className="security">
      {facts === undefined ? (
        problem === undefined ? (
          <SkeletonForm fields={5} />
        ) : null
      ) : (
        <>
          <PasswordPart facts={facts} refresh={refresh} />
          <SecondStepPart facts={facts} refresh={refresh} />
          <RecoveryCodesPart facts={facts} refresh={refresh} />
          <PasskeysPart facts={facts} refresh={refresh} />
          <LinkedPart facts={facts} refresh={refresh} />
        </>
      )}
      <div role="alert">
        {problem === undefined ? null : (
          <p className="security-problem">
            {facts === undefined
              ? `The ways into your account could not be read. ${problem}`
              : `This may be out of date. ${problem}`}{" "}
            <Button variant="default" size="compact-sm" onClick={() => void refresh()}>
              Try again
            </Button>
          </p>
        )}
      </div>
      <SessionsPart />
    </div>
  );
}
