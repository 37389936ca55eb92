/** Ways to a file's bytes: by a ticket, which is good for five minutes and for its owner's eyes only. */
import { fileTicket } from "#app/live/files.ts";
import { saveAddress } from "#app/ui/save-file.ts";

/**
 * In a new tab; saved instead when its bytes are not what its type says, or nobody looked at them (on Firebase).
 * @throws what fileTicket and fetch throw; Error when the browser opens no tab
 */
export async function openFile(name: string, fileName: string): Promise<void> {
  // Before anything is waited for: browsers open a tab for a click only, not for what comes later.
  const tab = window.open("", "_blank");
  if (tab === null) throw new Error("The browser did not open a tab: allow it for this site.");
  try {
    tab.opener = null;
    const url = await fileTicket(name);
    if (await isShown(url)) {
      tab.location.replace(new URL(url, location.href));
      return;
    }
    tab.close();
    saveAddress(url, fileName);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** @throws what fileTicket throws */
export async function downloadFile(name: string, fileName: string): Promise<void> {
  saveAddress(await fileTicket(name), fileName);
}

async function isShown(url: string): Promise<boolean> {
  const { ok, headers } = await fetch(url, { method: "HEAD" });
  if (!ok) throw new Error("This file is not there any more.");
  return headers.get("Content-Disposition")?.startsWith("inline") === true;
}
