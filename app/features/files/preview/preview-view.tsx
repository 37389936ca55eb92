/** Which way a file is looked at. Each comes with its code only when there is one of its kind. */
import type { ComponentType } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { type PreviewKind, previewKind } from "./preview-kind.ts";
import type { ViewProps } from "./view-props.ts";
import { FactsView, Waiting } from "./view-states.tsx";

const late = (load: () => Promise<{ default: ComponentType<ViewProps> }>) =>
  latePart(async () => (await load()).default, <Waiting />);
const LateMedia = latePart(async () => (await import("./media-view.tsx")).default, <Waiting />);

const views: Readonly<Record<PreviewKind, ComponentType<ViewProps>>> = {
  image: late(() => import("./image-view.tsx")),
  video: (props) => <LateMedia {...props} tag="video" />,
  audio: (props) => <LateMedia {...props} tag="audio" />,
  pdf: late(() => import("./pdf-view.tsx")),
  markdown: late(() => import("./markdown-view.tsx")),
  table: late(() => import("./table-view.tsx")),
  zip: late(() => import("./zip-view.tsx")),
  text: late(() => import("./text-view.tsx")),
  other: (props) => (
    <FactsView {...props}>Files of this kind are not shown here. Download it to open it.</FactsView>
  ),
};

export function PreviewView(props: ViewProps) {
  const View = views[previewKind(props.file)];
  return <View {...props} />;
}
