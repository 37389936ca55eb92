/** What the owner chose of the AI: `aiSettings`, and an account's own lower limit: `aiCaps/{uid}`. docs/ai.md */
import type { AiSettings, AiSettingsRead } from "#lib/ai/api.ts";
import { mostOwnerPrompt, mostSettings } from "#lib/ai/limits.ts";
import { type AiPrice, usualPrice } from "#lib/ai/price.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Audit } from "../audit/audit.ts";
import { recordOf } from "./read-value.ts";

const usualSettings: AiSettings = {
  on: true,
  prompt: "",
  price: usualPrice,
  maxOutput: 1_000,
  userDaily: 50,
  siteDaily: 500,
};

export type AiSettingsStore = {
  /** @throws BackendError */
  read(): Promise<AiSettingsRead>;
  /**
   * @param rev what they were when somebody began to change them; undefined: no matter
   * @returns what is wrong with them, or that they are others by now. @throws BackendError
   */
  write(
    actor: string,
    settings: AiSettings,
    rev?: string,
  ): Promise<undefined | { fault: string } | "changed-meanwhile">;
  /** Null: none. @throws BackendError */
  cap(uid: string): Promise<number | null>;
  /** @throws BackendError */
  setCap(uid: string, cap: number | null): Promise<void>;
};

export function createAiSettings(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue" | "updateValues">;
  audit: Pick<Audit, "add">;
}): AiSettingsStore {
  const { backend, audit } = deps;
  const valueAt = async (path: string) => (await backend.getValue(path)).value;

  return {
    async read() {
      const { value, etag } = await backend.getValue("aiSettings");
      return { ...readSettings(value), rev: etag };
    },
    async write(actor, settings, rev) {
      const fault = faultOf(settings);
      if (fault !== undefined) return { fault };
      const { etag } = await backend.getValue("aiSettings");
      if (rev !== undefined && rev !== etag) return "changed-meanwhile";
      const { on, price, maxOutput, userDaily, siteDaily } = settings;
      const details = { on, price: JSON.stringify(price), maxOutput, userDaily, siteDaily };
      await audit.add({ actor, action: "ai.change-settings", details });
      const isWritten = await backend.putValue("aiSettings", settings, rev);
      return isWritten ? undefined : "changed-meanwhile";
    },
    async cap(uid) {
      const cap = await valueAt(`aiCaps/${uid}`);
      return typeof cap === "number" ? cap : null;
    },
    async setCap(uid, cap) {
      await backend.updateValues({ [`aiCaps/${uid}`]: cap });
    },
  };
}

/** Whatever is missing or odd is as usual. */
function readSettings(value: DatabaseJson): AiSettings {
  const { on, prompt, price, ...numbers } = recordOf(value);
  const read = (name: "maxOutput" | "userDaily" | "siteDaily") => {
    const stored = numbers[name];
    return typeof stored === "number" ? stored : usualSettings[name];
  };
  return {
    on: on !== false,
    prompt: typeof prompt === "string" ? prompt : "",
    price: readPrice(price),
    maxOutput: read("maxOutput"),
    userDaily: read("userDaily"),
    siteDaily: read("siteDaily"),
  };
}

function readPrice(value: unknown): AiPrice {
  const { per, tokens, perThousandIn, perThousandOut } = recordOf(value);
  if (per === "reply" && typeof tokens === "number") return { per, tokens };
  const isUsage = typeof perThousandIn === "number" && typeof perThousandOut === "number";
  return per === "usage" && isUsage ? { per, perThousandIn, perThousandOut } : usualPrice;
}

function faultOf({ prompt, price, maxOutput, userDaily, siteDaily }: AiSettings) {
  const { tokens, perThousand, maxOutput: mostOutput, daily } = mostSettings;
  const isWhole = (value: number, from: number, to: number) =>
    Number.isSafeInteger(value) && value >= from && value <= to;
  const isPart = (value: number) => Number.isFinite(value) && value >= 0 && value <= perThousand;
  if (prompt.length > mostOwnerPrompt) return `Say it in at most ${mostOwnerPrompt} letters.`;
  if (price.per === "reply" && !isWhole(price.tokens, 1, tokens)) {
    return `An answer costs 1 to ${tokens} whole tokens.`;
  }
  if (price.per === "usage" && !(isPart(price.perThousandIn) && isPart(price.perThousandOut))) {
    return `1,000 tokens of the provider cost 0 to ${perThousand}.`;
  }
  if (!isWhole(maxOutput, 50, mostOutput)) return `An answer has 50 to ${mostOutput} tokens.`;
  if (!isWhole(userDaily, 0, daily) || !isWhole(siteDaily, 0, daily)) {
    return `In a day 0 to ${daily} whole tokens may be spent.`;
  }
  return undefined;
}
