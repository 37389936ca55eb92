export type Sync = "saved" | "saving" | "offline" | { failed: string };

const words = {
  saved: "Saved",
  saving: "Saving…",
  offline: "Offline: kept here, saved once you are back",
};

/** Whether what is on the screen is also kept. Read out when it fails, not at each save. */
export function SyncState({ sync }: { sync: Sync | undefined }) {
  const failed = typeof sync === "object" ? sync.failed : undefined;
  return (
    <p className="sync-state" data-state={typeof sync === "object" ? "failed" : sync}>
      {sync === undefined || typeof sync === "object" ? null : <span>{words[sync]}</span>}
      <span role="alert">{failed}</span>
    </p>
  );
}
