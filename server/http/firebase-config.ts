/**
 * What the browser's SDK is told about its backend, at the address that Firebase Hosting uses for the same; and where maps
 * come from, for tools, which no server draws.
 */
import type { MapTiles } from "#lib/map-source.ts";
import { embeddedApiKey } from "../config/embedded-api-key.ts";
import type { WebOptions } from "../config/firebase-settings.ts";
import { answerText } from "./answer.ts";
import type { Handler } from "./request-facts.ts";

export const configPath = "/__/firebase/init.json";

/** Options for `initializeApp`. Firebase's own are handed on as they are. */
export type FirebaseConfig = EmbeddedConfig | WebOptions;

type EmbeddedConfig = {
  /** All services are on the site's own origin. */
  mode: "embedded";
  projectId: string;
  apiKey: string;
  appId: string;
  storageBucket: string;
};

export function embeddedConfig(projectId: string): EmbeddedConfig {
  return {
    mode: "embedded",
    projectId,
    apiKey: embeddedApiKey,
    appId: "1:1:web:1",
    storageBucket: projectId,
  };
}

/** @param map undefined: the site shows no map */
export function createFirebaseConfigHandler(
  config: FirebaseConfig,
  map: MapTiles | undefined,
): Handler {
  // The SDK lets what it does not know be.
  const body = JSON.stringify({ ...config, ...(map && { map }) });
  return async (exchange) =>
    answerText(exchange, 200, body, { "Content-Type": "application/json; charset=utf-8" });
}
