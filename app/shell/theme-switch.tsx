import { useSyncExternalStore } from "react";
import { nextTheme, readTheme, setTheme, systemAtNight } from "#app/ui/theme.ts";

/** The server cannot know the theme; the page shows it from the first paint, this button once React is there. */
export function ThemeSwitch() {
  const label = useSyncExternalStore(watchTheme, readLabel, () => "Theme: system. Switch to dark");
  return (
    <button
      type="button"
      className="header-button scripted"
      aria-label={label}
      title={label}
      onClick={() => setTheme(nextTheme(readTheme()))}
    >
      <span className="theme-mark" />
    </button>
  );
}

function readLabel(): string {
  const theme = readTheme();
  return `Theme: ${theme}. Switch to ${nextTheme(theme)}`;
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = systemAtNight();
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
