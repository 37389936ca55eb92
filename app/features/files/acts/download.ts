/** One file as it is; more, or folders, as a ZIP that the server makes while it is saved. */
import { callDrive } from "#app/live/drive/drive-call.ts";
import { driveTicket, savedAs } from "#app/live/drive/drive-tickets.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { saveAddress } from "#app/ui/save-file.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveSource } from "../source.ts";
import { whatOf } from "./file-acts.ts";
import { sentenceOf } from "./run-all.ts";

/** Says itself what fails. @param uid who asks */
export async function download(
  uid: string,
  source: Pick<DriveSource, "owner">,
  nodes: readonly DriveNode[],
): Promise<void> {
  const { owner } = source;
  const [only] = nodes;
  if (!only) return;
  try {
    if (nodes.length === 1 && only.kind === "file") {
      const url = await driveTicket({
        owner,
        id: only.id,
        name: only.name,
        object: only.version.object,
      });
      saveAddress(savedAs(url), "");
      return;
    }
    const ids = nodes.map(({ id }) => id);
    const { url } = await callDrive<{ url: string }>(uid, "/api/drive/zip", { owner, ids });
    saveAddress(url, "");
  } catch (error) {
    tellProblem(
      `${whatOf(nodes)} ${nodes.length === 1 ? "was" : "were"} not downloaded. ${sentenceOf(error)}`,
      () => void download(uid, source, nodes),
    );
  }
}
