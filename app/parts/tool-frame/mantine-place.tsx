import { MantineProvider } from "@mantine/core";
import type { MantineColorSchemeManager } from "@mantine/core";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { readTheme, systemAtNight } from "#app/ui/theme.ts";
import { theme } from "./theme.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/mantine.css";

/** Day or night is the site's to say; Mantine only follows. */
const scheme: MantineColorSchemeManager = {
  get: readScheme,
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
};

/** Where Mantine's parts may stand. It writes no style element: the content security policy lets none in. */
export function MantinePlace({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(watchScheme, readScheme, () => "light" as const);
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={scheme}
      forceColorScheme={current}
    >
      {children}
    </MantineProvider>
  );
}

function readScheme(): "light" | "dark" {
  const chosen = readTheme();
  return chosen === "system" ? (systemAtNight().matches ? "dark" : "light") : chosen;
}

function watchScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = systemAtNight();
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
