/** The reference of P4: `node:http` and nothing else, answering one compressed buffer. Argument: the file with it. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = readFileSync(process.argv[2] ?? "");
const server = createServer((_request, response) => {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Encoding": "br",
    "Content-Length": body.length,
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`Bare is at http://localhost:${(server.address() as AddressInfo).port}`);
});
