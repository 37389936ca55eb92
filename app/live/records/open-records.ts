/** Records of who is signed in, as a browser has them; one for all who show them in a page. */
import { tellServer } from "../firebase.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type BaseStore, createMemoryBaseStore, openBaseStore } from "./base-store.ts";
import { type DatabaseHttp, createDatabaseHttp } from "./database-http.ts";
import { followRecords } from "./follow-records.ts";
import { createRecords } from "./records-of.ts";
import type { RecordsParts } from "./records-parts.ts";
import { type Sender, sendRecords } from "./records-sender.ts";
import type { Records, RecordsConfig } from "./records.ts";

type Attach = RecordsParts["attach"];
type Shared = { opening: Promise<Records>; users: number };

const senders = new WeakMap<Outbox, Map<string, Sender>>();
const opened = new WeakMap<Outbox, Map<string, Shared>>();

/** The same for all who ask, until the last of them has closed it. @throws as openAuth */
export async function openRecords(uid: string, config: RecordsConfig): Promise<Records> {
  const outbox = await openOutbox(uid);
  const tools = opened.get(outbox) ?? new Map<string, Shared>();
  opened.set(outbox, tools);
  const shared = tools.get(config.tool) ?? { opening: open(outbox, config), users: 0 };
  tools.set(config.tool, shared);
  shared.users += 1;
  let isMine = true;
  const leave = () => {
    if (!isMine) return false;
    isMine = false;
    shared.users -= 1;
    if (shared.users === 0 && tools.get(config.tool) === shared) tools.delete(config.tool);
    return shared.users === 0;
  };
  try {
    const records = await shared.opening;
    return {
      ...records,
      close() {
        if (leave()) records.close();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Has the outbox send them, once. Returns how what shows them takes part. */
export function sendRecordsOf(outbox: Outbox, config: RecordsConfig): Attach {
  const tools = senders.get(outbox) ?? new Map<string, Sender>();
  senders.set(outbox, tools);
  const sender =
    tools.get(config.tool) ??
    sendRecords(outbox, {
      config,
      http: config.source?.(outbox.uid).http ?? httpOf(outbox.uid, config),
      store: storeOf(outbox.uid, config),
      tell: tellServer,
      now: () => Date.now(),
    });
  tools.set(config.tool, sender);
  return sender.attach;
}

/** What waits of the tool is sent by nobody in this tab, until it is to be sent anew. */
export function stopSending(outbox: Outbox, tool: string): void {
  const tools = senders.get(outbox);
  tools?.get(tool)?.stop();
  tools?.delete(tool);
}

async function open(outbox: Outbox, config: RecordsConfig): Promise<Records> {
  const { uid } = outbox;
  const source = config.source?.(uid);
  const records = await createRecords({
    config,
    outbox,
    store: storeOf(uid, config),
    http: source?.http ?? httpOf(uid, config),
    follow: source?.follow ?? followRecords(uid, config),
    pages: source?.pages,
    attach: sendRecordsOf(outbox, config),
    now: () => Date.now(),
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    onOnline(call) {
      addEventListener("online", call);
      return () => removeEventListener("online", call);
    },
    frame(call) {
      // Nothing is drawn of a tab that nobody sees.
      if (document.hidden) setTimeout(call);
      else requestAnimationFrame(call);
    },
    log,
  });
  const life = new AbortController();
  // What does not get out is sent by the next tab.
  const flush = () => void outbox.flush({ tool: config.tool }).catch(() => undefined);
  addEventListener("pagehide", flush, { signal: life.signal });
  return {
    ...records,
    close() {
      life.abort();
      records.close();
    },
  };
}

function httpOf(uid: string, { http = createDatabaseHttp }: RecordsConfig): DatabaseHttp {
  return http(uid);
}

function storeOf(uid: string, { tool, store }: RecordsConfig): BaseStore {
  if (store) return store(uid);
  return "indexedDB" in globalThis ? openBaseStore(uid, tool) : createMemoryBaseStore();
}

function log(what: string, error: unknown): void {
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.warn(what, error);
}
