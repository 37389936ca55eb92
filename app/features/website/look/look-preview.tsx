import { useEffect, useMemo, useRef } from "react";
import type { CSSProperties } from "react";
import { checkAccent } from "#lib/accent-contrast.ts";
import { fontPairIds, usualFontPair } from "#lib/documents/fonts.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { usualAccent } from "#lib/usual-accent.ts";
import { PagesPreview } from "../pages-preview.tsx";
import { previewFaces } from "./preview-faces.ts";

/** The home page in the colour and the faces that are being chosen. */
export function LookPreview({ fields }: { fields: PlainFields }) {
  const { accent, fonts } = fields;
  const pair = fontPairIds.find((id) => id === fonts) ?? usualFontPair;
  const place = useRef<HTMLDivElement>(null);
  const { families, files } = previewFaces[pair];
  const { light, dark } =
    checkAccent(typeof accent === "string" ? accent : usualAccent)?.shades ?? {};
  // The window of the preview has a document of its own, with faces of its own.
  useEffect(() => {
    const loading = files.map(async ({ name, href, weight }) => {
      const inner = place.current?.querySelector("iframe")?.contentDocument;
      const face = await new FontFace(name, `url(${href})`, { weight }).load();
      inner?.fonts.add(face);
    });
    // The stand-ins of the system are there.
    Promise.all(loading).catch(() => {});
  }, [files]);
  const style = useMemo(
    () =>
      ({
        "--display": families.display,
        "--text": families.text,
        fontFamily: families.text,
        ...(light !== undefined && { "--accent": `light-dark(${light}, ${dark})` }),
      }) as CSSProperties,
    [families, light, dark],
  );
  return (
    <div ref={place} className="website-preview">
      <PagesPreview id="settings" fields={fields} pages={["home", "about"]} style={style} />
    </div>
  );
}
