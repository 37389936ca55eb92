import { useEffect } from "react";

/** What is not in the browser yet is not there offline: what people do every day comes once there is time. */
export function usePartsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const parts = [
        import("#app/parts/menus/row-menu.tsx"),
        import("./thread/thread-panel.tsx"),
        import("./panels/people-panel.tsx"),
        import("./emoji/emoji-picker.tsx"),
      ];
      // Whoever needs one asks again.
      void Promise.allSettled(parts);
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
}
