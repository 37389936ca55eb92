/** All that a page keeps in its browser, to be looked through. */
import type { Page } from "@playwright/test";

/** Each value of IndexedDB, with bytes as latin1 letters, and all of localStorage and sessionStorage. */
export async function keptIn(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const parts: string[] = [];
    const letters = (bytes: Uint8Array) =>
      Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const write = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) return write(await value.arrayBuffer());
      if (value instanceof ArrayBuffer) return void parts.push(letters(new Uint8Array(value)));
      if (ArrayBuffer.isView(value)) {
        return void parts.push(
          letters(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
        );
      }
      if (typeof value !== "object" || value === null) return void parts.push(String(value));
      for (const [name, part] of Object.entries(value)) {
        parts.push(name);
        await write(part);
      }
    };
    const answer = <Done>(request: IDBRequest<Done>) =>
      new Promise<Done>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error!));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const values = database.transaction(store).objectStore(store);
        for (const value of await answer(values.getAll())) await write(value);
        for (const key of await answer(
          database.transaction(store).objectStore(store).getAllKeys(),
        )) {
          parts.push(JSON.stringify(key));
        }
      }
      database.close();
    }
    for (const storage of [localStorage, sessionStorage]) {
      for (let at = 0; at < storage.length; at += 1) {
        const key = storage.key(at)!;
        parts.push(key, storage.getItem(key)!);
      }
    }
    return parts.join("\n");
  });
  // Texts as they are, and what were bytes as bytes.
  return Buffer.concat([Buffer.from(text, "utf8"), Buffer.from(text, "latin1")]);
}
