const routeModules = import.meta.glob<object>(
  ["./features/*/*-page.tsx", "./shell/{page-errors,unknown-path}.tsx", "./{root,tool-page}.tsx"],
  { eager: true },
);

type RouteFiles = { id: string; module: string; imports?: string[] };

declare global {
  /** React Router's own tables, which its script in the document fills before this file runs. */
  var __reactRouterManifest: {
    version: string;
    entry: { module: string };
    routes: Record<string, RouteFiles>;
  };
  var __reactRouterRouteModules: Record<string, object>;
}

/**
 * Hands all route modules, the root too, to React Router, which takes what is in its table and otherwise loads a file,
 * and reloads the tab when that fails. They are thin and in the entry (vite.config.ts); what is loaded on demand is the
 * body of a page, and only through lazyPage().
 */
export function seedRouteModules(): void {
  const { entry, routes } = __reactRouterManifest;
  for (const [id, files] of Object.entries(routes)) {
    const [house, room] = id.split("/");
    // An id is the name of the route's file; another one stands for the page that its feature is named after, or a tool.
    const found =
      routeModules[`./${id}.tsx`] ??
      routeModules[`./${house}/${room}/${room}-page.tsx`] ??
      routeModules["./tool-page.tsx"];
    if (found === undefined) continue;
    if (import.meta.env.PROD) {
      __reactRouterRouteModules[id] = found;
      // As the document has it (fewer-files.ts): React Router preloads the file that it finds here.
      files.module = entry.module;
      files.id = id;
      delete files.imports;
    } else __reactRouterRouteModules[id] ??= found;
  }
}
