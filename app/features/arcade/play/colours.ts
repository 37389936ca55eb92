/** What the games are painted with, by day, by lamp light, and where the system has colours of its own. */
import { readTheme, systemAtNight } from "#app/ui/theme.ts";
import type { Colours } from "../game.ts";

const day: Omit<Colours, "accent"> = {
  field: "oklch(0.982 0.006 85)",
  line: "oklch(0.918 0.011 84)",
  faint: "oklch(0.63 0.015 75)",
  soft: "oklch(0.46 0.017 66)",
  ink: "oklch(0.24 0.018 58)",
  onHue: "oklch(0.985 0.006 85)",
  hues: [
    "oklch(0.58 0.15 38)",
    "oklch(0.64 0.13 72)",
    "oklch(0.56 0.11 122)",
    "oklch(0.55 0.09 185)",
    "oklch(0.53 0.12 248)",
    "oklch(0.48 0.13 298)",
    "oklch(0.57 0.15 5)",
  ],
};

const night: Omit<Colours, "accent"> = {
  field: "oklch(0.2 0.013 62)",
  line: "oklch(0.29 0.016 65)",
  faint: "oklch(0.58 0.016 74)",
  soft: "oklch(0.78 0.026 80)",
  ink: "oklch(0.935 0.028 84)",
  onHue: "oklch(0.18 0.013 62)",
  hues: [
    "oklch(0.72 0.12 40)",
    "oklch(0.81 0.11 78)",
    "oklch(0.75 0.11 122)",
    "oklch(0.74 0.08 185)",
    "oklch(0.72 0.09 248)",
    "oklch(0.7 0.1 300)",
    "oklch(0.73 0.11 5)",
  ],
};

/** A system's own are few: what they do not tell apart, signs on the pieces do. */
const forced: Colours = {
  field: "Canvas",
  line: "GrayText",
  faint: "GrayText",
  soft: "CanvasText",
  ink: "CanvasText",
  accent: "Highlight",
  onHue: "Canvas",
  hues: [
    "CanvasText",
    "CanvasText",
    "CanvasText",
    "CanvasText",
    "CanvasText",
    "CanvasText",
    "CanvasText",
  ],
};

const forcedColours = () => matchMedia("(forced-colors: active)");
const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)");

export const isForced = () => forcedColours().matches;
export const wantsCalm = () => lessMotion().matches;

/** @param element inherits the owner's accent */
export function coloursNow(element: Element): Colours {
  if (isForced()) return forced;
  const theme = readTheme();
  const isNight = theme === "dark" || (theme === "system" && systemAtNight().matches);
  return { ...(isNight ? night : day), accent: getComputedStyle(element).accentColor };
}

/** Whenever any of that changes. */
export function watchColours(onChange: () => void, signal: AbortSignal): void {
  for (const query of [forcedColours(), lessMotion(), systemAtNight()])
    query.addEventListener("change", onChange, { signal });
  const theme = new MutationObserver(onChange);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => theme.disconnect());
}
