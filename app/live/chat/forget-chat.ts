import { forgetKept } from "./kept-chat.ts";
import { forgetPages } from "./page-cache.ts";

/** All that this browser keeps of an account's rooms. @throws DOMException */
export async function forgetChat(uid: string): Promise<void> {
  forgetKept(uid);
  await forgetPages(uid);
}
