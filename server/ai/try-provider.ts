/** Whether the provider answers, by asking it for its models: that costs nothing, and nobody's words are sent. docs/ai.md */
import type { AiProviderFacts, AiTried } from "#lib/ai/api.ts";
import type { AiProviderSettings } from "../config/ai-settings.ts";
import { openProviderClient } from "./provider-client.ts";
import { whyOfError } from "./provider.ts";
import { recordOf } from "./read-value.ts";

const usualTimeoutMs = 15_000;

/** What admins see of it, and how they try it. */
export type ProviderDesk = { facts: AiProviderFacts; tryIt: () => Promise<AiTried> };

export function createProviderDesk(settings: AiProviderSettings): ProviderDesk {
  const { url, models } = settings;
  return { facts: { host: new URL(url).host, models }, tryIt: () => tryProvider(settings) };
}

/** Never rejects. */
export async function tryProvider(
  settings: AiProviderSettings,
  timeoutMs = usualTimeoutMs,
): Promise<AiTried> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    // By the signal it ends: that of the client is no other, and does not say so.
    const options = { retries: 0, timeoutMs: 2 * timeoutMs };
    const client = await openProviderClient(settings, options);
    const { data } = recordOf(await client.models.list({ signal: timeout }));
    const known = new Set(Array.isArray(data) ? data.map((one) => recordOf(one)["id"]) : []);
    if (known.size === 0) return said("silent");
    const missing = settings.models
      // Ollama lists what has no tag with the one that it takes then.
      .filter(({ id }) => !known.has(id) && !known.has(`${id}:latest`))
      .map(({ name }) => name);
    return missing.length === 0 ? said("works") : said("unlisted", missing);
  } catch (error) {
    if (timeout.aborted) return said("timeout");
    const { status } = recordOf(error);
    // Not all that answer questions list what they have.
    if (status === 404 || status === 405 || status === 501) return said("silent");
    const why = whyOfError(error);
    return said(why === "refused" || why === "busy" || why === "unreachable" ? why : "error");
  }
}

const texts: Readonly<Record<AiTried["outcome"], string>> = {
  works: "The provider answers, takes the key, and has all models that are offered.",
  unlisted:
    "The provider answers, but does not list these models. Check FOYER_AI_MODELS, or load them there:",
  silent:
    "The provider answers, but does not say which models it has. Ask something in Chat to see whether it works.",
  unreachable:
    "The provider cannot be reached. Check FOYER_AI_URL, and whether the provider runs and lets this machine in.",
  timeout: "The provider did not answer in time. Try again in a moment.",
  refused: "The provider does not take the key. Check FOYER_AI_KEY.",
  busy: "The provider has too much to do, or your account there has used up what it may. Look there.",
  error: "The provider answers, but not as expected. Check FOYER_AI_URL: most end with /v1.",
};

function said(outcome: AiTried["outcome"], missing: readonly string[] = []): AiTried {
  const list = missing.length === 0 ? "" : ` ${missing.join(", ")}.`;
  return { outcome, text: `${texts[outcome]}${list}` };
}
