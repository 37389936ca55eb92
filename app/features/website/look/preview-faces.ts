/** The pairs of app/shell/font-faces.ts, as a preview draws them: loaded when one is chosen. */
import atkinson from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import brygada from "@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import type { FontPairId } from "#lib/documents/fonts.ts";

type PreviewFaces = {
  files: { name: string; href: string; weight: string }[];
  families: { display: string; text: string };
};

const sans = "system-ui, sans-serif";

export const previewFaces: Record<FontPairId, PreviewFaces> = {
  brygada: {
    files: [
      { name: "Brygada", href: brygada, weight: "400 700" },
      { name: "Figtree", href: figtree, weight: "300 900" },
    ],
    families: { display: "Brygada, Georgia, serif", text: `Figtree, ${sans}` },
  },
  fraunces: {
    files: [{ name: "Fraunces", href: fraunces, weight: "100 900" }],
    families: { display: "Fraunces, Georgia, serif", text: sans },
  },
  atkinson: {
    files: [{ name: "Atkinson", href: atkinson, weight: "200 800" }],
    families: { display: `Atkinson, ${sans}`, text: `Atkinson, ${sans}` },
  },
  system: { files: [], families: { display: "ui-serif, Georgia, serif", text: sans } },
};
