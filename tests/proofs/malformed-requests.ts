/** A request that a proxy might read differently. The server must refuse it and close the connection. */
export interface MalformedRequest {
  what: string;
  bytes: string;
}

const HOST = "Host: portal.test\r\n";
const GET = "GET /healthz HTTP/1.1\r\n";
const POST = `POST /api/analytics/pageview HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const BODY = '{"path": "/calls"}';
const SIZE = BODY.length.toString(16);

/** A write that anyone may make, to hide inside another request. If the server performs it, it leaves a row. */
export const HIDDEN = `${POST}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;

const sent = (what: string, bytes: string): MalformedRequest => ({ what, bytes });
const withLine = (line: string) => sent(`request line ${JSON.stringify(line)}`, `${line}\r\n${HOST}\r\n${HIDDEN}`);
const withHeaders = (what: string, headers: string) => sent(what, `${GET}${HOST}${headers}\r\n${HIDDEN}`);
const withHosts = (what: string, headers: string) => sent(what, `${GET}${headers}\r\n${HIDDEN}`);
/** The body has a final chunk and another request. A server that reads it as chunked would run the request. */
const withEncoding = (headers: string) =>
  sent(`headers ${JSON.stringify(headers)}`, `${POST}${headers}\r\n0\r\n\r\n${HIDDEN}`);
const withLength = (headers: string) => sent(`headers ${JSON.stringify(headers)}`, `${POST}${headers}\r\n${BODY}`);
const withChunks = (what: string, chunks: string) =>
  sent(what, `${POST}Transfer-Encoding: chunked\r\n\r\n${chunks}${HIDDEN}`);

export const MALFORMED: readonly MalformedRequest[] = [
  // Two lengths, or a length and an encoding.
  withEncoding("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
  withEncoding("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
  withLength(`Content-Length: ${BODY.length}\r\nContent-Length: 1\r\n`),
  withLength(`Content-Length: 1\r\nContent-Length: ${BODY.length}\r\n`),
  withLength(`Content-Length: ${BODY.length}\r\nContent-Length: ${BODY.length}\r\n`),
  ...["+18", "-1", "0x12", "18, 18", "18 18", "1e1", "", "99999999999999999999999", "18;"].map((length) =>
    withLength(`Content-Length: ${length}\r\n`),
  ),
  withLength(`Content-Length : ${BODY.length}\r\n`),

  // Encodings other than exactly "chunked".
  ...[
    "xchunked",
    "chunked, identity",
    "identity, chunked",
    "identity",
    "gzip, chunked",
    "chunked, chunked",
    '"chunked"',
    "\vchunked",
    "chunked\t",
    "chunked;a=b",
    "chunke",
    "",
  ].map((encoding) => withEncoding(`Transfer-Encoding: ${encoding}\r\n`)),
  withEncoding("Transfer-Encoding : chunked\r\n"),
  withEncoding(" Transfer-Encoding: chunked\r\n"),
  withEncoding("Transfer-Encoding:\r\n chunked\r\n"),
  withEncoding("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"),
  withEncoding("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n"),
  withEncoding("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
  withEncoding(`Transfer-Encoding: \r\nContent-Length: ${HIDDEN.length + 5}\r\n`),
  withEncoding("X: a\rTransfer-Encoding: chunked\r\n"),
  sent(
    "an encoding in HTTP/1.0",
    `${POST.replace("HTTP/1.1", "HTTP/1.0")}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ),

  // Chunks.
  ...[
    `+${SIZE}`,
    `-${SIZE}`,
    `0x${SIZE}`,
    `${SIZE} `,
    ` ${SIZE}`,
    "",
    "g",
    "ffffffffffffffffff",
    `1${"0".repeat(15)}12`,
  ].map((size) => withChunks(`chunk size ${JSON.stringify(size)}`, `${size}\r\n${BODY}\r\n0\r\n\r\n`)),
  withChunks("a chunk size before a bare line feed", `${SIZE}\n${BODY}\r\n0\r\n\r\n`),
  withChunks("a chunk before a bare line feed", `${SIZE}\r\n${BODY}\n0\r\n\r\n`),
  withChunks("a chunk without an end", `${SIZE}\r\n${BODY}0\r\n\r\n`),
  withChunks("a chunk longer than its size", `${SIZE}\r\n${BODY}more\r\n0\r\n\r\n`),
  withChunks("chunks that end in bare line feeds", `${SIZE}\r\n${BODY}\r\n0\n\n`),
  withChunks("an extension before a bare line feed", `${SIZE};a\n${BODY}\r\n0\r\n\r\n`),
  withChunks("an extension with a bare carriage return", `${SIZE};a\rb\r\n${BODY}\r\n0\r\n\r\n`),
  withChunks("an extension of 20 KB", `${SIZE};a=${"b".repeat(20_000)}\r\n${BODY}\r\n0\r\n\r\n`),
  withChunks("a trailer that is a length", `${SIZE}\r\n${BODY}\r\n0\r\nContent-Length: 5\r\n\r\n`),
  withChunks("a trailer that is an encoding", `${SIZE}\r\n${BODY}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`),
  withChunks("trailers of 40 KB", `${SIZE}\r\n${BODY}\r\n0\r\n${`X-A: ${"a".repeat(1_000)}\r\n`.repeat(40)}\r\n`),

  // Lines.
  sent("a bare line feed after the request line", `GET /healthz HTTP/1.1\n${HOST}\r\n${HIDDEN}`),
  sent("only bare line feeds", `GET /healthz HTTP/1.1\nHost: portal.test\n\n${HIDDEN}`),
  withHeaders("a bare line feed after a header", "X-A: a\nX-B: b\r\n"),
  withHeaders("a bare carriage return within a header", "X-A: a\rX-B: b\r\n"),
  withHeaders("a second carriage return", "X-A: a\r\r\n"),
  withHeaders("a folded header", "X-A: a\r\n b\r\n"),
  sent("a folded first header", `${GET} ${HOST}\r\n${HIDDEN}`),
  ...["a\0b", "a\x01b", "a\x7fb"].map((value) =>
    withHeaders(`header value ${JSON.stringify(value)}`, `X-A: ${value}\r\n`),
  ),
  ...["X\0A: a", "X(A): a", ": a", "XA", "X A: a"].map((line) =>
    withHeaders(`header line ${JSON.stringify(line)}`, `${line}\r\n`),
  ),
  ...[
    "GET /healthz HTTP/1.1 HTTP/1.1",
    "GET /healthz /login HTTP/1.1",
    "GET /heal\0thz HTTP/1.1",
    "GET /healthz%20HTTP/1.1\rX: HTTP/1.1",
    "GET\t/healthz\tHTTP/1.1",
    " GET /healthz HTTP/1.1",
    "get /healthz HTTP/1.1",
    "NONSENSE /healthz HTTP/1.1",
    "GET /h\xe9 HTTP/1.1",
    "GET healthz HTTP/1.1",
    "CONNECT portal.test:443 HTTP/1.1",
    "PRI * HTTP/2.0",
    "GET /healthz",
    "GET /healthz HTTP/0.9",
    "GET /healthz HTTP/1.2",
    "GET /healthz HTTP/1.10",
    "GET /healthz HTTP/2.0",
    "GET /healthz http/1.1",
    "GET http://evil.test/healthz HTTP/1.1",
    "GET http://portal.test:81/healthz HTTP/1.1",
    "GET http://portal.test@evil.test/healthz HTTP/1.1",
    "GET http://somebody@portal.test/healthz HTTP/1.1",
    "GET ftp://portal.test/healthz HTTP/1.1",
    "GET http://[::bad/healthz HTTP/1.1",
  ].map(withLine),

  // Hosts.
  withHosts("two hosts", `${HOST}Host: evil.test\r\n`),
  withHosts("two hosts, the other first", `Host: evil.test\r\n${HOST}`),
  withHosts("the same host twice", `${HOST}${HOST}`),
  withHosts("an empty host and another", `Host:\r\n${HOST}`),
  ...[
    "",
    "portal.test, evil.test",
    "a@portal.test",
    "portal.test/evil",
    "portal.test?",
    "portal.test#",
    "a b",
    "256.0.0.1",
  ].map((host) => withHosts(`host ${JSON.stringify(host)}`, `Host: ${host}\r\n`)),
  withHosts("no host", ""),

  // Sizes and counts.
  withHeaders("a header of 20 KB", `X-A: ${"a".repeat(20_000)}\r\n`),
  sent("an address of 20 KB", `GET /healthz?${"a".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`),
  withHeaders("101 headers", "X-A: a\r\n".repeat(100)),
  sent(
    "another site's name after 2,100 headers",
    `${POST}Content-Length: ${BODY.length}\r\n${"a:\r\n".repeat(2_100)}Sec-Fetch-Site: cross-site\r\n\r\n${BODY}`,
  ),
  withHeaders("an unknown expectation", "Expect: the-unexpected\r\n"),
];

/** Well-formed requests with another request in their body. Each must get exactly one response. */
export const WITH_A_REQUEST_IN_THE_BODY: readonly MalformedRequest[] = [
  ["GET", "/healthz"],
  ["GET", "/login"],
  ["POST", "/logout"],
  ["POST", "/no/such/page"],
  ["POST", "/api/session"],
  ["POST", "/api/nothing"],
  ["DELETE", "/api/portal/calls"],
].flatMap(([method, path]) => {
  const head = `${method} ${path} HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Type: application/json\r\n`;
  const chunks = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;
  return [
    sent(`${method} ${path} with a length`, `${head}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`),
    sent(`${method} ${path} in chunks`, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`),
    sent(
      `${method} ${path} with an upgrade to another protocol`,
      `${head.replace("close", "close, Upgrade")}Upgrade: websocket\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    ),
  ];
});
