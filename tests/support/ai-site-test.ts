/** Playwright's `test` with a site of its own whose AI is a server on this machine that behaves as the test says. */
import { startOpenAiServer } from "./openai-server.ts";
import type { OpenAiServer } from "./openai-server.ts";
import { test } from "./site-test.ts";

export const withAi = test.extend<{ provider: OpenAiServer }>({
  // Playwright reads the names of the fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  provider: async ({}, use) => {
    await using server = await startOpenAiServer();
    await use(server);
  },
  ownSite: true,
  siteEnv: async ({ provider }, use) =>
    use({
      FOYER_AI_URL: provider.url,
      FOYER_AI_KEY: "sk-never-told",
      FOYER_AI_MODELS: "small=Small,large",
    }),
});
