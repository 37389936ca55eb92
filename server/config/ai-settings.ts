import { isIP, BlockList } from "node:net";
import type { AiModel } from "#lib/ai/api.ts";

/** `key` is a secret; empty where the provider wants none. */
export type AiProviderSettings = { url: string; key: string; models: AiModel[] };

/** Each empty when it is not set. */
type Given = { url: string; key: string; models: string };

const mostModels = 20;
const ownNetwork = new BlockList();
for (const [net, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  ownNetwork.addSubnet(net, prefix, "ipv4");
}
ownNetwork.addAddress("::1", "ipv6");
ownNetwork.addSubnet("fc00::", 7, "ipv6");

/** Adds a sentence to `faults` for everything that is wrong. Undefined: there is no AI. */
export function readAiSettings(
  { url, key, models }: Given,
  faults: string[],
): AiProviderSettings | undefined {
  if (url === "") {
    for (const [name, text] of [
      ["FOYER_AI_KEY", key],
      ["FOYER_AI_MODELS", models],
    ] as const) {
      if (text !== "") faults.push(`${name} is set, but not FOYER_AI_URL, which it is about.`);
    }
    return undefined;
  }
  // An address can hold a key, so it is not repeated.
  if (!isProviderAddress(url)) {
    faults.push(
      "FOYER_AI_URL is wrong: it must be an https address without name, password, ? and #, such as https://api.openai.com/v1; http only to this machine or its own network.",
    );
  }
  if (!/^[\x21-\x7e]{0,500}$/.test(key)) {
    faults.push("FOYER_AI_KEY is wrong: it must be a key as the provider shows it once.");
  }
  const found = models.split(",").map(readModel);
  const ids = new Set(found.map((model) => model?.id));
  if (found.length > mostModels || ids.has(undefined) || ids.size < found.length) {
    faults.push(
      `FOYER_AI_MODELS is wrong: it must be 1 to ${mostModels} different models with commas in between, each \`id\` or \`id=Shown name\`.`,
    );
  }
  return {
    url: url.replace(/\/+$/, ""),
    key,
    models: found.filter((model) => model !== undefined),
  };
}

function readModel(text: string): AiModel | undefined {
  const [id = "", ...rest] = text.split("=");
  const name = rest.length === 0 ? id : rest.join("=");
  if (!/^[\w./:@-]{1,120}$/.test(id.trim())) return undefined;
  return /^[^\p{C}]{1,60}$/u.test(name.trim()) ? { id: id.trim(), name: name.trim() } : undefined;
}

function isProviderAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isOwnNetwork(url.hostname));
}

/** A name without a dot is found there alone. */
function isOwnNetwork(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  const family = isIP(bare);
  if (family === 0) return !bare.includes(".") || /\.(?:local|internal|lan|home\.arpa)$/.test(bare);
  return ownNetwork.check(bare, family === 4 ? "ipv4" : "ipv6");
}
