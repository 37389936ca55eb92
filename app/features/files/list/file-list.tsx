/** Files and folders, as rows or as cards. Of thousands only those in sight are in the page. */
// A virtual list has its rows in elements of its own, which no table may have.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, Ref, RefObject } from "react";
import { WindowVirtualizer } from "virtua";
import type { WindowVirtualizerHandle } from "virtua";
import type { DriveNode } from "#lib/drive/node.ts";
import type { Order } from "../order.ts";
import type { DriveSource } from "../source.ts";
import { FileCard, FileRow, itemId } from "./file-row.tsx";
import { ListHead } from "./list-head.tsx";
import { type ListControl, type ListHandle, useListControl } from "./use-list-control.ts";

export type ListProps = ListControl & {
  ref?: Ref<ListHandle>;
  label: string;
  source: DriveSource;
  isOwn: boolean;
  layout: "list" | "grid";
  cut: ReadonlySet<string>;
  /** Where each lies, where that is not the same for all. */
  placeOf: ((id: string) => string) | undefined;
  order: Order;
  /** Undefined: the order is given. */
  onOrder: ((order: Order) => void) | undefined;
  onRename: (node: DriveNode, name: string) => Promise<string | undefined>;
};

const cardWidth = 176;

export function FileList(props: ListProps) {
  const { ref, label, layout, nodes, selection, renaming, placeOf, order, onOrder } = props;
  const place = useRef<HTMLDivElement>(null);
  const virtual = useRef<WindowVirtualizerHandle>(null);
  const columns = useColumns(place, layout);
  const { handle, listeners, onRenamed } = useListControl(props, { place, virtual, columns });
  useImperativeHandle(ref, () => handle, [handle]);
  const rows = useMemo(() => {
    if (columns === 1) return [];
    const count = Math.ceil(nodes.length / columns);
    return Array.from({ length: count }, (_, row) =>
      nodes.slice(row * columns, (row + 1) * columns),
    );
  }, [nodes, columns]);
  const itemOf = (node: DriveNode, index: number) => ({
    owner: props.source.owner,
    isOwn: props.isOwn,
    node,
    index,
    isChosen: selection.ids.has(node.id),
    isAt: node.id === selection.at,
    isCut: props.cut.has(node.id),
    isRenaming: node.id === renaming,
    place: placeOf?.(node.id),
    onRename: props.onRename,
    onRenamed,
  });
  return (
    <div
      ref={place}
      className="drive-list"
      data-layout={layout}
      data-choosing={selection.ids.size > 0 || undefined}
      role="grid"
      // It has the focus for all of its rows, which come and go.
      tabIndex={0}
      aria-activedescendant={selection.at === undefined ? undefined : itemId(selection.at)}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={layout === "list" ? nodes.length + 1 : rows.length}
      {...listeners}
    >
      {layout === "list" ? (
        <>
          <ListHead
            order={order}
            onOrder={onOrder}
            count={nodes.length}
            chosen={selection.ids.size}
          />
          <WindowVirtualizer ref={virtual} data={nodes}>
            {(node, index) => <FileRow key={node.id} {...itemOf(node, index)} />}
          </WindowVirtualizer>
        </>
      ) : (
        <WindowVirtualizer ref={virtual} data={rows}>
          {(row, index) => (
            <div
              key={row[0]?.id}
              className="drive-cards"
              role="row"
              aria-rowindex={index + 1}
              style={{ "--columns": columns } as CSSProperties}
            >
              {row.map((node, column) => (
                <FileCard key={node.id} {...itemOf(node, index * columns + column)} />
              ))}
            </div>
          )}
        </WindowVirtualizer>
      )}
    </div>
  );
}

function useColumns(place: RefObject<HTMLDivElement | null>, layout: "list" | "grid"): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null || layout === "list") return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, layout]);
  return layout === "list" ? 1 : Math.max(2, Math.floor(width / cardWidth));
}
