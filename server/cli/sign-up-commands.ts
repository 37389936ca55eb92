/** Who may make an account, and the links that let somebody in. */
import { isSignUpPolicy, signUpPolicies } from "#lib/sign-up-policy.ts";
import { inviteLink } from "../sign-up/invite-link.ts";
import { InviteError, createInvites, inviteBounds } from "../sign-up/invites.ts";
import { readSignUpPolicy, setSignUpPolicy } from "../sign-up/sign-up-policy.ts";
import { auditOf } from "./keep-act.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";
import { UsageError } from "./usage-error.ts";

const dayMs = 86_400_000;
const usualDays = "7";
/** Of an ID: enough to tell 500 of them apart. */
const shownDigits = 12;

const meanings = {
  open: "anybody may make an account",
  invite: "an account needs an invite link",
  closed: "nobody makes an account but who has this machine",
};

export const signUpCommands: readonly Command[] = [
  {
    name: "sign-up",
    usage: "sign-up [POLICY]",
    meaning: "Print who may make an account, or change it: open, invite or closed.",
    details: signUpPolicies.map((policy) => `${policy.padEnd(7)} ${meanings[policy]}`),
    needsData: true,
    parse(args) {
      const values = readArguments(args, ["policy?"]);
      if (values["policy"] !== undefined && !isSignUpPolicy(values["policy"]))
        throw new UsageError(`It is ${signUpPolicies.join(", ")}, not ${values["policy"]}.`);
      return { values };
    },
    async run(site, { values = {} }) {
      const { backend } = site;
      const { policy } = values;
      const from = await readSignUpPolicy(backend);
      if (!isSignUpPolicy(policy)) return done(`${from}: ${meanings[from]}.`);
      await auditOf(site).add({
        actor: "cli",
        action: "sign-up.change-policy",
        details: { from, to: policy },
      });
      await setSignUpPolicy(backend, policy);
      return done(`${policy}: ${meanings[policy]}.`);
    },
  },
  {
    name: "invite create",
    usage: "invite create [--editor] [--label TEXT] [--days N] [--uses N]",
    meaning: "Print a link that lets somebody make an account; it is printed this once.",
    details: [
      "--editor      Who comes by it gets the role editor.",
      "--label TEXT  For the list of invites.",
      `--days N      It ends after so many days, at most 366; ${usualDays} without it.`,
      `--uses N      So many people may come by it, at most ${inviteBounds.uses}; one without it.`,
    ],
    needsData: true,
    parse(args) {
      const options = { editor: false, label: true, days: true, uses: true };
      const values = readArguments(args, [], options);
      for (const name of ["days", "uses"]) {
        if (!/^[1-9]\d{0,5}$/.test(values[name] ?? "1"))
          throw new UsageError(`--${name} is a whole number from 1.`);
      }
      return { values };
    },
    async run(site, { values = {} }) {
      const { label = "", days = usualDays, uses = "1" } = values;
      const role = values["editor"] === undefined ? "user" : "editor";
      const expiresAt = new Date(site.now + Number(days) * dayMs);
      const origin = site.origin?.() ?? "";
      try {
        const invite = { label, role, expiresAt, maxUses: Number(uses), by: "cli" } as const;
        const { id, code } = await invitesOf(site).create(invite);
        await auditOf(site).add({
          actor: "cli",
          action: "invite.create",
          details: {
            invite: id,
            label,
            role,
            maxUses: invite.maxUses,
            expiresAt: expiresAt.toISOString(),
          },
        });
        return done(inviteLink(origin, code));
      } catch (error) {
        if (error instanceof InviteError) return refused(error.message);
        throw error;
      }
    },
  },
  {
    name: "invite list",
    usage: "invite list",
    meaning: "Print the invites, newest first: ID, state, role, uses, end and label.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, []) }),
    async run(site) {
      const invites = await invitesOf(site).list();
      if (invites.length === 0) return done("There are no invites.");
      return done(
        ...invites.map(({ id, state, role, uses, maxUses, expiresAt, label }) =>
          [id.slice(0, shownDigits), state, role, `${uses}/${maxUses}`, expiresAt, label].join(
            "  ",
          ),
        ),
      );
    },
  },
  {
    name: "invite revoke",
    usage: "invite revoke ID",
    meaning: "Let nobody in by an invite any more; who came by it stays.",
    details: ["ID   As `invite list` prints it, or its first characters."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["id"]) }),
    async run(site, { values = {} }) {
      const { id: start = "" } = values;
      const invites = invitesOf(site);
      const [invite, ...others] = (await invites.list()).filter(({ id }) => id.startsWith(start));
      if (invite === undefined) return refused(`No invite has an ID that starts with ${start}.`);
      if (others.length > 0)
        return refused(`More than one invite has an ID that starts with ${start}.`);
      await auditOf(site).add({
        actor: "cli",
        action: "invite.revoke",
        details: { invite: invite.id, label: invite.label },
      });
      await invites.revoke(invite.id);
      return done("The invite works no more.");
    },
  },
];

function invitesOf({ backend, now }: CommandSite) {
  return createInvites({ backend, policy: () => readSignUpPolicy(backend), now: () => now });
}
