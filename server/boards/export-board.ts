/** All of a board as JSON, piece by piece: what its members read anyway. docs/boards.md */
import { isBoardId } from "#lib/boards/board-id.ts";
import { readMembers } from "#lib/boards/roles.ts";
import { boardKinds } from "#lib/boards/shape.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { everyChildPage } from "#lib/every-child.ts";

/** By what they are called in the file. */
const places = [...boardKinds, "members", "log"].map(
  (place) => [place === "board" ? "settings" : place, place] as const,
);

export type ExportBoard = (
  uid: string,
  board: string,
) => Promise<ReadableStream<Uint8Array> | "no-such-board">;

/** @throws BackendError, also of the stream */
export function createExportBoard(deps: {
  backend: Pick<ServerBackend, "getValue" | "exportChildren">;
}): ExportBoard {
  const { backend } = deps;

  async function* textOf(board: string): AsyncGenerator<string, void> {
    yield `{"id":${JSON.stringify(board)}`;
    for (const [name, place] of places) {
      yield `,\n${JSON.stringify(name)}:{`;
      let between = "\n";
      for await (const page of everyChildPage(backend, `boards/${board}/${place}`)) {
        const lines = page.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        yield between + lines.join(",\n");
        between = ",\n";
      }
      yield "}";
    }
    yield "}\n";
  }

  return async (uid, board) => {
    if (!isBoardId(board)) return "no-such-board";
    const { value } = await backend.getValue(`boards/${board}/members`);
    if (!readMembers(value).has(uid)) return "no-such-board";
    return streamOf(textOf(board));
  };
}

/** No faster than it is taken. */
function streamOf(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}
