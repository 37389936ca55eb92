/** Why another site could not be asked, in a sentence for people. */
const words = {
  "no-address": "This is no web address.",
  "not-https": "Only https addresses are asked.",
  credentials: "An address with a name and password in it is not asked.",
  "no-host": "There is no site of this name.",
  "no-lookup": "Names cannot be looked up just now.",
  "not-public": "This address is not on the open internet.",
  "too-many-redirects": "It leads on and on without an end.",
  timeout: "It did not answer in time.",
  "too-large": "Its answer is too large.",
  packed: "Its answer is packed in a way that was not asked for.",
  certificate: "Its certificate is not valid.",
  refused: "It takes no connections.",
  broken: "Its answer broke off or makes no sense.",
} as const;

export type OutgoingFault = keyof typeof words;

export class OutgoingError extends Error {
  readonly fault: OutgoingFault;
  constructor(fault: OutgoingFault, cause?: unknown) {
    super(words[fault], cause === undefined ? {} : { cause });
    this.name = "OutgoingError";
    this.fault = fault;
  }

  /** Of what DNS, TLS or the connection threw. */
  static of(error: unknown): OutgoingError {
    const { code = "" } = (error ?? {}) as { code?: string };
    return new OutgoingError(faultOf(code), error);
  }
}

function faultOf(code: string): OutgoingFault {
  if (["ENOTFOUND", "ENODATA", "EAI_NONAME"].includes(code)) return "no-host";
  if (["EAI_AGAIN", "ETIMEOUT", "ESERVFAIL", "EREFUSED"].includes(code)) return "no-lookup";
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return "refused";
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME/.test(code)) return "certificate";
  return "broken";
}
