/** How a picture in a text names the photo that it is: an address of this site that nobody ever asks for. */
import { itemIdForm } from "./documents.ts";

const start = "/AdvancedJournal/media/";

/** @param id of an item of kind `media` */
export function mediaAddress(id: string): string {
  return start + id;
}

/** Undefined: it is no photo of a journal. */
export function mediaIdOf(src: string): string | undefined {
  const id = src.startsWith(start) ? src.slice(start.length) : "";
  return itemIdForm.test(id) ? id : undefined;
}
