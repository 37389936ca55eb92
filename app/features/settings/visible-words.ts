/** What admins can see of somebody, said to them in words. The same fact is said once, wherever it is stored. */
import { formatBytes } from "#app/ui/format-bytes.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { AuditAction } from "#lib/audit-actions.ts";
import type { AuditRow, UserDetails } from "#lib/user-admin.ts";

type Fact = readonly [name: string, value: string];

export type VisiblePart = {
  id: string;
  title: string;
  facts?: Fact[];
  /** A sentence each, with what belongs to it. */
  list?: { id: string; text: string; faint: string }[];
  /** In place of an empty list. */
  none?: string;
};

export function visibleParts(details: UserDetails): VisiblePart[] {
  const { tokens, storage, sessions, signIns, audit } = details;
  return [
    { id: "account", title: "Who you are", facts: accountFacts(details) },
    ...(sessions === null
      ? []
      : [
          {
            id: "sessions",
            title: withCount("Where you are signed in", sessions),
            none: "Nowhere.",
            list: sessions.map(({ id, device, network, provider, createdAt, lastUsedAt }) => ({
              id,
              text: device ?? "An unknown device",
              faint: [
                `Signed in ${minuteOf(createdAt)} by ${wayOf(provider)}`,
                `last used ${minuteOf(lastUsedAt)}`,
                ...fromWhere(network),
              ].join(", "),
            })),
          },
        ]),
    ...(signIns === null
      ? []
      : [
          {
            id: "events",
            title: withCount("What happened to your account", signIns),
            none: "Nothing yet.",
            list: signIns.map(({ id, at, kind, network }) => ({
              id,
              text: eventWords[kind] ?? sentence(kind),
              faint: [minuteOf(at), ...fromWhere(network)].join(", "),
            })),
          },
        ]),
    ...(tokens === null
      ? []
      : [
          {
            id: "tokens",
            title: "AI tokens",
            facts: [["Balance", tokens.balance.toLocaleString("en")] as const],
            none: "Nothing was given or taken yet.",
            list: tokens.ledger.map(({ id, at, amount, balance, reason, by }) => ({
              id,
              text: `${signed.format(amount)}: ${reason}`,
              faint: `${minuteOf(at)}, ${balance.toLocaleString("en")} after it, by ${by === "server" ? "the site" : `the account ${by}`}`,
            })),
          },
        ]),
    {
      id: "files",
      title: "The space of your files, not what is in them",
      facts: [
        ["Files", storage.objects.toLocaleString("en")],
        ["Space they take", formatBytes(storage.usedBytes)],
        [
          "Space you may use",
          storage.limitBytes === null
            ? "what the site has"
            : `${formatBytes(storage.limitBytes)}${storage.isOwnLimit ? ", set for you" : ""}`,
        ],
      ],
    },
    {
      id: "acts",
      title: withCount("What admins did to your account", audit),
      none: "Nothing yet.",
      list: audit.map((entry) => ({
        id: entry.id,
        text: `${byWhom(entry)} ${actWords[entry.action as AuditAction] ?? entry.action}`,
        faint: [minuteOf(entry.at), ...Object.entries(entry.details).map(detailWords)].join(", "),
      })),
    },
  ];
}

/** What is named above; what else an admin is told is shown as it comes, so nothing can be left out. */
export function unnamedParts(details: UserDetails): [name: string, value: unknown][] {
  const record = Object.entries(details.record ?? {}).filter(([name]) => !recordFields.has(name));
  const others = Object.entries(details).filter(([name]) => !detailFields.has(name));
  return [
    ...(record.length === 0 ? [] : [["Else in your record", Object.fromEntries(record)] as const]),
    ...others,
  ].map(([name, value]) => [name, value]);
}

const detailFields = new Set<string>([
  "row",
  "record",
  "roles",
  "account",
  "tokens",
  "sessions",
  "storage",
  "signIns",
  "audit",
] satisfies (keyof UserDetails)[]);

const recordFields = new Set([
  "name",
  "email",
  "roles",
  "user_id",
  "date_created",
  "last_logged_in",
  "userAITokens",
]);

function accountFacts({ row, record, roles, account, tokens }: UserDetails): Fact[] {
  const stored = (field: string) => textOf(record?.[field]);
  const names = distinct([row.name, stored("name"), account.displayName]);
  const emails = distinct([account.email, row.email, stored("email")]);
  const made = distinctInstants([account.createdAt, row.createdAt, stored("date_created")]);
  const seen = distinctInstants([row.lastSeenAt, stored("last_logged_in")]);
  const had = (["admin", "editor", "user"] as const).filter((role) => roles[role]);
  const kept = record?.["userAITokens"];
  return [
    ["Name", orNone(names)],
    [
      "E-mail",
      emails.length === 0
        ? "none"
        : `${emails.join(", ")} (${account.emailVerified ? "confirmed" : "not confirmed"})`,
    ],
    ["Roles", orNone(distinct([...had, row.role]))],
    ["Account made", orNone(made)],
    ["Last signed in", orNever(distinctInstants([account.lastLoginAt]))],
    ["Last here", orNever(seen)],
    ["Ways in", orNone(account.providers.map(providerWords))],
    ["Two-step sign-in", account.hasSecondFactor ? "on" : "off"],
    ["Disabled", account.disabled ? `yes: ${row.disabledReason ?? "no reason was given"}` : "no"],
    ["Will be deleted", row.deletionAt === null ? "no" : `on ${minuteOf(row.deletionAt)}`],
    ...(typeof kept === "number" && kept !== tokens?.balance
      ? [["AI tokens in your record", kept.toLocaleString("en")] as const]
      : []),
    ["Id of the account", row.uid],
  ];
}

const signed = new Intl.NumberFormat("en", { signDisplay: "always" });

/** In order, each once. */
function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values)].filter(
    (value) => typeof value === "string" && value !== "",
  ) as string[];
}

/** The places write the same event moments apart: one minute is one instant. */
function distinctInstants(values: readonly (string | null | undefined)[]): string[] {
  return distinct(
    values.map((at) => (at && !Number.isNaN(Date.parse(at)) ? minuteOf(at) : undefined)),
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const orNone = (values: readonly string[]) => values.join(", ") || "none";
const orNever = (values: readonly string[]) => values.join(", ") || "never";
const fromWhere = (network: string | null) => (network === null ? [] : [`from ${network}`]);
const withCount = (title: string, list: readonly unknown[]) => `${title} (${list.length})`;

const ways: Readonly<Record<string, string>> = {
  password: "password",
  emailLink: "a link in a mail",
  custom: "passkey or recovery code",
  "google.com": "Google",
  "github.com": "GitHub",
};

function wayOf(provider: string): string {
  return ways[provider] ?? provider.replace(/^oidc\./, "");
}

function providerWords({ providerId, email }: UserDetails["account"]["providers"][number]): string {
  if (providerId === "password") return "password or a link in a mail";
  return email === null ? wayOf(providerId) : `${wayOf(providerId)} as ${email}`;
}

const eventWords: Readonly<Record<string, string>> = {
  "signed-up": "The account was made, by signing up",
  "account-created": "The account was made",
  "signed-in": "Signed in",
  "password-changed": "The password was changed",
  "password-reset": "The password was set by a link",
  "password-removed": "The password was removed",
  "email-changed": "The e-mail was changed",
  "claims-changed": "The roles were changed",
  "provider-linked": "A way to sign in was added",
  "provider-unlinked": "A way to sign in was removed",
  "second-factor-added": "Two-step sign-in got an app",
  "second-factor-removed": "An app was removed from two-step sign-in",
  "session-ended": "Signed out on one device",
  "sessions-ended": "Signed out everywhere",
  "link-created": "A link to set the password or confirm the e-mail was made",
  "refresh-token-reused": "A sign-in was used twice, and was ended",
  "sign-in-limit-reached": "Too many wrong passwords were tried",
  disabled: "The account was disabled",
  enabled: "The account was enabled",
};

/** After the name of who did it. */
const actWords: Partial<Record<AuditAction, string>> = {
  "user.create": "made your account",
  "user.grant-role": "gave you a role",
  "user.revoke-role": "took a role from you",
  "user.disable": "disabled your account",
  "user.enable": "enabled your account",
  "user.rename": "changed your name",
  "user.change-email": "changed your e-mail",
  "user.verify-email": "marked your e-mail as confirmed",
  "user.reset-link": "made a link that sets your password",
  "user.end-sessions": "signed you out everywhere",
  "user.end-session": "signed you out on one device",
  "user.reset-second-factor": "removed your two-step sign-in",
  "user.schedule-deletion": "set your account for deletion",
  "user.cancel-deletion": "kept your account from deletion",
  "user.restore": "restored your account",
  "tokens.grant": "gave you AI tokens",
  "tokens.take": "took AI tokens from you",
  "storage.set-quota": "changed how much space your files may take",
  "invite.accept": "came by an invite",
  "owner.take": "became an owner of the site",
};

function byWhom({ actor, actorName, target }: AuditRow): string {
  if (actor === "server") return "The site";
  if (actor === "cli") return "The owner of the machine";
  return actor === target ? "You" : (actorName ?? "An admin whose account is gone");
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function detailWords([name, value]: [string, string | number | boolean]): string {
  const text = String(value);
  return `${sentence(name).toLowerCase()}: ${instant.test(text) ? minuteOf(text) : text}`;
}

/** `sign-in-limit` → `Sign in limit`, `dueAt` → `Due at` */
function sentence(name: string): string {
  const plain = name
    .replaceAll("-", " ")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
