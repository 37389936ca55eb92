import type { MapSource, MapTiles } from "#lib/map-source.ts";

/** Each empty when it is not set. */
type Given = { tiles: string; attribution: string; link: string };

/** Adds a sentence to `faults` for everything that is wrong. */
export function readMapSettings(given: Given, faults: string[]): MapSource {
  const { tiles, attribution, link } = given;
  if (tiles !== "" && !isTemplate(tiles, ["z", "x", "y"])) {
    faults.push(
      "FOYER_MAP_TILES is wrong: it must be an https address with {z}, {x} and {y} behind the host, and no other {…}.",
    );
  }
  if (tiles !== "" && attribution === "") {
    faults.push("FOYER_MAP_ATTRIBUTION is not set: who makes the map has to be named beside it.");
  }
  if (tiles === "" && attribution !== "") {
    faults.push("FOYER_MAP_ATTRIBUTION is set, but not FOYER_MAP_TILES, which it is about.");
  }
  if (link !== "" && !isTemplate(link, ["lat", "lon"])) {
    faults.push(
      "FOYER_MAP_LINK is wrong: it must be an https address with {lat} and {lon} behind the host, and no other {…}.",
    );
  }
  return {
    tiles: tiles === "" ? undefined : { url: tiles, credit: creditOf(attribution) },
    link: link || undefined,
  };
}

/** The host stands in it as it is: the content security policy names it. */
function isTemplate(text: string, names: readonly string[]): boolean {
  if (!/^https:\/\/[a-z0-9.-]+(?::\d+)?\//i.test(text) || /[\s;]/.test(text)) return false;
  const used = [...text.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
  return (
    URL.canParse(text) &&
    names.every((name) => used.includes(name)) &&
    used.every((name) => names.includes(name ?? ""))
  );
}

function creditOf(attribution: string): MapTiles["credit"] {
  const [, text = attribution, url] = /^(.+?)\s+(https:\/\/\S+)$/s.exec(attribution) ?? [];
  return url !== undefined && URL.canParse(url)
    ? { text, url }
    : { text: attribution, url: undefined };
}
