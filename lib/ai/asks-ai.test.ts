import { expect, test } from "vitest";
import { asksAi } from "./asks-ai.ts";

test("a message asks the AI where it has @ai as a word", () => {
  for (const text of ["@ai hello", "Well, @AI: what?", "(@ai)", "a\n@ai", "@ai"]) {
    expect(asksAi(text), text).toBe(true);
  }
  for (const text of ["@aida", "me@ai", "@ ai", "@[ai](u1)", "@ai_x", "@aië", ""]) {
    expect(asksAi(text), text).toBe(false);
  }
});
