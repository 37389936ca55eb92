import { Button, TextInput } from "@mantine/core";
import { getMarkRange } from "@tiptap/core";
import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { completeAddress } from "./link-address.ts";
import { isLinkAddress } from "./clean-nodes.ts";

const problem =
  "Write an http, https or mailto address, or a path on this site that begins with /.";

/** Where what is selected leads to, or the link that the cursor is in; without a selection a new one, with its words. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [{ from, to, href, words }] = useState(() => linkAt(editor));
  const [address, setAddress] = useState(href);
  const [text, setText] = useState(words);
  const [isRefused, setRefused] = useState(false);

  function save(): void {
    const wanted = completeAddress(address);
    if (!isLinkAddress(wanted)) {
      setRefused(true);
      return;
    }
    const shown = text.trim() === "" ? wanted : text;
    const chain = editor.chain().focus().setTextSelection({ from, to });
    if (shown === words) chain.setLink({ href: wanted }).run();
    else {
      const marks = [{ type: "link", attrs: { href: wanted } }];
      chain.insertContent({ type: "text", text: shown, marks }).run();
    }
    onClose();
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>{href === "" ? "Add a link" : "Change the link"}</h2>
      <form
        className="link-form"
        noValidate
        // Browsers keep what is typed into forms, and these may be words of somebody's journal.
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          // The form around the text, if there is one, is not meant.
          event.stopPropagation();
          save();
        }}
      >
        <TextInput
          label="Address"
          placeholder="https://example.com"
          autoComplete="off"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          error={isRefused ? problem : undefined}
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value);
            setRefused(false);
          }}
        />
        <TextInput
          label="Words"
          autoComplete="off"
          // As in the text that they stand in.
          spellCheck={editor.view.dom.spellcheck}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {href === "" ? null : (
            <Button
              variant="default"
              onClick={() => {
                editor.chain().focus().setTextSelection({ from, to }).unsetLink().run();
                onClose();
              }}
            >
              Remove link
            </Button>
          )}
          <Button type="submit">{href === "" ? "Add link" : "Change link"}</Button>
        </div>
      </form>
    </Modal>
  );
}

function linkAt(editor: Editor): {
  from: number;
  to: number;
  href: string;
  words: string;
} {
  const { selection, doc, schema } = editor.state;
  const type = schema.marks["link"]!;
  const around = getMarkRange(selection.$from, type);
  // More of it may be selected than is a link.
  const isWithin = around !== undefined && selection.to <= around.to;
  const { from, to } = isWithin ? around : selection;
  const { href } = editor.getAttributes("link");
  return {
    from,
    to,
    href: typeof href === "string" ? href : "",
    words: doc.textBetween(from, to, " "),
  };
}
