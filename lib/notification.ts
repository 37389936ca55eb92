/** A notification as `notifications/{uid}/{id}` has it: the server makes it, its user marks it read and deletes it. */
type NotificationKind = "reminder" | "board" | "journal" | "files" | "chat" | "digest";

export type Notification = {
  kind: NotificationKind;
  /** At most 200 letters. */
  title: string;
  /** At most 500 letters. */
  text: string;
  /** Where it leads on this site: `/AdvancedTodoList?task=ID`. */
  path: string;
  /** Milliseconds. */
  at: number;
  read: boolean;
  /** Devices and e-mail have been told. */
  sent: boolean;
};

/** As `notificationSettings/{uid}` has them. */
export type NotificationSettings = {
  kinds: Record<
    "reminder" | "board" | "journal" | "files" | "chat",
    { push: boolean; mail: boolean }
  >;
  digest: "off" | "daily";
  /** Local, 0 to 23. */
  hour: number;
  /** IANA name. */
  zone: string;
  /** ISO instant; null: none is planned. */
  nextDigestAt: string | null;
};

/** What a browser hands over so that it can be told, as its PushSubscription has it; both keys in base64url. */
export type PushSubscriptionKeys = { endpoint: string; p256dh: string; auth: string };

/** The text of a push, encrypted on its way: at most 3,000 bytes. */
export type PushText = Pick<Notification, "title" | "text" | "path"> & { id: string };

/** A browser that is told. */
export type PushDevice = {
  id: string;
  /** What it said of itself, for people. */
  device: string;
  /** ISO instants; `lastOkAt` null: nothing came yet. */
  createdAt: string;
  lastOkAt: string | null;
};

/** `later`: the device's service has no time, or cannot be reached; `gone`: nobody is there any more. */
export type PushEnd = "sent" | "gone" | "refused" | "later";

/** Answer of `GET /api/notifications/settings`. */
export type NotificationsState = {
  settings: NotificationSettings;
  /** `none`: this site sends no mail; `unconfirmed`: the caller's address is not known to be theirs. */
  mail: "ready" | "none" | "unconfirmed";
  push: {
    /** For `pushManager.subscribe`, base64url. */
    key: string;
    devices: PushDevice[];
  };
};

/** Answer of `POST /api/notifications/test`: what became of it on each device. */
export type PushTest = { devices: { id: string; end: PushEnd }[] };
