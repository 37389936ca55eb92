/**
 * What the document says of its page to programs: search engines, link previews, readers. They load each page from the
 * server, so it is rendered there only. In the browser React passes over elements of <head> that it does not know, and
 * a navigation takes them away (page-place.tsx).
 */
import { createContext, useContext } from "react";
import {
  feedPath,
  foodFeedPath,
  mirrorOf,
  pictureOf,
  pictureSize,
  pictureTypeOf,
  resumeJsonPath,
} from "#lib/found/addresses.ts";
import type { PageFacts as Facts } from "#lib/found/page-facts.ts";

export type ToldFacts = {
  origin: string;
  /** Of the site; empty while nobody is named. */
  siteName: string;
  description: string | undefined;
  /** Undefined for a page that is not there to be found. */
  facts: Facts | undefined;
  isIndexable: boolean;
  /** Of the site, as search engines ask for it: name and content of meta elements. */
  verification: readonly { name: string; content: string }[];
  /** The owner's own beside a link to this page; undefined for the drawn one. */
  picture: SharedPicture | undefined;
  /** JSON-LD. */
  things: readonly object[];
};

/** In pixels. */
export type SharedPicture = { src: string; type: string; width: number; height: number };

export const PageFactsContext = /* @__PURE__ */ createContext<ToldFacts | undefined>(undefined);

// The paper of day and night, --n1 of tokens.css: browsers paint what is around the page with it.
const themeColors = [
  ["light", "#fbf9f5"],
  ["dark", "#1a1510"],
] as const;

export function PageFacts() {
  const told = useContext(PageFactsContext);
  const { facts, description } = told ?? {};
  return (
    <>
      {themeColors.map(([scheme, color]) => (
        <meta
          key={scheme}
          name="theme-color"
          media={`(prefers-color-scheme: ${scheme})`}
          content={color}
        />
      ))}
      {told?.isIndexable && facts ? null : <meta name="robots" content="noindex" />}
      {description ? <meta name="description" content={description} /> : null}
      {told?.verification.map(({ name, content }) => (
        <meta key={name} name={name} content={content} />
      ))}
      {told && facts ? <LinkPreview told={told} facts={facts} /> : null}
    </>
  );
}

function LinkPreview({ told, facts }: { told: ToldFacts; facts: Facts }) {
  const { origin, siteName, things } = told;
  const { path, title, description, type } = facts;
  const picture = told.picture ?? {
    src: pictureOf(path),
    type: pictureTypeOf(path),
    ...pictureSize,
  };
  const properties: [name: string, content: string][] = [
    ["og:title", title],
    ["og:description", description],
    ["og:type", type],
    ["og:url", origin + path],
    ["og:site_name", siteName || new URL(origin).host],
    ["og:locale", "en_US"],
    ["og:image", origin + picture.src],
    ["og:image:type", picture.type],
    ["og:image:width", `${picture.width}`],
    ["og:image:height", `${picture.height}`],
    ["og:image:alt", [...new Set([title, siteName])].filter(Boolean).join(" · ")],
  ];
  return (
    <>
      {properties.map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="alternate" type="application/atom+xml" href={feedPath} title="What is new" />
      {path === "/foodblog" ? (
        <link rel="alternate" type="application/atom+xml" href={foodFeedPath} title={title} />
      ) : null}
      <link rel="alternate" type="text/markdown" href={mirrorOf(path)} />
      {path === "/resume" ? (
        <link rel="alternate" type="application/json" href={resumeJsonPath} />
      ) : null}
      <StructuredData things={things} />
    </>
  );
}

function StructuredData({ things }: { things: readonly object[] }) {
  if (things.length === 0) return null;
  const graph = { "@context": "https://schema.org", "@graph": things };
  // No text in it can end the element.
  const json = JSON.stringify(graph).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
