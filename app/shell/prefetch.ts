/**
 * Loads what a link leads to once it is pointed at, touched or focused: the page's data and its body. React Router's own
 * prefetch would load the file of the route module, which is there already, and not the body.
 */
type Route = { path?: string; index?: boolean; hasLoader: boolean };

/** Not asked for again sooner. */
const freshMs = 10_000;

/** When a path was prefetched last. */
const times = new Map<string, number>();

export function prefetchOnIntent(): void {
  for (const intent of ["pointerover", "touchstart", "focusin"])
    addEventListener(intent, prefetch, { passive: true });
}

function prefetch({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href^='/']");
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!link || connection?.saveData) return;
  const { pathname } = link;
  const now = Date.now();
  if (pathname === location.pathname || now < (times.get(pathname) ?? 0) + freshMs) return;
  times.set(pathname, now);
  const routes = Object.entries(__reactRouterManifest.routes as unknown as Record<string, Route>);
  const found = routes.find(([, { path, index }]) =>
    path
      ? new RegExp(`^/${path.replace(/:\w+/, "[^/]+")}$`).test(pathname)
      : index && pathname === "/",
  );
  if (found === undefined) return;
  const [id, { hasLoader }] = found;
  const { handle } = (__reactRouterRouteModules[id] ?? {}) as { handle?: { preload(): void } };
  handle?.preload();
  // The contact form is made anew for each visit.
  if (!hasLoader || pathname === "/contact") return;
  // As React Router asks for it when the link is followed: then the server is asked whether it is still so (ETag).
  const data = `${pathname === "/" ? "/_" : pathname}.data?_routes=${encodeURIComponent(id)}`;
  fetch(data, { headers: { Purpose: "prefetch" }, priority: "low" }).catch(() => {});
}
