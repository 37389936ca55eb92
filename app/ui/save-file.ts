/** Puts a file where the browser puts what it downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  saveAddress(url, name);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Saved rather than opened, so that a refusal leaves the page where it is.
 * @param name "" leaves it to the server
 */
export function saveAddress(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
