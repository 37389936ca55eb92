// Node can watch whole folders or single files, but of a file that an editor replaces it sees only the first change.
import { watch } from "node:fs";

// Not the indexes: development adds to them, and the server reads them when a query lacks one.
const rulesFile = /^[^.].*\.rules(\.json)?$/;
const settleMs = 100;

/**
 * Calls `onChange` with the name of a rules file of the folder, once for several changes at once.
 * @param {string} folder @param {(name: string) => void} onChange @returns {() => void} ends it.
 */
export function watchRules(folder, onChange) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watcher = watch(folder, (_event, name) => {
    if (name === null || !rulesFile.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => onChange(name), settleMs);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
