/** What the browser's SDK is told about its backend, at the address that Firebase Hosting uses for the same. */
import { answerText } from "./answer.ts";
import type { Handler } from "./request-facts.ts";

export const configPath = "/__/firebase/init.json";

/** Options for `initializeApp`; `mode` says that all services are on the site's own origin. */
type FirebaseConfig = {
  mode: "embedded";
  projectId: string;
  apiKey: string;
  appId: string;
  storageBucket: string;
};

export function embeddedConfig(projectId: string): FirebaseConfig {
  return {
    mode: "embedded",
    projectId,
    // Names where the browser keeps the session; another mode on the same origin must have another one.
    apiKey: "foyer-embedded",
    appId: "1:1:web:1",
    storageBucket: projectId,
  };
}

export function createFirebaseConfigHandler(config: FirebaseConfig): Handler {
  const body = JSON.stringify(config);
  return async (exchange) =>
    answerText(exchange, 200, body, { "Content-Type": "application/json; charset=utf-8" });
}
