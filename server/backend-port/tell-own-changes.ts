import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";

/**
 * The same backend, which says what this process has changed of accounts and in the Realtime Database, once it is done.
 * The embedded one says it of everybody; Firebase of nobody, and browsers report what they write themselves.
 */
export function tellOwnChanges<Backend extends ServerBackend>(
  backend: Backend,
  tell: {
    onWrite(path: string, value: DatabaseJson): void;
    onAccountChange(change: { uid: string }): void;
  },
): Backend {
  const told =
    <Rest extends unknown[], Result>(change: (uid: string, ...rest: Rest) => Promise<Result>) =>
    async (uid: string, ...rest: Rest): Promise<Result> => {
      const result = await change(uid, ...rest);
      tell.onAccountChange({ uid });
      return result;
    };
  return {
    ...backend,
    updateAccount: told((...args) => backend.updateAccount(...args)),
    setClaims: told((...args) => backend.setClaims(...args)),
    deleteAccount: told((...args) => backend.deleteAccount(...args)),
    removeSecondFactors: told((...args) => backend.removeSecondFactors(...args)),
    async createAccount(account) {
      const made = await backend.createAccount(account);
      tell.onAccountChange({ uid: made.uid });
      return made;
    },
    async updateValues(values) {
      await backend.updateValues(values);
      for (const [path, value] of Object.entries(values)) tell.onWrite(path, value);
    },
    async putValue(path, value, etag) {
      const isDone = await backend.putValue(path, value, etag);
      if (isDone) tell.onWrite(path, value);
      return isDone;
    },
  };
}
