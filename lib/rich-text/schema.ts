/**
 * What a rich text may be made of: the ProseMirror schema that the editor writes by and imports are checked with. Names
 * are TipTap's, so that its extensions know them. Pages do not need it: they read with read.ts, whatever is stored.
 */
import { type NodeSpec, Schema } from "prosemirror-model";
import type { MarkName } from "./read.ts";

const nodes: Record<string, NodeSpec> = {
  doc: { content: "block+" },
  text: { group: "inline" },
  hardBreak: { group: "inline", inline: true },
  paragraph: { group: "block", content: "inline*" },
  heading: { group: "block", content: "inline*", attrs: { level: { default: 2 } } },
  bulletList: { group: "block list", content: "listItem+" },
  orderedList: {
    group: "block list",
    content: "listItem+",
    attrs: { start: { default: 1 }, type: { default: null } },
  },
  listItem: { content: "paragraph block*" },
  taskList: { group: "block list", content: "taskItem+" },
  taskItem: { content: "paragraph block*", attrs: { checked: { default: false } } },
  blockquote: { group: "block", content: "block+" },
  codeBlock: {
    group: "block",
    content: "text*",
    marks: "",
    code: true,
    attrs: { language: { default: null } },
  },
  horizontalRule: { group: "block" },
  image: {
    group: "block",
    attrs: {
      src: {},
      alt: { default: null },
      title: { default: null },
      width: { default: null },
      height: { default: null },
      thumbhash: { default: null },
    },
  },
  table: { group: "block", content: "tableRow+" },
  tableRow: { content: "(tableCell | tableHeader)*" },
  tableHeader: { content: "block+", attrs: cellAttributes() },
  tableCell: { content: "block+", attrs: cellAttributes() },
};

function cellAttributes() {
  return { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } };
}

const marks: Record<MarkName, object> = {
  link: {
    attrs: {
      href: {},
      target: { default: null },
      rel: { default: null },
      class: { default: null },
      title: { default: null },
    },
  },
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  superscript: { excludes: "subscript" },
  subscript: { excludes: "superscript" },
  code: {},
};

export const richTextSchema = new Schema({ nodes, marks });
