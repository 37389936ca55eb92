/** The pairs of faces that an owner chooses from: one for names and titles, one for text. */
export const fontPairIds = ["brygada", "fraunces", "atkinson", "system"] as const;
export type FontPairId = (typeof fontPairIds)[number];

/** What a site has whose owner chose none. */
export const usualFontPair: FontPairId = "brygada";

export const fontPairs: Record<FontPairId, { title: string; about: string }> = {
  brygada: { title: "Brygada and Figtree", about: "A book face with character, and a warm sans." },
  fraunces: { title: "Fraunces", about: "Soft, old-style titles; text in the reader's own sans." },
  atkinson: {
    title: "Atkinson Hyperlegible Next",
    about: "One face for all, made to be told apart by weak eyes.",
  },
  system: { title: "System", about: "The reader's own faces: no file to load." },
};
