import displayFont from "@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url";
import textFont from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { useContext } from "react";
import { NonceContext } from "./nonce-context.ts";
import { publicStyles, publicStylesId } from "./public-styles.ts";
import { favicon } from "./favicon.ts";
import { PageFacts } from "./page-facts.tsx";
import { themeScript } from "./theme-script.ts";

/**
 * The part of <head> that is the same on every page. The style sheet is in the document, so that the first paint waits
 * for nothing.
 */
export function DocumentHead({ accent }: { accent: string | undefined }) {
  const nonce = useContext(NonceContext);
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} />
      {[displayFont, textFont].map((href) => (
        <link
          key={href}
          rel="preload"
          as="font"
          type="font/woff2"
          href={href}
          crossOrigin="anonymous"
        />
      ))}
      <style id={publicStylesId} nonce={nonce} dangerouslySetInnerHTML={{ __html: publicStyles }} />
      {accent !== undefined && isColor(accent) ? (
        <style
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: `:root{--accent-source:${accent}}` }}
        />
      ) : null}
      <link rel="icon" href={favicon} type="image/svg+xml" />
      {import.meta.env.SSR ? <PageFacts /> : null}
    </>
  );
}

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
