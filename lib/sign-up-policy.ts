/** Who may make an account: anybody, whom an invite link was given, or nobody. */
export const signUpPolicies = ["open", "invite", "closed"] as const;

export type SignUpPolicy = (typeof signUpPolicies)[number];

export function isSignUpPolicy(value: unknown): value is SignUpPolicy {
  return (signUpPolicies as readonly unknown[]).includes(value);
}

/** What an invite makes of who accepts it. */
export type InviteRole = "user" | "editor";
