/** A notification as `notifications/{uid}/{id}` has it: the server makes it, its user marks it read and deletes it. */
type NotificationKind = "reminder" | "digest";

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
  kinds: Record<"reminder", { push: boolean; mail: boolean }>;
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
