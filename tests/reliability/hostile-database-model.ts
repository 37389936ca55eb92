/** What the accepted writes of hostile clients have made of the tree, by the model that the SDK's fuzz is judged by. */
import {
  type ModelNode,
  exportOf,
  pathOf,
  written,
} from "../../backend/database/testing/model-tree.ts";

const SHOWN_CHARS = 300;

/** @param nowMs what `{".sv":"timestamp"}` becomes */
export function createModel(nowMs: number) {
  let tree: ModelNode = null;
  let log: string[] = [];

  function put(path: string, json: unknown): void {
    log.push(`${path} ${JSON.stringify(json).slice(0, SHOWN_CHARS)}`);
    tree = written(tree, pathOf(path), json, nowMs);
  }

  return {
    put,
    update(path: string, json: unknown): void {
      const entries = Object.entries(json as object).map(
        ([below, value]) => [`${path}/${below}`, value as unknown] as const,
      );
      // A priority is of the value that is there afterwards.
      const isPriority = ([at]: readonly [string, unknown]) => pathOf(at).at(-1) === ".priority";
      for (const entry of entries.filter((entry) => !isPriority(entry))) put(...entry);
      for (const entry of entries.filter(isPriority)) put(...entry);
    },
    /** What was put below a path since this was last asked, in order. */
    takeLog(path: string): string[] {
      const taken = log.filter((line) => line.includes(path));
      log = [];
      return taken;
    },
    /** As the server says it, in export form. */
    json: (): unknown => JSON.parse(JSON.stringify(exportOf(tree))),
  };
}
