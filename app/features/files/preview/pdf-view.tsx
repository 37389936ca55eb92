import { Button, PasswordInput } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { openRemoteFile } from "#app/live/drive/remote-file.ts";
import { type Password, openPdf } from "./pdf-document.ts";
import { type PageSize, PdfPage } from "./pdf-page.tsx";
import { useLoaded } from "./use-loaded.ts";
import type { ViewProps } from "./view-props.ts";
import { ViewProblem, Waiting } from "./view-states.tsx";

const [leastZoom, mostZoom] = [0.5, 4];
/** CSS pixels of a page at most, as long as nobody zooms. */
const widest = 900;

export default function PdfView({ file, onDownload }: ViewProps) {
  const [asked, setAsked] = useState<Password>();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const opened = await openPdf(openRemoteFile(file, file.size), {
        signal,
        onPassword: setAsked,
      });
      const page = await opened.document.getPage(1);
      const { width, height } = page.getViewport({ scale: 1 });
      return { document: opened.document, first: { width, height } };
    },
    [file],
  );
  const { value, problem, retry } = useLoaded(load);
  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (value !== undefined) return <Pages {...value} />;
  if (asked === undefined) return <Waiting />;
  return (
    <PasswordForm
      asked={asked}
      onTell={(password) => {
        setAsked(undefined);
        asked.tell(password);
      }}
    />
  );
}

function PasswordForm({ asked, onTell }: { asked: Password; onTell: (password: string) => void }) {
  const [password, setPassword] = useState("");
  return (
    <form
      className="drive-view-state"
      onSubmit={(event) => {
        event.preventDefault();
        onTell(password);
      }}
    >
      <PasswordInput
        label="Password of this PDF"
        description="It stays in this browser."
        autoComplete="off"
        error={asked.isAgain ? "This is not its password." : undefined}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Button type="submit">Open</Button>
    </form>
  );
}

type PagesProps = { document: import("pdfjs-dist").PDFDocumentProxy; first: PageSize };

function Pages({ document: pdf, first }: PagesProps) {
  const scroller = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [seen, setSeen] = useState(1);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const width = Math.round(Math.min(widest, room - 24) * zoom);
  const change = (by: number) =>
    setZoom((now) => Math.min(mostZoom, Math.max(leastZoom, now * by)));
  return (
    <div className="drive-view-whole">
      <div className="drive-view-bar">
        <span className="faint" aria-live="polite">
          Page {seen} of {pdf.numPages}
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => change(1 / 1.25)}>
          Smaller
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => change(1.25)}>
          Larger
        </Button>
      </div>
      <section
        ref={scroller}
        className="drive-pdf"
        aria-label="Pages"
        data-own-arrows
        // It is scrolled by keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {Array.from({ length: pdf.numPages }, (_, at) => (
          <PdfPage
            // Pages stay where they are.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            document={pdf}
            number={at + 1}
            guess={first}
            width={width}
            onSeen={setSeen}
          />
        ))}
      </section>
    </div>
  );
}
