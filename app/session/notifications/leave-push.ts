import { pushKey } from "#app/live/push-key.ts";
import { logFailure } from "../log-failure.ts";
import { readStored } from "../stored.ts";

/** Whoever comes next in this browser is not told what was meant for the one before. Never rejects. */
export async function leavePush({ tellsServer }: { tellsServer: boolean }): Promise<void> {
  if (readStored(pushKey) === null) return;
  try {
    await (await import("#app/live/push.ts")).endPush({ tellsServer });
  } catch (error) {
    logFailure("This device may be told of notifications still", error);
  }
}
