/**
 * A page whose body is loaded on demand. React Router by itself keeps the old page while it loads a route module and
 * reloads without limit when that fails, so route modules are thin and their bodies come through here:
 * `Loading...` meanwhile, ChunkLoadError after 120000 ms or a missing file, at most one reload for each build.
 */
import { Component, lazy, Suspense } from "react";
import type { ComponentType, ReactNode } from "react";

/** Specification §9. */
const chunkTimeoutMs = 120_000;
const reloadedBuildKey = "foyer:reloaded-build";

class ChunkLoadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ChunkLoadError";
  }
}

export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Body = lazy(() => loadChunk(load));
  return function LazyPage(props: Props) {
    return (
      <ChunkErrorBoundary>
        <Suspense fallback={<p className="loading">Loading...</p>}>
          <Body {...props} />
        </Suspense>
      </ChunkErrorBoundary>
    );
  };
}

async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ChunkLoadError(`This page did not load within ${chunkTimeoutMs / 1000} seconds.`));
    }, chunkTimeoutMs);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (cause) {
    if (cause instanceof ChunkLoadError) throw cause;
    if (mayReload()) {
      location.reload();
      return await new Promise<never>(() => {});
    }
    throw new ChunkLoadError("A part of this page could not be loaded.", cause);
  } finally {
    clearTimeout(timer);
  }
}

// After a deploy the files of the old build are gone: one reload brings the new page. Without session storage there
// is no telling whether that was tried already, so it is not.
function mayReload(): boolean {
  if (typeof window === "undefined" || !navigator.onLine) return false;
  const build = String(import.meta.env["VITE_BUILD_ID"]);
  try {
    if (sessionStorage.getItem(reloadedBuildKey) === build) return false;
    sessionStorage.setItem(reloadedBuildKey, build);
    return true;
  } catch {
    return false;
  }
}

class ChunkErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof ChunkLoadError)) throw error;
    return (
      <section className="page notice" role="alert">
        <h1>This page did not load</h1>
        <p>
          <code>{error.name}</code>: {error.message} Nothing is lost. Check your connection and try
          again.
        </p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </section>
    );
  }
}
