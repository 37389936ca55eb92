import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";

const everyMs = 500;

/** Counted in pauses: a long text is not read through at every key. */
export function WordCount({ editor }: { editor: Editor }) {
  const [words, setWords] = useState(() => countWords(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (transaction.docChanged)
        timer ??= setTimeout(() => {
          timer = undefined;
          setWords(countWords(editor));
        }, everyMs);
    };
    editor.on("transaction", later);
    return () => {
      editor.off("transaction", later);
      clearTimeout(timer);
    };
  }, [editor]);
  return <span>{words === 1 ? "1 word" : `${words.toLocaleString("en")} words`}</span>;
}

function countWords({ state: { doc } }: Editor): number {
  const text = doc.textBetween(0, doc.content.size, " ");
  return text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
