import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { seedRouteModules } from "./route-modules.ts";
import { prefetchOnIntent } from "./shell/prefetch.ts";
import { reportWebVitals } from "./shell/report-web-vitals.ts";

// The route modules are in this file (vite.config.ts), so it runs before the document's script, which imports some of
// them, is done filling React Router's tables; a microtask comes right after that.
queueMicrotask(() => {
  seedRouteModules();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
});

prefetchOnIntent();
reportWebVitals();
