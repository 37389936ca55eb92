/** Every setting. docs/configuration.md is the same table in prose and a test holds the two equal. */
type SettingRow = { name: string; fallback: string; meaning: string };

export const settingRows: readonly SettingRow[] = [
  { name: "PORT", fallback: "3000", meaning: "Port to listen on; 0 takes a free one." },
  { name: "HOST", fallback: "127.0.0.1", meaning: "Address to listen on." },
  {
    name: "FOYER_DATA",
    fallback: "./data",
    meaning:
      "Data folder; made when missing, and closed to other users when nothing else is in it.",
  },
  {
    name: "FOYER_ORIGIN",
    fallback: "",
    meaning:
      "Public address such as `https://example.com`. With it only that host is served; without it only `localhost`, `127.0.0.1` and `[::1]`.",
  },
  {
    name: "FOYER_TRUST_PROXY",
    fallback: "",
    meaning:
      "Number of proxies in front of the server, or a comma-separated list of their addresses and CIDR ranges. Only then `X-Forwarded-For` is read.",
  },
  {
    name: "FOYER_BACKEND",
    fallback: "embedded",
    meaning: "`embedded`: the backend inside this process. `firebase`: a Firebase project.",
  },
  {
    name: "FOYER_PROJECT",
    fallback: "",
    meaning: "Project id in resource names. Without it `foyer`, or the Firebase project's own.",
  },
  {
    name: "FOYER_SERVICE_ACCOUNT",
    fallback: "",
    meaning: "With `firebase`: path of the key file of a service account of the project.",
  },
  {
    name: "FOYER_FIREBASE_CONFIG",
    fallback: "",
    meaning: "With `firebase`: path of a JSON file with the options of the project's web app.",
  },
  {
    name: "FOYER_OWNER_EMAIL",
    fallback: "",
    meaning: "With `firebase`: whose account becomes an admin once its e-mail is verified.",
  },
  {
    name: "FOYER_SMTP_URL",
    fallback: "",
    meaning:
      "Mail server, such as `smtps://user:password@mail.example.com`; `smtp://` means STARTTLS, and no encryption only to this machine itself. Without it mails wait in the outbox. With `embedded` only.",
  },
  {
    name: "FOYER_MAIL_FROM",
    fallback: "",
    meaning:
      "Sender of mails: `site@example.com` or `My site <site@example.com>`. Needed with `FOYER_SMTP_URL`.",
  },
  {
    name: "FOYER_SIGN_IN_PROVIDERS",
    fallback: "",
    meaning:
      "Path of a JSON file that says by which other sites people may sign in: Google, GitHub, or any with OpenID Connect. See sign-in.md.",
  },
  {
    name: "FOYER_USER_QUOTA_MB",
    fallback: "1024",
    meaning:
      "What an account may keep in files, in MiB, each counted with at least 4 KiB; 50 while its e-mail is not verified and the site sends mail. Admins have no such limit.",
  },
  {
    name: "FOYER_FILES_MAX_GB",
    fallback: "10",
    meaning:
      "What all files of the site may have together, in GiB; 512 MiB of the disk stay free besides. With `embedded` only.",
  },
  {
    name: "FOYER_IMAGE_CACHE_MB",
    fallback: "512",
    meaning:
      "What pictures prepared for visitors may take on the disk, in MiB; 0 keeps none. With `firebase` they are in a temporary folder.",
  },
  {
    name: "FOYER_BACKUPS_DIR",
    fallback: "",
    meaning:
      "Where back-ups are put; without it `backups` in the data folder. Better a folder of its own on another disk. With `embedded` only.",
  },
  {
    name: "FOYER_APP_CHECK_PROJECT",
    fallback: "",
    meaning:
      "Number of a Firebase project: requests for files then need a token of its App Check. With `embedded` only.",
  },
  {
    name: "FOYER_APP_CHECK_KEYS",
    fallback: "https://firebaseappcheck.googleapis.com/v1/jwks",
    meaning:
      "Where the public keys of those tokens are: an https address, or the path of a file. With `embedded` only.",
  },
  {
    name: "FOYER_GITHUB_TOKEN",
    fallback: "",
    meaning:
      "Token of a GitHub account without any rights: GitHub then answers 5,000 questions an hour instead of 60, and tells `/github` the days of contributions. See github.md and outgoing.md.",
  },
  {
    name: "FOYER_PUSH_HOSTS",
    fallback: "",
    meaning:
      "Comma-separated hosts to which notifications of devices may be sent, beside those of the services of Google, Mozilla, Microsoft and Apple. See notifications.md.",
  },
  {
    name: "FOYER_AI_URL",
    fallback: "",
    meaning:
      "Base address of an OpenAI-compatible provider, such as `https://api.openai.com/v1` or, on this machine, `http://127.0.0.1:11434/v1`; `http://` only to this machine and its own network. Without it there is no AI, and nothing is charged. See ai.md.",
  },
  {
    name: "FOYER_AI_KEY",
    fallback: "",
    meaning: "Key for that provider, if it wants one. No browser and no log has it.",
  },
  {
    name: "FOYER_AI_MODELS",
    fallback: "",
    meaning:
      "Comma-separated models that may be chosen, each `id` or `id=Shown name`; the first is the usual one. Needed with `FOYER_AI_URL`.",
  },
  {
    name: "FOYER_MAP_TILES",
    fallback: "",
    meaning:
      'Where the pictures of maps come from: an https address with `{z}`, `{x}` and `{y}`. Browsers ask it after "Show map"; without it no map is shown. See food.md.',
  },
  {
    name: "FOYER_MAP_ATTRIBUTION",
    fallback: "",
    meaning:
      "Who is named beside maps, such as `© OpenStreetMap contributors https://www.openstreetmap.org/copyright`: an address at its end is where it leads. Needed with `FOYER_MAP_TILES`.",
  },
  {
    name: "FOYER_MAP_LINK",
    fallback: "",
    meaning:
      'Where "Open in a map" leads: an https address with `{lat}` and `{lon}`. Without it a `geo:` address, which a device opens with its own program.',
  },
  {
    name: "FOYER_COUNTRIES_DB",
    fallback: "",
    meaning:
      "Path of a file in MaxMind's format (`.mmdb`) that says which country an address is in, for the analytics. Without it countries are not told apart. See analytics.md.",
  },
  {
    name: "FOYER_SERVICE_WORKER",
    fallback: "on",
    meaning:
      "`on`: browsers keep the pages that were opened, to be read without a connection. `off`: they keep none, and drop what they kept at their next visit.",
  },
  {
    name: "FOYER_LOG_LEVEL",
    fallback: "info",
    meaning: "`debug`, `info`, `warn`, `error` or `silent`.",
  },
];
