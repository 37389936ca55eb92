/** The visitor's choice of day or night. It lives on <html>, where the script in <head> puts it before React is there. */
export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  return themes.find((name) => name === document.documentElement.dataset["theme"]) ?? "system";
}

export const systemAtNight = () => matchMedia("(prefers-color-scheme: dark)");

/** From the system's theme to the other one, so that the first press is seen; then the same by choice; then back. */
export function nextTheme(theme: Theme, night = systemAtNight().matches): Theme {
  const other = night ? "light" : "dark";
  if (theme === "system") return other;
  return theme !== other ? "system" : night ? "dark" : "light";
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("foyer:theme", theme);
  } catch {
    // Storage is switched off: the choice holds for this visit.
  }
}
