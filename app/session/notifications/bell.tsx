import { useEffect, useState } from "react";

type Loaded = typeof import("./bell-button.tsx");

/** Beside the account. Its code comes once somebody is signed in, and nobody waits for it. */
export function Bell({ uid }: { uid: string }) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const load = () => {
      import("./bell-button.tsx").then(setLoaded, () =>
        addEventListener("online", load, { once: true }),
      );
    };
    load();
    return () => removeEventListener("online", load);
  }, []);
  return loaded ? <loaded.BellButton key={uid} uid={uid} /> : null;
}
