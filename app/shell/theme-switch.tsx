import { useSyncExternalStore } from "react";

const themes = ["system", "light", "dark"] as const;

type Theme = (typeof themes)[number];

/** The theme lives on <html>, where the script in <head> put it before React was there; the server cannot know it. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(watchTheme, readTheme, () => "system" as const);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  const label = `Theme: ${theme}. Switch to ${next}`;
  return (
    <button
      type="button"
      className="header-button scripted"
      aria-label={label}
      title={label}
      onClick={() => setTheme(next)}
    >
      <span className="theme-mark" />
    </button>
  );
}

function readTheme(): Theme {
  return themes.find((name) => name === document.documentElement.dataset["theme"]) ?? "system";
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("foyer:theme", theme);
  } catch {
    // Storage is switched off: the choice holds for this visit.
  }
}
