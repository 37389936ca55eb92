/** Which game is at which path; scripts/page-files.ts reads the table as text. */
import { lazyPage } from "#app/ui/lazy-page.tsx";

const games: Record<string, ReturnType<typeof lazyPage<object>>> = {
  "/blockstacker": lazyPage(() => import("./blockstacker.tsx")),
  "/snake-game": lazyPage(() => import("./snake-game.tsx")),
  "/space-raiders": lazyPage(() => import("./space-raiders.tsx")),
  "/fruit-ninja": lazyPage(() => import("./fruit-ninja.tsx")),
};

// At once: React draws what is there, but waits before it draws what it had to wait for.
if (!import.meta.env.SSR) games[location.pathname]?.preload();

export default function Arcade({ path }: { path: string }) {
  const Game = games[path];
  // The router keeps what is drawn by the same module: another game begins anew.
  return Game === undefined ? null : <Game key={path} />;
}
