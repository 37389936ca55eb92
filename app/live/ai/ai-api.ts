/** `/api/ai`: whether there is an AI, what it costs and has cost, and what the owner chose. docs/ai.md */
import type {
  AiCap,
  AiModel,
  AiProviderFacts,
  AiSettings,
  AiSettingsRead,
  AiSiteUsage,
  AiState,
  AiTried,
  AiUsageReport,
} from "#lib/ai/api.ts";
import type { AiPrice } from "#lib/ai/price.ts";
import { ApiError, callApi } from "../api.ts";

/** @throws ApiError; so do the others. An AbortError when `signal` says so */
export async function readAiState(signal?: AbortSignal): Promise<AiState> {
  return checked(stateOf, await get("/api/ai", signal));
}

/** One's own. */
export async function readAiUsage(signal?: AbortSignal): Promise<AiUsageReport> {
  return checked(usageOf, await get("/api/ai/usage", signal));
}

/** Of the whole site, for admins. */
export async function readAiSiteUsage(signal?: AbortSignal): Promise<AiSiteUsage> {
  return checked(siteUsageOf, await get("/api/ai/usage?all=1", signal));
}

/** For admins. */
export async function readAiSettings(signal?: AbortSignal): Promise<AiSettingsRead> {
  return checked(settingsOf, await get("/api/ai/settings", signal));
}

/** @param settings with `rev` it is refused where somebody else has changed them since */
export async function saveAiSettings(settings: AiSettings & { rev?: string }): Promise<void> {
  await callApi("POST", "/api/ai/settings", settings);
}

/** For admins. */
export async function readAiProvider(signal?: AbortSignal): Promise<AiProviderFacts> {
  return checked(providerOf, await get("/api/ai/provider", signal));
}

/** For admins; it costs nothing. */
export async function tryAiProvider(): Promise<AiTried> {
  return checked(triedOf, await callApi("POST", "/api/ai/provider/try", {}));
}

/** @param cap null: no limit of one's own */
export async function saveAiCap(cap: number | null): Promise<void> {
  await callApi("POST", "/api/ai/cap", { cap } satisfies AiCap);
}

const get = (path: `/api/${string}`, signal?: AbortSignal) =>
  callApi<unknown>("GET", path, undefined, { signal });

/** What another version of the site answers, or something in between, is no number to show. */
function checked<T>(read: (value: unknown) => T | undefined, answer: unknown): T {
  const value = read(answer);
  if (value !== undefined) return value;
  throw new ApiError("The server's answer makes no sense. Reload the page.", {
    status: 200,
    code: "bad-answer",
  });
}

const whys = ["none", "off", "unverified"] as const;

function stateOf(answer: unknown): AiState | undefined {
  const { on, why, models, price, maxOutput, userDaily, cap, left } = recordOf(answer);
  const { today } = recordOf(left);
  const found = priceOf(price);
  const offered = listOf(models, modelOf);
  const known = whys.find((one) => one === why);
  const isWhole =
    typeof on === "boolean" &&
    (why === undefined || known !== undefined) &&
    (cap === null || isNumber(cap));
  if (!isWhole || !found || !offered) return undefined;
  if (!isNumber(maxOutput) || !isNumber(userDaily) || !isNumber(today)) return undefined;
  return {
    on,
    ...(known !== undefined && { why: known }),
    models: offered,
    price: found,
    maxOutput,
    userDaily,
    cap,
    left: { today },
  };
}

function settingsOf(answer: unknown): AiSettingsRead | undefined {
  const { on, prompt, price, maxOutput, userDaily, siteDaily, rev } = recordOf(answer);
  const found = priceOf(price);
  if (typeof on !== "boolean" || typeof prompt !== "string" || !found) return undefined;
  if (typeof rev !== "string") return undefined;
  if (!isNumber(maxOutput) || !isNumber(userDaily) || !isNumber(siteDaily)) return undefined;
  return { on, prompt, price: found, maxOutput, userDaily, siteDaily, rev };
}

function providerOf(answer: unknown): AiProviderFacts | undefined {
  const { host, models } = recordOf(answer);
  const offered = listOf(models, modelOf);
  return offered && (host === null || typeof host === "string")
    ? { host, models: offered }
    : undefined;
}

const outcomes: readonly AiTried["outcome"][] = [
  "works",
  "unlisted",
  "silent",
  "unreachable",
  "timeout",
  "refused",
  "busy",
  "error",
];

function triedOf(answer: unknown): AiTried | undefined {
  const { outcome, text } = recordOf(answer);
  const known = outcomes.find((one) => one === outcome);
  return known !== undefined && typeof text === "string" ? { outcome: known, text } : undefined;
}

function usageOf(answer: unknown): AiUsageReport | undefined {
  const days = listOf(recordOf(answer)["days"], (one) => {
    const { day, model, answers, spent, in: asked, out } = recordOf(one);
    if (typeof day !== "string" || typeof model !== "string") return undefined;
    if (!isNumber(answers) || !isNumber(spent) || !isNumber(asked) || !isNumber(out)) {
      return undefined;
    }
    return { day, model, answers, spent, in: asked, out };
  });
  return days && { days };
}

function siteUsageOf(answer: unknown): AiSiteUsage | undefined {
  const fields = recordOf(answer);
  const days = listOf(fields["days"], (one) => {
    const { day, spent, reserved } = recordOf(one);
    if (typeof day !== "string" || !isNumber(spent) || !isNumber(reserved)) return undefined;
    return { day, spent, reserved };
  });
  const users = listOf(fields["users"], (one) => {
    const { uid, name, spent } = recordOf(one);
    if (typeof uid !== "string" || typeof name !== "string" || !isNumber(spent)) return undefined;
    return { uid, name, spent };
  });
  const { left } = fields;
  return days && users && isNumber(left) ? { days, users, left } : undefined;
}

function priceOf(value: unknown): AiPrice | undefined {
  const { per, tokens, perThousandIn, perThousandOut } = recordOf(value);
  if (per === "reply" && isNumber(tokens)) return { per, tokens };
  const isByUsage = per === "usage" && isNumber(perThousandIn) && isNumber(perThousandOut);
  return isByUsage ? { per, perThousandIn, perThousandOut } : undefined;
}

function modelOf(value: unknown): AiModel | undefined {
  const { id, name } = recordOf(value);
  return typeof id === "string" && typeof name === "string" ? { id, name } : undefined;
}

/** All of them, or nothing. */
function listOf<T>(value: unknown, read: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.map(read).filter((one) => one !== undefined);
  return found.length === value.length ? found : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
