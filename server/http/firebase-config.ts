/** What the browser's SDK is told about its backend, at the address that Firebase Hosting uses for the same. */
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

export function createFirebaseConfigHandler(config: FirebaseConfig): Handler {
  const body = JSON.stringify(config);
  return async (exchange) =>
    answerText(exchange, 200, body, { "Content-Type": "application/json; charset=utf-8" });
}
