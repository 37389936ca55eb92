/** Codes to be coloured; done in a process of its own. */
export type ColourJob = { codes: { code: string; language: string }[] };

/** `spans` of lib/leetcode/problem-files.ts for each of them. */
export type ColourAnswer = number[][];
