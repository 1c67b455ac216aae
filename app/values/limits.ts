/** Every limit on what the service accepts, in one place (docs/contract.md#limits). Sizes are in bytes. */
export const KB = 1024;
export const MB = 1024 * KB;

export const LIMITS = {
  jsonBodyBytes: 256 * KB,
  formBodyBytes: 256 * KB,
  /** Up to which a form that is refused for its length is read, so that what was typed is shown again. */
  refusedFormBytes: 1 * MB,
  /** Values of a JSON body, those of unknown members included, and how deep they may be within one another. */
  json: { values: 2_000, depth: 32 },
  /**
   * The same for a registration, which may have as many unknown members as fit in its body. An address has few attempts, so
   * the server reads few of these.
   */
  registrationJson: { values: 256 * KB, depth: 1_000 },
  /** Fields of a form, each choice of a list counted: far more than any form has. */
  formFields: 500,
  /** Parameters of an address. */
  queryParameters: 200,
  /** The longest path of the service has six segments. */
  pathSegments: 12,
  /** What scripts ask for of the table of routes at once: they stop by themselves where the address is longer. */
  manifestCharacters: 7_680,
  /** A page of a list has 100 records, and some links besides. */
  manifestPaths: 200,
  /** The Content-Type of a multipart form, with its boundary. */
  multipartTypeCharacters: 256,
  /**
   * How many characters a text field may be sent with, letters written in parts included, before it is composed: this
   * many times its maximum, and some more.
   */
  rawText: { times: 4, more: 1_000 },
  /**
   * Combining marks in a row (Unicode's Stream-Safe Text Format, UAX #15). No language needs as many, and composing a
   * longer run takes time in the square of its length.
   */
  combiningMarks: 30,
  fileBytes: 15 * MB,
  submissionBodyBytes: 15 * MB + 64 * KB,
  attachmentsPerRecord: 10,
  attachmentBodyBytes: 10 * 15 * MB + 64 * KB,
  fileNameCharacters: 255,
  userAgentCharacters: 512,
  /** A user who signs in once more ends the session that was used least lately. */
  sessionsPerUser: 1_000,
  pageviewPathCharacters: 2048,
  /** Of what is stored of a path. Browsers report paths in ASCII, so only a path that none reports is cut. */
  pageviewPathBytes: 2048,
  /** Of a path that is counted by name; pages have short ones. */
  trafficNameBytes: 256,
  /** Different paths that one day counts by name, and different referrers. The rest count as one. */
  trafficNamesADay: 1_000,
  /** Pages stop so many short of the limit of pageviews: others of the same address may be on their way. */
  pageviewsOnTheirWay: 5,
  /** Different paths whose views are added up at once. */
  trafficNames: 20_000,
  multipartFieldBytes: 64 * KB,
  multipartFields: 100,
  notificationPageSize: { default: 20, max: 50 },
  listPageSize: { default: 20, max: 100 },
  /** Rows of lists that the API does not page, such as the notes of an engagement. None should get that long. */
  unpagedRows: 1_000,
  /** The most rows of a public feed without pages that is kept as one answer. Longer feeds are kept in pieces. */
  keptRows: 1_000,
  /** Commands on the page that shows all of them as a tree. */
  administrationRows: 10_000,
  /** Unrouted submissions that a preview of running the routing again looks at: half a second's work, in turns. */
  reroutePreviewRows: 5_000,
  /** Entries of one page of a public feed. */
  feedPageRows: 100,
  searchQueryCharacters: 255,
  /** Answers of the public feeds that are kept, since everybody asks for the same. */
  keptAnswers: { bytes: 64 * MB, count: 200 },
  /** Of each type. */
  searchResults: { default: 10, max: 50 },
  searchSnippetCharacters: 160,
  naicsCodes: 10,
  /** Characters of the text in which NAICS codes are typed, with repeated codes and separators. */
  naicsCharacters: 4_000,
  setAsides: 6,
  employeeCount: 2_000_000,
  annualRevenueDigits: 12,
  businessStartYear: 1800,
  engagementOrganizations: 25,
  /** How long an invitation is good for. */
  invitationDays: 7,
  /** How long the answers of a registration are kept after the last of them. */
  registrationDraftHours: 24,
  /** How long it is known that a draft was registered: a second click of the same person is led to where the first was. */
  registeredDraftMinutes: 10,
  /** How long such a click also signs in, as the first did. It must not sign in someone who uses the browser later. */
  secondClickSeconds: 60,
  /** How long text that is made while it is sent may take, its reader's slowness included: it is made of a snapshot. */
  exportMinutes: 15,
} as const;

/**
 * What a refused body may still send before its connection is closed (the client must be able to read the answer): more
 * than the largest body that is taken, since many clients read no answer before they have sent all of theirs.
 */
export const DRAIN = { bytes: 256 * MB, milliseconds: 15_000 } as const;

/**
 * How long a body may take: so many milliseconds, and a second more for each so many bytes that came. Small bodies (JSON,
 * forms) have no more time however much they send. Uploads are read only for someone signed in.
 */
export const BODY_PACE = {
  small: { milliseconds: 30_000, bytesPerSecond: Number.POSITIVE_INFINITY },
  upload: { milliseconds: 60_000, bytesPerSecond: 4 * KB },
} as const;

/** Uploads under way. */
export const UPLOADS = {
  /** Of one user. More wait unread, and then get 429. */
  queue: { places: 4, waitingPerGroup: 64, waiting: 64, waitMilliseconds: 20_000, retryAfterSeconds: 5 },
  /** Staged on the disk for all users together. */
  stagedBytes: 2 * 1024 * MB,
  retryAfterSeconds: 30,
} as const;

/** What one connection may ask of the server and how long it may take, and how many there may be. */
export const CONNECTIONS = {
  /** Any more are closed as they come, so that files and the database never run out of handles. */
  max: 4_000,
  /** That wait to be accepted: with Node's 511, a burst from one address kept others waiting for seconds. */
  backlog: 4_096,
  /** Of one client address, without a trusted proxy: an office of forty people whose browsers open six each. */
  maxPerAddress: 256,
  /**
   * Requests of an address wait until none of its connections was refused for so long, and at most this long: Node
   * accepts one connection in each turn, so everyone's next connection waits for all turns that its requests take.
   */
  crowded: { calmMilliseconds: 100, mostMilliseconds: 1_000 },
  /** Requests of one client address at once. Behind a trusted proxy, nothing else bounds what one client takes. */
  requestsPerAddress: 256,
  /** Of one request, its first line included. */
  headerBytes: 16 * KB,
  /** More are refused, never left out: one that is left out may be the one that says where the request comes from. */
  headers: 100,
  headersMilliseconds: 20_000,
  /** A request whole: ten files of 15 MB over a line of 1.5 Mbit/s. */
  requestMilliseconds: 15 * 60_000,
  /** Without a byte in either direction, while a request or its answer is on its way. */
  silentMilliseconds: 60_000,
  /** Between requests: longer than proxies keep theirs, so that none sends a request into a connection being closed. */
  idleMilliseconds: 65_000,
  /** How often it is looked who has overstayed. */
  checkMilliseconds: 5_000,
} as const;

/**
 * Reads that are answered at once, of pages and of the API; addresses take turns. A page may block for 20 ms. As many of
 * one address may wait as it may have requests.
 */
export const READS = {
  places: 8,
  waitingPerGroup: CONNECTIONS.requestsPerAddress,
  waiting: CONNECTIONS.max,
  waitMilliseconds: 30_000,
  retryAfterSeconds: 2,
} as const;

/**
 * How many password hashes may wait for a place, and for how long. A hash takes a quarter of a second, so the last of a
 * full queue waits ten seconds. One address may fill most of it (an office whose people all sign in at nine), and makes
 * room when others come.
 */
export const HASHING = {
  waitingPerPlace: 40,
  waitingPerGroup: 32,
  waitMilliseconds: 10_000,
  retryAfterSeconds: 2,
} as const;

/** How often a write that may be refused for a lock is tried, how long each try waits, and how long others go first. */
export const LOCK_TRIES = { count: 3, waitMilliseconds: 100, pauseMilliseconds: 50 } as const;

export interface RateLimit {
  name: string;
  max: number;
  windowSeconds: number;
  /** Whom it counts. */
  subject: "ip" | "user" | "organization";
  /**
   * Attempts are counted when they are let in; successes with what they write, so that a refused one costs nothing. A
   * loop's writes are counted in the memory of the process, so that counting many costs as little as counting few.
   */
  counts: "attempts" | "successes" | "loop";
}

export const MINUTE_SECONDS = 60;
const HOUR = 60 * MINUTE_SECONDS;

export const RATE_LIMITS = {
  registration: { name: "registration", max: 5, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
  submission: { name: "submission", max: 20, windowSeconds: HOUR, subject: "user", counts: "successes" },
  search: { name: "search", max: 120, windowSeconds: MINUTE_SECONDS, subject: "user", counts: "attempts" },
  invitation: { name: "invitation", max: 20, windowSeconds: HOUR, subject: "organization", counts: "attempts" },
  export: { name: "export", max: 60, windowSeconds: HOUR, subject: "user", counts: "attempts" },
  pageview: { name: "pageview", max: 60, windowSeconds: MINUTE_SECONDS, subject: "ip", counts: "successes" },
  passwordChange: {
    name: "password_change",
    max: 5,
    windowSeconds: 15 * MINUTE_SECONDS,
    subject: "user",
    counts: "attempts",
  },
} as const satisfies Record<string, RateLimit>;

/**
 * The limits of writes that name none of their own, by who makes them; each counts all such writes together. Government
 * programs load whole ledgers: the limit of government users only stops loops that run away, and allows 200 a second.
 */
export const WRITE_LIMITS = {
  anonymous: { name: "write_of_address", max: 300, windowSeconds: HOUR, subject: "ip", counts: "successes" },
  industry: { name: "write", max: 300, windowSeconds: HOUR, subject: "user", counts: "successes" },
  government: { name: "write_loop", max: 2_000, windowSeconds: 10, subject: "user", counts: "loop" },
} as const satisfies Record<string, RateLimit>;

/** Sign-ins that succeed, of each industry user: each adds to the audit log. */
export const SIGN_INS = { name: "sign_in", max: 300, windowSeconds: HOUR } as const;

/**
 * The steps of registering, which anybody may save: nobody may fill the table of drafts, and still less have password
 * after password hashed. Programs have no part in them: they register in one request.
 */
export const DRAFT_LIMITS = {
  step: { name: "registration_step", max: 60, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
  account: { name: "registration_account", max: 20, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
} as const satisfies Record<string, RateLimit>;

/** Failed sign-ins, counted for each pair of email and client address. */
export const SIGN_IN_FAILURES = { name: "sign_in_failure", max: 10, windowSeconds: 15 * MINUTE_SECONDS } as const;

/** The same for each address, on any account: many people may share one, but no password can be tried on everyone. */
export const SIGN_IN_FAILURES_OF_ADDRESS = {
  name: "sign_in_failure_address",
  max: 100,
  windowSeconds: 15 * MINUTE_SECONDS,
} as const;

/**
 * The same for each account, from any address: NIST SP 800-63B allows at most 100 failures in a row. It refuses only
 * addresses that have failed themselves, so that nobody can lock an owner out; see docs/sign-in-limits.md.
 */
export const SIGN_IN_FAILURES_OF_ACCOUNT = {
  name: "sign_in_failure_account",
  max: 100,
  windowSeconds: 24 * HOUR,
} as const;

/** Addresses that have failed, on any account, for as long as failures on an account count. */
export const SIGN_IN_FAILED_ADDRESSES = {
  name: "sign_in_failed_address",
  max: 1,
  windowSeconds: SIGN_IN_FAILURES_OF_ACCOUNT.windowSeconds,
} as const;

/** Addresses that an account has signed in from. */
export const KNOWN_ADDRESSES = { name: "sign_in_known_address", max: 1, windowSeconds: 30 * 24 * HOUR } as const;
