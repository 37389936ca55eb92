import { useContext } from "react";
import { NonceContext } from "./nonce-context.ts";
import { publicStyles, publicStylesId } from "./public-styles.ts";
import { favicon } from "./favicon.ts";
import { PageFacts } from "./page-facts.tsx";
import type { SiteFrame } from "./site-frame.ts";
import { themeScript } from "./theme-script.ts";

/**
 * The part of <head> that is the same on every page. The style sheet is in the document, so that the first paint waits
 * for nothing.
 */
export function DocumentHead({ site }: { site: Partial<SiteFrame> }) {
  const nonce = useContext(NonceContext);
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} />
      {site.fonts?.map((href) => (
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
      {site.style ? <style nonce={nonce} dangerouslySetInnerHTML={{ __html: site.style }} /> : null}
      <link rel="icon" href={favicon} type="image/svg+xml" />
      {import.meta.env.SSR ? <PageFacts /> : null}
    </>
  );
}
