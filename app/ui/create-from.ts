/** A draft that one tool hands to another: the shell knows which takes it, the tool that has it does not. */
import type { ToolDraft } from "./tool-feature.ts";

/** @returns the address at which it lies open, written nowhere yet; undefined: nothing takes it from who is signed in */
export type CreateFrom = (draft: ToolDraft) => Promise<string | undefined>;

/** What every tool is given. */
export type ToolProps = { createFrom: CreateFrom };
