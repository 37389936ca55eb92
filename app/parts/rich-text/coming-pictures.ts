/** Where pictures will stand that are on their way; the place moves with the text around it. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

type Change = { add: { id: string; at: number; fileName: string } } | { remove: string };

const key = new PluginKey<DecorationSet>("comingPictures");

export const ComingPictures = Extension.create({
  name: "comingPictures",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const places = before.map(transaction.mapping, transaction.doc);
          const change = transaction.getMeta(key) as Change | undefined;
          if (change === undefined) return places;
          if ("remove" in change) return places.remove(find(places, change.remove));
          const { id, at, fileName } = change.add;
          const place = Decoration.widget(at, () => placeholderFor(fileName), { id, side: 1 });
          return places.add(transaction.doc, [place]);
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

export function changeComing(change: Change) {
  return { key, change };
}

/** Undefined when it was deleted meanwhile. */
export function placeOfComing(state: EditorState, id: string): number | undefined {
  return find(key.getState(state) ?? DecorationSet.empty, id)[0]?.from;
}

function find(places: DecorationSet, wanted: string): Decoration[] {
  return places.find(undefined, undefined, ({ id }) => id === wanted);
}

function placeholderFor(fileName: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "editor-coming";
  element.textContent = `${fileName} is on its way`;
  return element;
}
