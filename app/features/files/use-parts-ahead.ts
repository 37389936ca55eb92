import { useEffect } from "react";

export function usePartsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever needs one of them asks again.
      import("./load-ahead.ts").then(
        ({ loadAhead }) => loadAhead(),
        () => {},
      );
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
}
