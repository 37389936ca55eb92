const routeModules = import.meta.glob<object>(
  ["./features/*/*-page.tsx", "./shell/{page-errors,unknown-path}.tsx"],
  { eager: true },
);

declare global {
  /** React Router's own tables, which its script in the document fills before this file runs. */
  var __reactRouterManifest: { version: string; routes: Record<string, unknown> };
  var __reactRouterRouteModules: Record<string, object>;
}

/**
 * Hands all route modules to React Router, which takes what is in its table and otherwise loads a file, and reloads
 * the tab when that fails. They are thin and in one chunk (vite.config.ts); what is loaded on demand is the body of a
 * page, and only through lazyPage().
 */
export function seedRouteModules(): void {
  for (const id of Object.keys(__reactRouterManifest.routes)) {
    const [house, room] = id.split("/");
    // An id is the name of the route's file; any other one stands for the page that its feature is named after.
    const found =
      routeModules[`./${id}.tsx`] ?? routeModules[`./${house}/${room}/${room}-page.tsx`];
    if (found !== undefined) __reactRouterRouteModules[id] ??= found;
  }
}
