import type { Parts } from "../records/register.ts";

/** One register of the todo list written, as `Records.change` of app/live/records takes it. */
export type TodoChange = {
  kind: "tasks" | "lists" | "labels" | "filters" | "series" | "settings" | "lost";
  id: string;
  register: string;
  value: Parts;
  isNew?: true;
};
