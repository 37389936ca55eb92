/** What the AI may cost, and has cost, whoever is signed in. docs/ai.md */
import { Link } from "react-router";
import { readAiState } from "#app/live/ai/ai-api.ts";
import { numberText, priceWords, tokensOf } from "#app/parts/ai/price-words.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { SessionUser } from "#app/session/session.ts";
import type { AiState } from "#lib/ai/api.ts";
import { AiCapPart } from "./ai-cap-part.tsx";
import { AiUsagePart } from "./ai-usage-part.tsx";
import { Part } from "./security/part.tsx";
import { useAfterChange } from "./use-after-change.ts";
import { useLiveValue } from "./use-live-value.ts";

export function AiSection({ user }: { user: SessionUser }) {
  const { value: state, problem, refresh, change } = useFresh(readAiState, problemText);
  // Another balance is another answer, or more tokens.
  const balance = useLiveValue(`tokenAccounts/${user.uid}/balance`);
  const tokens = typeof balance.value === "number" ? balance.value : user.userAITokens;
  useAfterChange(tokens, refresh);
  return (
    <>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {state === undefined ? (
        problem === undefined ? (
          <SkeletonForm fields={4} />
        ) : null
      ) : (
        <>
          <Lead state={state} />
          {state.why === "none" ? null : (
            <>
              <Today state={state} tokens={tokens} />
              <AiCapPart
                key={state.cap}
                state={state}
                onSaved={(cap) => {
                  change((before) => ({ ...before, cap }));
                  void refresh();
                }}
              />
            </>
          )}
          <AiUsagePart balance={tokens} />
        </>
      )}
    </>
  );
}

function Lead({ state: { on, why } }: { state: AiState }) {
  if (on) {
    return (
      <p className="settings-lead">
        You ask the AI in <Link to="/Chat">Chat</Link>: in a chat with it alone, or in a room with
        @ai. It says what an answer costs before you send.
      </p>
    );
  }
  switch (why) {
    case "off":
      return (
        <p className="settings-lead">
          The owner of this site has switched the AI off for now. Nothing can be asked, and nothing
          is charged.
        </p>
      );
    case "unverified":
      return (
        <p className="settings-lead">
          The AI answers you once the e-mail address of your account is confirmed.{" "}
          <Link to={{ hash: "email" }} preventScrollReset>
            Confirm it under E-mail
          </Link>
          .
        </p>
      );
    default:
      return (
        <p className="settings-lead">
          This site has no AI: its owner has not connected one. Everything else works without it,
          nothing can be asked, and nothing is charged.
        </p>
      );
  }
}

function Today({ state, tokens }: { state: AiState; tokens: number }) {
  const { left, price, models, cap, userDaily } = state;
  const most = Math.min(userDaily, cap ?? Infinity);
  const [usual, ...others] = models;
  return (
    <Part title="Today">
      <dl className="settings-facts">
        <div>
          <dt>Left today</dt>
          <dd>
            {numberText(left.today)} of {tokensOf(most)}
            {left.today === 0 ? ". There is more after midnight, UTC." : ""}
          </dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>{priceWords(price)}</dd>
        </div>
        <div>
          <dt>Your balance</dt>
          <dd>
            {tokensOf(tokens)}.{" "}
            <Link to={{ hash: "tokens" }} preventScrollReset>
              What was given and taken
            </Link>
          </dd>
        </div>
        {usual === undefined ? null : (
          <div>
            <dt>{others.length === 0 ? "Model" : "Models"}</dt>
            <dd>{[usual, ...others].map(({ name }) => name).join(", ")}</dd>
          </div>
        )}
      </dl>
    </Part>
  );
}
