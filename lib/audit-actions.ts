/** What admins and the server do that the audit log keeps. */
export const auditActions = [
  "user.create",
  "user.grant-role",
  "user.revoke-role",
  "user.disable",
  "user.enable",
  "user.rename",
  "user.change-email",
  "user.verify-email",
  "user.reset-link",
  "user.end-sessions",
  "user.end-session",
  "user.reset-second-factor",
  "user.schedule-deletion",
  "user.cancel-deletion",
  "user.erase",
  "user.delete",
  "user.restore",
  "user.import",
  "user.export",
  "tokens.grant",
  "tokens.take",
  "storage.set-quota",
  "invite.create",
  "invite.revoke",
  "invite.accept",
  "sign-up.change-policy",
  "sign-in.change-config",
  "sign-in.rotate-key",
  "service-account.create",
  "service-account.revoke",
  "owner.issue-link",
  "owner.take",
  "job.retry",
  "job.cancel",
  "inbox.delete",
  "media.delete",
  "audit.export",
  "backup.make",
  "backup.drill",
  "backup.delete",
  "backup.download",
  "backup.show-key",
  "backup.change-key",
  "backup.change-settings",
  "analytics.change-settings",
  "board.end-public",
  "chat.end-report",
  "game.remove-run",
  "ai.change-settings",
  "content.publish",
  "content.hide",
  "content.show",
  "content.schedule",
  "content.unschedule",
  "content.delete",
  "content.restore",
  "content.erase",
  "content.clear-starter",
] as const;

export type AuditAction = (typeof auditActions)[number];

export type AuditEntry = {
  /** Of entries of different times, the later one's is greater. */
  id: string;
  /** RFC 3339, UTC. */
  at: string;
  /** The uid of who did it; `server` for what it does by itself, `cli` for who has the machine. */
  actor: string;
  action: AuditAction;
  /** The uid of whom it was done to. */
  target: string | null;
  details: Record<string, string | number | boolean>;
  /** The entry that this one takes back. */
  undoes: string | null;
};
