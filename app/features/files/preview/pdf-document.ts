/** A PDF of a stranger, drawn, without forms, links and scripts. Its code is large and comes only here. */
import {
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PasswordResponses,
  getDocument,
} from "pdfjs-dist";
import { type RemoteFile, RemoteFileError, remoteProblem } from "#app/live/drive/remote-file.ts";
import { pdfOptions } from "#app/parts/media/pdf-options.ts";

/** Bytes; a smaller one comes whole. */
const wholeUpTo = 4_000_000;
const pieceBytes = 262_144;

export type Password = {
  /** The one before was wrong. */
  isAgain: boolean;
  tell: (password: string) => void;
};

export type PdfFile = {
  document: PDFDocumentProxy;
  close: () => void;
};

/** @throws RemoteFileError with a sentence; the signal's reason */
export async function openPdf(
  file: RemoteFile,
  { signal, onPassword }: { signal: AbortSignal; onPassword: (asked: Password) => void },
): Promise<PdfFile> {
  const isWhole = file.size <= wholeUpTo;
  const source = isWhole
    ? { data: await file.read(0, file.size, signal) }
    : { range: inPieces(file, signal, (problem) => fail(problem)) };
  signal.throwIfAborted();
  let remote: RemoteFileError | undefined;
  const task = getDocument({
    ...pdfOptions,
    ...source,
    rangeChunkSize: pieceBytes,
    disableAutoFetch: true,
    disableStream: true,
  });
  function fail(problem: RemoteFileError): void {
    remote = problem;
    void task.destroy();
  }
  task.onPassword = (tell: (password: string) => void, reason: number) =>
    onPassword({ tell, isAgain: reason === PasswordResponses.INCORRECT_PASSWORD });
  const close = () => void task.destroy();
  signal.addEventListener("abort", close, { once: true });
  try {
    return { document: await opened(task), close };
  } catch (cause) {
    signal.throwIfAborted();
    close();
    throw remote ?? broken(cause);
  }
}

async function opened(task: PDFDocumentLoadingTask): Promise<PDFDocumentProxy> {
  return task.promise;
}

function broken(cause: unknown): RemoteFileError {
  const text = "This PDF is damaged, or no PDF. Download it to try it elsewhere.";
  return new RemoteFileError("damaged", text, cause);
}

function inPieces(
  file: RemoteFile,
  signal: AbortSignal,
  fail: (problem: RemoteFileError) => void,
): PDFDataRangeTransport {
  const transport = new PDFDataRangeTransport(file.size, null);
  transport.requestDataRange = (begin, end) => {
    file.read(begin, Math.min(end, file.size), signal).then(
      (bytes) => transport.onDataRange(begin, bytes),
      (error: unknown) => {
        if (!signal.aborted) fail(remoteProblem(error));
      },
    );
  };
  return transport;
}
