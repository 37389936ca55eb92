/** What an entry is written with, whose code comes when it is looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";

const form = <SkeletonForm fields={3} />;

export const PromptLine = latePart(
  async () => (await import("../prompts/prompt-line.tsx")).PromptLine,
  null,
);
export const TemplateMenu = latePart(
  async () => (await import("../templates/template-menu.tsx")).TemplateMenu,
  null,
);
export const PhotoStrip = latePart(
  async () => (await import("../photos/photo-strip.tsx")).PhotoStrip,
  null,
);
export const WhenField = latePart(
  async () => (await import("../fields/when-field.tsx")).WhenField,
  null,
);
export const MoodField = latePart(
  async () => (await import("../fields/mood-field.tsx")).MoodField,
  null,
);
export const TagsField = latePart(
  async () => (await import("../fields/tags-field.tsx")).TagsField,
  null,
);
export const PeopleField = latePart(
  async () => (await import("../fields/people-field.tsx")).PeopleField,
  null,
);
export const PlaceField = latePart(
  async () => (await import("../fields/place-field.tsx")).PlaceField,
  null,
);
export const WeatherField = latePart(
  async () => (await import("../fields/weather-field.tsx")).WeatherField,
  null,
);
export const Revisions = latePart(async () => (await import("./revisions.tsx")).Revisions, form);
export const KeptBothList = latePart(
  async () => (await import("./kept-both.tsx")).KeptBothList,
  null,
);
export const MoveDialog = latePart(
  async () => (await import("../move/move-dialog.tsx")).MoveDialog,
  null,
);
