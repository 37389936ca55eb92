/** The first page of a PDF as a picture. Its code is large and comes only here; what the PDF says is run nowhere. */
import { getDocument } from "pdfjs-dist";
import { pdfOptions } from "./pdf-options.ts";
import { MediaProblem } from "./picture-kind.ts";

/** Of the longer side: enough for the lightbox. */
const longSide = 1600;
const timeoutMs = 30_000;

/**
 * @returns a JPEG
 * @throws MediaProblem when it cannot be read; the PDF itself may be good all the same
 */
export async function firstPageOf(pdf: File): Promise<File> {
  const data = new Uint8Array(await pdf.arrayBuffer());
  const task = getDocument({ ...pdfOptions, data });
  const limit = setTimeout(() => void task.destroy(), timeoutMs);
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: longSide / Math.max(width, height, 1) });
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await page.render({ canvas, viewport, background: "#fff" }).promise;
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", 0.9);
    });
    if (blob === null) throw new Error("The canvas gave no picture.");
    return new File([blob], pdf.name.replace(/\.pdf$/i, ".jpg"), { type: "image/jpeg" });
  } catch (cause) {
    throw new MediaProblem(sentenceOf(cause), { cause });
  } finally {
    clearTimeout(limit);
    void task.destroy();
  }
}

function sentenceOf(cause: unknown): string {
  const isLocked = cause instanceof Error && cause.name === "PasswordException";
  return isLocked
    ? "This PDF asks for a password, so its first page cannot be shown. The file itself is kept."
    : "The first page of this PDF cannot be shown. The file itself is kept.";
}
