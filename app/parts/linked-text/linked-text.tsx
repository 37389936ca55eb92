/** Somebody's text: never anything but text, its addresses to click on, spelled as the browser will go there. */
import { Fragment } from "react";

const address = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/giu;

export function LinkedText({ text }: { text: string }) {
  const parts = [];
  let done = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutEnd(match[0]);
    if (!URL.canParse(found)) continue;
    parts.push(
      <Fragment key={match.index}>
        {text.slice(done, match.index)}
        <a href={found} rel="noopener noreferrer nofollow ugc" target="_blank">
          {new URL(found).href}
        </a>
      </Fragment>,
    );
    done = match.index + found.length;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}

/** What ends the sentence around it is no part of an address, but the end of its own brackets is. */
function withoutEnd(found: string): string {
  const bare = found.replace(/[.,;:!?)\]}]+$/u, "");
  const opens = bare.lastIndexOf("(") > bare.lastIndexOf(")");
  return opens && found[bare.length] === ")" ? `${bare})` : bare;
}
