import type { z } from "zod";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { addressOf, declaredEndpoints } from "../support/routes";

/** A request that may be expensive, and its kind. */
export interface HostileRequest {
  kind: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One method of one route. */
interface Target {
  method: string;
  path: string;
  /** The fields of its query or body. */
  fields: readonly string[];
  body: "none" | "json" | "form" | "multipart";
}

/** The ids in the ledger of `fillLedger`, by the path segment before them. */
const IDS: Record<string, string> = {
  calls: "call-0",
  announcements: "announcement-0",
  submissions: "submission-0",
  engagements: "engagement-0",
  organizations: "organization-acme",
  commands: "command-alpha",
  developers: "portal",
  register: "contacts",
};

const pathOf = (path: string): string =>
  path
    .split("/")
    .map((part, index, parts) => (part.startsWith(":") ? (IDS[parts[index - 1] ?? ""] ?? "none") : part))
    .join("/");

const KB = 1024;
const BODY_BYTES = 250 * KB;
/** The size of a path or a header. Node refuses heads over 16 KB. */
const HEAD_BYTES = 8 * KB;
const filled = (bytes: number, text: string, length = Buffer.byteLength(text)) =>
  text.repeat(Math.max(1, Math.floor(bytes / length)));

/** Combining marks in the wrong order: normalization moves the second half before the first. */
const marksOf = (bytes: number) => `a${"\u0301".repeat(bytes / 4)}${"\u0316".repeat(bytes / 4)}`;

/** Almost matches for many patterns, which make regular expressions backtrack. */
const BAIT: readonly ((bytes: number) => string)[] = [
  (bytes) => `a@${filled(bytes, "a.")}!`,
  (bytes) => `${filled(bytes, "a-")}@`,
  (bytes) => `https://${filled(bytes, "a.")}/`,
  (bytes) => `${filled(bytes, " ")}x`,
  (bytes) => `x${filled(bytes, "\t ")}x`,
  (bytes) => `"${filled(bytes, '\\"')}`,
  (bytes) => filled(bytes, ",,"),
  (bytes) => filled(bytes, "1,2 "),
  (bytes) => filled(bytes, "%_"),
  (bytes) => filled(bytes, "\u{1f469}\u200d"),
];

/** Searches with as many broad terms as fit in 255 characters, and other expensive ones. */
const SEARCHES: readonly string[] = [
  "e* OR t* OR a* OR o* OR i* OR n* OR s* OR h* OR r* OR d* OR l* OR u* OR c* OR m* OR f* OR w*",
  filled(255, "et* OR ").slice(0, 252),
  Array.from("etaoinshrdlucmfw", (letter) => `${letter}e* OR ${letter}t* OR ${letter}a*`).join(" OR "),
  Array.from("etaoinshrdlucmfw", (letter) => `-${letter}*`).join(" "),
  Array.from("etaoinshrdlucmfw", (letter) => `"${letter}e ${letter}t" OR "e t*"`)
    .join(" OR ")
    .slice(0, 255),
  Array.from("etaoinshrdlucmfw", (letter) => `${letter}eta*`).join(" "),
  filled(255, "eta "),
  filled(255, "zqxj wkvq "),
  "zqxjkvbpyg".repeat(25),
  filled(255, '"'),
];

/** Fields of the pages' forms. */
const FORM_FIELDS = [
  "title",
  "body",
  "description",
  "summary",
  "name",
  "email",
  "password",
  "techTags",
  "naicsCodes",
  "organizationIds",
];

export const TARGETS: readonly Target[] = [
  ...declaredEndpoints.map(({ method, path, endpoint }): Target => {
    const fields = Object.keys((endpoint.call.input as z.ZodObject).shape ?? {});
    const body = method === "GET" || method === "DELETE" ? "none" : endpoint.body === "json" ? "json" : "multipart";
    return { method, path: addressOf(pathOf(path)), fields, body: endpoint.body === "none" ? "none" : body };
  }),
  ...PAGE_ROUTES.flatMap(({ path }): Target[] => {
    const address = addressOf(pathOf(path === "*" ? "no/such/page" : path));
    return [
      { method: "GET", path: address, fields: ["q", "page", "sort", "tag", "from", "redirectTo"], body: "none" },
      { method: "POST", path: address, fields: FORM_FIELDS, body: "form" },
    ];
  }),
];

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["cookie", filled(HEAD_BYTES, "a=b;")],
  ["cookie", `session=${filled(HEAD_BYTES, '"')}`],
  ["user-agent", filled(HEAD_BYTES, "Mozilla/5.0 (")],
  ["user-agent", filled(HEAD_BYTES, "bot/ ")],
  ["user-agent", `Mozilla/5.0 ${filled(HEAD_BYTES, "Version/1.")}`],
  ["accept", filled(HEAD_BYTES, "a/b;q=0,")],
  ["accept-language", filled(HEAD_BYTES, "a,")],
  ["accept-encoding", filled(HEAD_BYTES, "x,")],
  ["if-none-match", filled(HEAD_BYTES, '"a",')],
  ["if-none-match", filled(HEAD_BYTES, 'W/"')],
  ["if-modified-since", filled(HEAD_BYTES, " M")],
  ["x-forwarded-for", filled(HEAD_BYTES, "1,")],
  ["referer", `http://a/${filled(HEAD_BYTES, "a/")}`],
  ["range", `bytes=${filled(HEAD_BYTES, "0-0,")}`],
  ["content-type", `multipart/form-data; boundary=${filled(HEAD_BYTES, "a")}`],
  ["content-type", filled(HEAD_BYTES, "; a=")],
];

/** Every hostile request to a route. */
export function* hostileTo(target: Target): Iterable<HostileRequest> {
  const { method, path } = target;
  yield { kind: "a normal request on a large ledger", method, path, ...bodyOf(target, () => "a") };
  for (const address of [
    `${path}${filled(HEAD_BYTES, "/a")}`,
    `${path}${filled(HEAD_BYTES, "/")}`,
    `${path}${filled(HEAD_BYTES, "%2f")}`,
    `${path}/${filled(HEAD_BYTES, "a")}.data`,
    `${path}${filled(HEAD_BYTES, "/a")}.data`,
  ]) {
    yield { kind: "long paths", method, path: address };
  }
  for (const query of [filled(HEAD_BYTES, "a=&"), filled(HEAD_BYTES, "&"), `a=${filled(HEAD_BYTES, "%CC%81")}`]) {
    yield { kind: "long queries", method, path: `${path}?${query}` };
  }
  for (const [name, value] of HEADERS) {
    yield { kind: "headers of 8 KB", method, path, headers: { [name]: value } };
  }
  if (target.body === "none") {
    for (const field of target.fields) yield* inQuery(target, field);
  } else {
    yield* inBody(target);
  }
}

function* inQuery({ method, path }: Target, field: string): Iterable<HostileRequest> {
  const asked = (kind: string, value: string): HostileRequest => ({
    kind,
    method,
    path: `${path}?${field}=${encodeURIComponent(value)}`,
  });
  yield asked("combining marks", marksOf(1_300));
  yield { kind: "repeated fields", method, path: `${path}?${filled(HEAD_BYTES, `${field}=1&`)}` };
  for (const bait of BAIT) yield asked("regular-expression bait", bait(2_600));
  for (const bait of BAIT) yield asked("regular-expression bait", bait(240));
  if (field === "q") for (const query of SEARCHES) yield asked("searches", query);
  if (field === "page") yield asked("long queries", "9007199254740991");
}

function* inBody(target: Target): Iterable<HostileRequest> {
  const { method, path, fields } = target;
  const sent = (kind: string, text: (bytes: number) => string): HostileRequest => ({
    kind,
    method,
    path,
    ...bodyOf(target, text),
  });
  yield sent("combining marks", marksOf);
  for (const bait of BAIT) yield sent("regular-expression bait", bait);
  for (const text of ["a=&", ...fields.map((field) => `${field}=1&`)]) {
    yield { kind: "repeated fields", method, path, headers: FORM, body: filled(BODY_BYTES, text) };
  }
  const json = (kind: string, body: string): HostileRequest => ({ kind, method, path, headers: JSON_TYPE, body });
  yield json("deep JSON", filled(BODY_BYTES, "["));
  yield json("deep JSON", filled(BODY_BYTES, '{"a":'));
  yield json("deep JSON", `{"a":${"[".repeat(30)}${"]".repeat(30)}}`);
  yield json("wide JSON", `{${Array.from({ length: 16_000 }, (_unused, index) => `"key-${index}":0`).join(",")}}`);
  for (const element of ["0", '""', "{}", "[]"]) {
    for (const count of [BODY_BYTES, 1_900]) {
      const list = filled(count, `${element},`, count === BODY_BYTES ? element.length + 1 : 1).slice(0, -1);
      yield json(
        "wide JSON",
        `{${fields.map((field) => `${JSON.stringify(field)}:[${list.slice(0, Math.floor(list.length / fields.length))}0]`).join(",")}}`,
      );
      yield json("wide JSON", `{"a":[${list}]}`);
    }
  }
  yield json("wide JSON", `{"a":"${filled(BODY_BYTES, "\\u0041")}"}`);
  const part = (name: string, value = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = (kind: string, body: string, boundary = "x"): HostileRequest => ({
    kind,
    method,
    path,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body,
  });
  for (const field of ["a", ...fields]) yield form("many parts", `${filled(BODY_BYTES, part(field))}--x--\r\n`);
  yield form("many parts", filled(BODY_BYTES, "--x\r\n"));
  yield form("many parts", filled(BODY_BYTES, "--x\r\n\r\n"));
  yield form("many parts", `--x\r\n${filled(BODY_BYTES, "a: b\r\n")}\r\n\r\n--x--`);
  yield form("many parts", `--x\r\nContent-Disposition: form-data; ${filled(BODY_BYTES, "a=b; ")}\r\n\r\n\r\n--x--`);
  yield form("many parts", filled(BODY_BYTES, `--${"a".repeat(69)}`), "a".repeat(70));
  yield form("many parts", filled(BODY_BYTES, "a"), "a".repeat(7_000));
  const name = filled(12_000, "%_");
  yield form(
    "many parts",
    `--x\r\nContent-Disposition: form-data; name="file"; filename="${marksOf(12_000)}${name}.pdf"\r\n\r\n%PDF-\r\n--x--`,
  );
}

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A body with every field of a route, as large as it may be. */
function bodyOf({ body, fields }: Target, text: (bytes: number) => string): Pick<HostileRequest, "headers" | "body"> {
  const share = Math.floor(BODY_BYTES / Math.max(1, fields.length)) - 40;
  if (body === "none") return {};
  if (body === "json") {
    const entries = fields.map((field) => [field, text(share / 2)] as const);
    return { headers: JSON_TYPE, body: JSON.stringify(Object.fromEntries(entries)) };
  }
  if (body === "form") {
    return { headers: FORM, body: fields.map((field) => `${field}=${text(share)}`).join("&") };
  }
  const parts = fields.map(
    (field) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text(Math.min(60_000, share))}\r\n`,
  );
  return { headers: { "content-type": "multipart/form-data; boundary=x" }, body: `${parts.join("")}--x--\r\n` };
}

/** Requests outside our routes: Remix's own parameters, and files. */
export function* hostileToAll(): Iterable<HostileRequest> {
  const kind = "data parameters";
  const method = "GET";
  for (const { path } of PAGE_ROUTES) {
    const address = addressOf(pathOf(path === "*" ? "no/such/page" : path));
    const data = address === "/" ? "/_root.data" : `${address}.data`;
    yield { kind, method, path: `${data}?_routes=${filled(HEAD_BYTES, "root,")}` };
    yield { kind, method, path: `${address}?_data=${filled(HEAD_BYTES, "root/")}` };
    yield { kind, method, path: `${address}?index&${filled(HEAD_BYTES / 64, "index&")}` };
    yield { kind: "a normal request on a large ledger", method, path: data };
  }
  for (const { path } of API_ROUTES) yield { kind, method, path: `${addressOf(pathOf(path))}.data?_data=root` };
  yield { kind: "long paths", method, path: `/assets/${filled(HEAD_BYTES, "../")}` };
  yield { kind: "long paths", method, path: `/assets/${filled(HEAD_BYTES, "%2e%2e%2f")}` };
  for (const [name, value] of HEADERS)
    yield { kind: "headers of 8 KB", method, path: "/assets/none.css", headers: { [name]: value } };
}
