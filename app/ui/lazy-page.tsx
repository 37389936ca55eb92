/**
 * A page whose body is loaded on demand. React Router by itself keeps the old page while it loads a route module and
 * reloads without limit when that fails, so route modules are thin and their bodies come through here:
 * `Loading...` meanwhile, ChunkLoadError after 120000 ms or a missing file, at most one reload for each build.
 */
import { Component, lazy, Suspense, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { siteAnswers } from "./site-answers.ts";

/** Specification §9. */
const chunkTimeoutMs = 120_000;
/** Asked for again, a file that never came: browsers join the two requests, so a second wait is in vain. */
const secondTimeoutMs = 10_000;
const reloadedBuildKey = "foyer:reloaded-build";

class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
}

type LazyPage<Props> = ComponentType<Props> & {
  /** Loads the body before it is asked for. */
  preload: () => void;
};

export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let Body: ComponentType<Props> = lazy(() => loadChunk(load, false));
  let loaded: ComponentType<Props> | undefined;
  // What failed once stays failed, in React: after that the next rendering asks anew.
  const askAnew = (byVisitor: boolean) => {
    Body = lazy(() => loadChunk(load, byVisitor));
  };
  function CurrentBody(props: Props) {
    // React waits for a lazy component even when its file is there, and a view transition would take the fallback.
    const [Current] = useState(() => loaded ?? Body);
    return <Current {...props} />;
  }
  function LazyPage(props: Props) {
    return (
      <ChunkErrorBoundary askAnew={askAnew}>
        <Suspense fallback={<p className="loading">Loading...</p>}>
          <CurrentBody {...props} />
        </Suspense>
      </ChunkErrorBoundary>
    );
  }
  return Object.assign(LazyPage, {
    // What does not come now is asked for again by who needs it, and said there.
    preload: () =>
      void load().then(
        (module) => (loaded = module.default),
        () => {},
      ),
  });
}

async function loadChunk<Module>(load: () => Promise<Module>, byVisitor: boolean): Promise<Module> {
  const limit = byVisitor ? secondTimeoutMs : chunkTimeoutMs;
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const seconds = chunkTimeoutMs / 1000;
    timeout.reject(new ChunkLoadError(`This page did not load within ${seconds} seconds.`));
  }, limit);
  try {
    return await Promise.race([load(), timeout.promise]);
  } catch (cause) {
    const late = cause instanceof ChunkLoadError;
    if (!import.meta.env.SSR && (byVisitor || !late) && (await siteAnswers())) {
      if (byVisitor || isFirstReload()) {
        location.reload();
        return await new Promise<never>(() => {});
      }
    }
    if (late) throw cause;
    throw new ChunkLoadError("A part of this page could not be loaded.", { cause });
  } finally {
    clearTimeout(timer);
  }
}

// After a deploy the files of the old build are gone: one reload brings the new page. Without session storage there
// is no telling whether that was tried already, so it is not.
function isFirstReload(): boolean {
  const { version } = __reactRouterManifest;
  try {
    if (sessionStorage.getItem(reloadedBuildKey) === version) return false;
    sessionStorage.setItem(reloadedBuildKey, version);
    return true;
  } catch {
    return false;
  }
}

type BoundaryProps = { askAnew: (byVisitor: boolean) => void; children: ReactNode };

class ChunkErrorBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) this.props.askAnew(false);
  }

  retry = (): void => {
    this.props.askAnew(true);
    this.setState({ error: undefined });
  };

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
        <button type="button" onClick={this.retry}>
          Try again
        </button>
      </section>
    );
  }
}
