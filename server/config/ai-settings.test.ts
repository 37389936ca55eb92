import { expect, test } from "vitest";
import { readAiSettings } from "./ai-settings.ts";

function read(given: { url?: string; key?: string; models?: string }) {
  const faults: string[] = [];
  const settings = readAiSettings({ url: "", key: "", models: "", ...given }, faults);
  return { settings, faults };
}

test("nothing set is no AI; a provider has an address, perhaps a key, and models", () => {
  expect(read({})).toEqual({ settings: undefined, faults: [] });
  const given = {
    url: "https://ai.example.com/v1/",
    key: "sk-1",
    models: "big=The big one, small",
  };
  expect(read(given)).toEqual({
    settings: {
      url: "https://ai.example.com/v1",
      key: "sk-1",
      models: [
        { id: "big", name: "The big one" },
        { id: "small", name: "small" },
      ],
    },
    faults: [],
  });
});

test.each([
  "http://127.0.0.1:11434/v1",
  "http://localhost:8080",
  "http://[::1]:8080/v1",
  "http://192.168.1.5/v1",
  "http://ollama:11434/v1",
  "http://gpu.local/v1",
])("%s is of one's own network", (url) => {
  expect(read({ url, models: "a" }).faults).toEqual([]);
});

test.each<[keyof Parameters<typeof read>[0], object]>([
  ["url", { url: "http://ai.example.com/v1", models: "a" }],
  ["url", { url: "http://8.8.8.8/v1", models: "a" }],
  ["url", { url: "http://169.254.169.254/v1", models: "a" }],
  ["url", { url: "https://user:secret@ai.example.com", models: "a" }],
  ["url", { url: "https://ai.example.com/?key=secret", models: "a" }],
  ["url", { url: "ai.example.com", models: "a" }],
  ["key", { url: "https://ai.example.com", key: "secret key", models: "a" }],
  ["models", { url: "https://ai.example.com" }],
  ["models", { url: "https://ai.example.com", models: "a,,b" }],
  ["models", { url: "https://ai.example.com", models: "a,a" }],
  ["models", { url: "https://ai.example.com", models: "a=" }],
  ["key", { key: "secret" }],
  ["models", { models: "a" }],
])("a wrong %s is refused with one sentence, which repeats no secret", (name, given) => {
  const { faults } = read(given);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^FOYER_AI_${name.toUpperCase()} is `));
  expect(faults[0]).not.toContain("secret");
});
