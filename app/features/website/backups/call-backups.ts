/** `/api/backups`, which asks for a fresh sign-in where that is wanted. */
import { callApi } from "#app/live/api.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";
import type { BackupSettings, BackupsView } from "#lib/backups.ts";

export type Shown = Extract<BackupsView, { isHosted: false }>;

export function readBackups(signal: AbortSignal): Promise<BackupsView> {
  return callApi<BackupsView>("GET", "/api/backups", undefined, { signal });
}

function act<Answer>(name: string, body: object): Promise<Answer> {
  return withRecentSignIn(() => callApi<Answer>("POST", `/api/backups/${name}`, body));
}

export const backUpNow = () => act<Shown>("now", {});
export const runDrill = (name?: string) => act<Shown>("drill", name === undefined ? {} : { name });
export const cancelWork = () => act<object>("cancel", {});
export const deleteBackup = (name: string) => act<Shown>("delete", { name });
export const changeSettings = (change: Partial<BackupSettings>) => act<Shown>("settings", change);
export const tellKeySaved = () => act<Shown>("key", { act: "saved" });

/** What opens back-ups, as a file's text. */
export async function readKeyFile(what: "show" | "change"): Promise<string> {
  return (await act<{ text: string }>("key", { act: what })).text;
}

/** Saved rather than opened, so that a refusal leaves the page where it is. */
export async function downloadBackup(name: string): Promise<void> {
  const { url } = await act<{ url: string }>("download", { name });
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
