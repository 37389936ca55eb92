import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";

/** Says what became of it. */
export async function copyWords(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    tell("The words are copied.");
  } catch {
    tellProblem("The browser did not let them be copied. Mark them and copy them by hand.");
  }
}
