/** The tools of the editor, in their order; between groups is a line. */
import type { ComponentType } from "react";
import type { Editor } from "@tiptap/core";
import IconArrowBackUp from "@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs";
import IconArrowForwardUp from "@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs";
import IconBlockquote from "@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs";
import IconBold from "@tabler/icons-react/dist/esm/icons/IconBold.mjs";
import IconCode from "@tabler/icons-react/dist/esm/icons/IconCode.mjs";
import IconH2 from "@tabler/icons-react/dist/esm/icons/IconH2.mjs";
import IconH3 from "@tabler/icons-react/dist/esm/icons/IconH3.mjs";
import IconH4 from "@tabler/icons-react/dist/esm/icons/IconH4.mjs";
import IconItalic from "@tabler/icons-react/dist/esm/icons/IconItalic.mjs";
import IconLink from "@tabler/icons-react/dist/esm/icons/IconLink.mjs";
import IconList from "@tabler/icons-react/dist/esm/icons/IconList.mjs";
import IconListCheck from "@tabler/icons-react/dist/esm/icons/IconListCheck.mjs";
import IconListNumbers from "@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconSeparator from "@tabler/icons-react/dist/esm/icons/IconSeparator.mjs";
import IconSourceCode from "@tabler/icons-react/dist/esm/icons/IconSourceCode.mjs";
import IconStrikethrough from "@tabler/icons-react/dist/esm/icons/IconStrikethrough.mjs";
import IconSubscript from "@tabler/icons-react/dist/esm/icons/IconSubscript.mjs";
import IconSuperscript from "@tabler/icons-react/dist/esm/icons/IconSuperscript.mjs";
import IconTable from "@tabler/icons-react/dist/esm/icons/IconTable.mjs";
import IconUnderline from "@tabler/icons-react/dist/esm/icons/IconUnderline.mjs";

/** What only the editor around can do: it opens a dialog, or asks for files. */
export type OuterAct = "link" | "picture";

export type Tool = {
  id: string;
  label: string;
  /** As people read it; Mod is Ctrl, on a Mac ⌘. */
  keys?: string;
  Icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
  /** One that is on or off. */
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
  run: OuterAct | ((editor: Editor) => void);
};

const mark = (name: string, label: string, keys: string | undefined, Icon: Tool["Icon"]): Tool => ({
  id: name,
  label,
  ...(keys !== undefined && { keys }),
  Icon,
  isOn: (editor) => editor.isActive(name),
  can: (editor) => !editor.isActive("codeBlock"),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
});

const heading = (level: 2 | 3 | 4, label: string, Icon: Tool["Icon"]): Tool => ({
  id: `heading-${level}`,
  label,
  keys: `Mod+Alt+${level}`,
  Icon,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

export const toolGroups: readonly (readonly Tool[])[] = [
  [
    {
      id: "undo",
      label: "Undo",
      keys: "Mod+Z",
      Icon: IconArrowBackUp,
      can: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      id: "redo",
      label: "Redo",
      keys: "Mod+Shift+Z",
      Icon: IconArrowForwardUp,
      can: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
  [
    heading(2, "Heading", IconH2),
    heading(3, "Smaller heading", IconH3),
    heading(4, "Smallest heading", IconH4),
  ],
  [
    mark("bold", "Bold", "Mod+B", IconBold),
    mark("italic", "Italic", "Mod+I", IconItalic),
    mark("underline", "Underline", "Mod+U", IconUnderline),
    mark("strike", "Strike through", "Mod+Shift+S", IconStrikethrough),
    mark("code", "Code", "Mod+E", IconCode),
    {
      id: "link",
      label: "Link",
      keys: "Mod+K",
      Icon: IconLink,
      isOn: (editor) => editor.isActive("link"),
      can: (editor) => !editor.isActive("codeBlock"),
      run: "link",
    },
  ],
  [
    {
      id: "bullet-list",
      label: "List",
      keys: "Mod+Shift+8",
      Icon: IconList,
      isOn: (editor) => editor.isActive("bulletList"),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      id: "ordered-list",
      label: "Numbered list",
      keys: "Mod+Shift+7",
      Icon: IconListNumbers,
      isOn: (editor) => editor.isActive("orderedList"),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      id: "task-list",
      label: "Tasks",
      keys: "Mod+Shift+9",
      Icon: IconListCheck,
      isOn: (editor) => editor.isActive("taskList"),
      run: (editor) => editor.chain().focus().toggleTaskList().run(),
    },
  ],
  [
    {
      id: "picture",
      label: "Picture",
      Icon: IconPhoto,
      run: "picture",
    },
    {
      id: "table",
      label: "Table",
      Icon: IconTable,
      can: (editor) => !editor.isActive("table"),
      run: (editor) =>
        editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    {
      id: "blockquote",
      label: "Quote",
      keys: "Mod+Shift+B",
      Icon: IconBlockquote,
      isOn: (editor) => editor.isActive("blockquote"),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      id: "code-block",
      label: "Code block",
      keys: "Mod+Alt+C",
      Icon: IconSourceCode,
      isOn: (editor) => editor.isActive("codeBlock"),
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    },
    {
      id: "rule",
      label: "Line across",
      Icon: IconSeparator,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    mark("superscript", "Superscript", undefined, IconSuperscript),
    mark("subscript", "Subscript", undefined, IconSubscript),
  ],
];

/** Shown while the cursor is in a table. */
export const tableTools: readonly { label: string; run: (editor: Editor) => void }[] = [
  { label: "Row above", run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: "Row below", run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: "Remove row", run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: "Column before", run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { label: "Column after", run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: "Remove column", run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: "Head row", run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { label: "Join or split cells", run: (editor) => editor.chain().focus().mergeOrSplit().run() },
  { label: "Remove table", run: (editor) => editor.chain().focus().deleteTable().run() },
];
