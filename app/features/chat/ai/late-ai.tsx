/** Parts of the AI, whose code comes when it is asked or has answered. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";

export const AnswerBody = latePart(
  async () => (await import("./answer/answer-body.tsx")).AnswerBody,
  <SkeletonRows rows={2} />,
);
export const AskBar = latePart(async () => (await import("./ask-bar.tsx")).AskBar, null);
export const AskDialog = latePart(async () => (await import("./ask-dialog.tsx")).AskDialog, null);
export const NewAiChat = latePart(async () => (await import("./new-ai-chat.tsx")).NewAiChat, null);
export const CatchUpDialog = latePart(
  async () => (await import("./catch-up-dialog.tsx")).CatchUpDialog,
  null,
);
export const EmptyAiChat = latePart(
  async () => (await import("./empty-ai-chat.tsx")).EmptyAiChat,
  <SkeletonRows rows={3} />,
);
