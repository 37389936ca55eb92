import type { OpenAI } from "openai";
import type { AiProviderSettings } from "../config/ai-settings.ts";
import { boundedFetch } from "./bounded-fetch.ts";

/** Loaded when first asked: most starts need none of it. */
export async function openProviderClient(
  settings: Pick<AiProviderSettings, "url" | "key">,
  options: { retries: number; timeoutMs: number },
): Promise<OpenAI> {
  const { OpenAI: Client } = await import("openai");
  return new Client({
    baseURL: settings.url,
    apiKey: settings.key || "none",
    organization: null,
    project: null,
    // Of the process's environment it takes nothing: what it needs stands here.
    defaultHeaders: settings.key === "" ? { Authorization: null } : {},
    maxRetries: options.retries,
    timeout: options.timeoutMs,
    logLevel: "off",
    fetch: boundedFetch,
  });
}
