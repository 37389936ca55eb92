/**
 * Runs in <head> before the first paint: puts the visitor's theme on <html>, and by being there tells the style sheet
 * that scripts run (`.scripted` in base.css). Kept as text because it is written into the document.
 */
export const themeScript =
  'var t;try{t=localStorage["foyer:theme"]}catch{}document.documentElement.dataset.theme=t=="light"||t=="dark"?t:"system"';

/** For React, which would else take the theme off when it makes <html> anew. The server cannot know it. */
export function themeOfDocument(): string | undefined {
  return import.meta.env.SSR ? undefined : document.documentElement.dataset["theme"];
}
