import { Button } from "@mantine/core";
import { useState } from "react";
import { tryAiProvider } from "#app/live/ai/ai-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { AiProviderFacts } from "#lib/ai/api.ts";

const good: ReadonlySet<string> = new Set(["works", "silent"]);

/** Which provider there is, or how to have one. Its key is nothing that a browser ever gets. */
export function ProviderPart({ provider: { host, models } }: { provider: AiProviderFacts }) {
  return (
    <section className="ai-part" aria-labelledby="ai-provider">
      <h3 id="ai-provider">Provider</h3>
      {host === null ? (
        <p>No AI is connected: this site offers none, and says so where one would ask it.</p>
      ) : (
        <>
          <p>
            The AI of this site is asked at <strong>{host}</strong>. Its key stays on the server.
          </p>
          <p>{models.length === 1 ? "This model is offered:" : "These models are offered:"}</p>
          <ul className="ai-models">
            {models.map(({ id, name }, at) => (
              <li key={id}>
                {name}
                {name === id ? "" : ` (${id})`}
                {at === 0 && models.length > 1 ? ", the usual one" : ""}
              </li>
            ))}
          </ul>
          <TryIt />
        </>
      )}
      <details open={host === null}>
        <summary className="ai-summary">
          {host === null ? "How to connect one" : "How to change it"}
        </summary>
        <p>
          Any provider that speaks as OpenAI does: hosted ones, or Ollama, llama.cpp and vLLM on
          your own machine. Set these for the server, then start it again:
        </p>
        <ul className="ai-models">
          <li>
            <code>FOYER_AI_URL</code>: its address, such as <code>http://127.0.0.1:11434/v1</code>{" "}
            for Ollama
          </li>
          <li>
            <code>FOYER_AI_KEY</code>: the key that it gave you; left out where it wants none
          </li>
          <li>
            <code>FOYER_AI_MODELS</code>: the models to offer, with commas between, the usual one
            first: <code>llama3.2=Llama, qwen3</code>
          </li>
        </ul>
      </details>
    </section>
  );
}

function TryIt() {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<{ isGood: boolean; text: string }>();

  async function run(): Promise<void> {
    setBusy(true);
    setResult(undefined);
    try {
      const { outcome, text } = await tryAiProvider();
      setResult({ isGood: good.has(outcome), text });
    } catch (error) {
      setResult({ isGood: false, text: problemText(error) ?? "" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div className="ai-buttons">
        <Button variant="default" loading={isBusy} onClick={() => void run()}>
          Try it
        </Button>
        <span className="faint">Asks for its list of models. That costs nothing.</span>
      </div>
      <output data-state={result?.isGood === false ? "bad" : undefined}>{result?.text}</output>
    </>
  );
}
