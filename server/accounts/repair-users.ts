/**
 * All users at once: what an earlier process left undone. Records, profiles and the directory are read side by side, some
 * hundred at a time, and accounts a hundred in one request; only who is wrong is looked at by themselves.
 */
import { faultOfKey } from "#lib/database-key.ts";
import { type Pair, everyChildPage, inStep } from "#lib/every-child.ts";
import type { Account, DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { everyAccountPage } from "./every-account.ts";
import { asMap, changesOf, claimsFit, emailFits } from "./mirrored.ts";
import type { StoredUser } from "./mirrored.ts";

type RepairBackend = Pick<
  ServerBackend,
  "exportChildren" | "updateValues" | "getAccounts" | "listAccounts"
>;

type Seen = StoredUser & { uid: string; account: Account | null };

const accountsAtOnce = 100;

export async function repairUsers(deps: {
  backend: RepairBackend;
  /** Looks at one user anew and mends them. Never rejects. */
  follow: (uid: string) => Promise<void>;
  /** Whom somebody else has followed since it was called last. */
  takeFollowed: () => ReadonlySet<string>;
  isClosed: () => boolean;
  now: () => number;
}): Promise<void> {
  const { backend, follow, takeFollowed, isClosed, now } = deps;
  const met = new Set<string>();

  /** What is missing in the directory alone is written together: at the first start that is everybody. */
  async function mend(page: readonly Seen[]): Promise<void> {
    const rows: Record<string, DatabaseJson> = {};
    const together: string[] = [];
    const wrong: string[] = [];
    for (const user of page) {
      const { uid, account } = user;
      const changes = faultOfKey(uid) === undefined ? changesOf(uid, account, user, now()) : {};
      const paths = Object.keys(changes);
      const fits =
        account === null || (claimsFit(account, user.record) && emailFits(account, user.record));
      if (fits && paths.length === 0) continue;
      if (fits && user.row === null && paths.every((path) => path.startsWith("directory/"))) {
        Object.assign(rows, changes);
        together.push(uid);
      } else wrong.push(uid);
    }
    if (together.length > 0) await backend.updateValues(rows);
    // They changed while this was read: it may have been written after their change.
    const followed = takeFollowed();
    wrong.push(...together.filter((uid) => followed.has(uid)));
    await Promise.all(wrong.map((uid) => follow(uid)));
  }

  takeFollowed();
  const records = everyChildPage(backend, "users");
  const known = asChildren(inStep(records, everyChildPage(backend, "profiles")));
  for await (const pairs of inStep(known, everyChildPage(backend, "directory"))) {
    if (isClosed()) return;
    const accounts = await accountsOf(
      backend,
      pairs.map(({ key }) => key),
    );
    const users = pairs.map((pair) => toSeen(pair, accounts));
    for (const { uid, account } of users) if (account !== null) met.add(uid);
    await mend(users);
  }
  for await (const accounts of everyAccountPage(backend)) {
    if (isClosed()) return;
    const others = accounts.filter(({ uid }) => !met.has(uid));
    await mend(
      others.map((account) => ({
        uid: account.uid,
        account,
        record: null,
        profile: null,
        row: null,
      })),
    );
  }
}

async function* asChildren(
  pages: AsyncGenerator<Pair[]>,
): AsyncGenerator<[key: string, value: DatabaseJson][]> {
  for await (const pairs of pages) {
    yield pairs.map(({ key, left, right }) => [key, { record: left, profile: right }]);
  }
}

async function accountsOf(
  backend: Pick<ServerBackend, "getAccounts">,
  uids: readonly string[],
): Promise<Map<string, Account>> {
  const chunks: string[][] = [];
  for (let start = 0; start < uids.length; start += accountsAtOnce) {
    chunks.push(uids.slice(start, start + accountsAtOnce));
  }
  const found = await Promise.all(chunks.map((chunk) => backend.getAccounts(chunk)));
  return new Map(found.flat().map((account) => [account.uid, account]));
}

function toSeen({ key, left, right }: Pair, accounts: ReadonlyMap<string, Account>): Seen {
  const { record = null, profile = null } = asMap(left) as Record<string, DatabaseJson>;
  return { uid: key, record, profile, row: right, account: accounts.get(key) ?? null };
}
