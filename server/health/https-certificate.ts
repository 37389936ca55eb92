/** Until when the certificate of the site's own public address is good, as a visitor would find it from here. */
import { connect } from "node:tls";

/** `isTrusted`: for this name and by an authority that this machine knows. @throws when nobody answers there */
export function readCertificate(
  origin: URL,
  timeoutMs = 4000,
): Promise<{ validTo: number; isTrusted: boolean }> {
  return new Promise((resolve, reject) => {
    const host = origin.hostname.replace(/^\[(.*)\]$/, "$1");
    const socket = connect({
      host,
      port: Number(origin.port || 443),
      servername: host,
      // Only looked at: nothing is sent.
      rejectUnauthorized: false,
    });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error("no answer in time")), timeoutMs);
    socket.once("error", fail);
    socket.once("close", () => clearTimeout(timer));
    socket.once("secureConnect", () => {
      const validTo = Date.parse(socket.getPeerCertificate().valid_to);
      const isTrusted = socket.authorized;
      socket.destroy();
      if (Number.isNaN(validTo)) reject(new Error("it has no certificate"));
      else resolve({ validTo, isTrusted });
    });
  });
}
