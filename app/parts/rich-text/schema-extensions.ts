/**
 * TipTap's extensions, held to what lib/rich-text/schema.ts has. Nothing of it draws, so that a test can hold the two
 * against each other.
 */
import { Image } from "@tiptap/extension-image";
import { TaskList } from "@tiptap/extension-list";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { isLinkAddress } from "./clean-nodes.ts";
import { Task } from "./task-item.ts";

/** It excludes all other marks in TipTap; a text of ours may have bold code. */
const Kit = StarterKit.extend({
  addExtensions() {
    const extensions = this.parent?.() ?? [];
    return extensions.map((each) => (each.name === "code" ? each.extend({ excludes: "" }) : each));
  },
});

const kit = Kit.configure({
  heading: { levels: [2, 3, 4] },
  link: {
    openOnClick: false,
    autolink: true,
    linkOnPaste: true,
    defaultProtocol: "https",
    isAllowedUri: isLinkAddress,
    // Which window a link opens in is not the text's to say.
    HTMLAttributes: { target: null, rel: null, class: null },
  },
});

const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      thumbhash: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute("data-thumbhash"),
        renderHTML: ({ thumbhash }: Record<string, unknown>) =>
          thumbhash === null ? {} : { "data-thumbhash": thumbhash },
      },
    };
  },
  // An address of elsewhere, as Markdown has it, is no picture of this site.
  addInputRules: () => [],
});

const withoutAlign = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== "align"));

const Cell = TableCell.extend({
  addAttributes() {
    return withoutAlign(this.parent?.() ?? {});
  },
});

const HeaderCell = TableHeader.extend({
  addAttributes() {
    return withoutAlign(this.parent?.() ?? {});
  },
});

const Superior = Superscript.extend({ excludes: "subscript" });
const Inferior = Subscript.extend({ excludes: "superscript" });

export { Picture };

/** All but the picture, whose drawing is the editor's. */
export const schemaExtensions = [
  kit,
  TaskList,
  Task,
  Table.configure({ resizable: false, renderWrapper: true }),
  TableRow,
  Cell,
  HeaderCell,
  Superior,
  Inferior,
];
