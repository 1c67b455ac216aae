/** Every limit on what the service accepts, in one place (docs/contract.md#limits). Sizes are in bytes. */
export const KB = 1024;
export const MB = 1024 * KB;

export const LIMITS = {
  jsonBodyBytes: 256 * KB,
  formBodyBytes: 256 * KB,
  /** The server reads a form that is too long up to this size, so that it can show again what people typed. */
  refusedFormBytes: 1 * MB,
  /** How many values a JSON body may have, including those of unknown members, and how deeply they may be nested. */
  json: { values: 2_000, depth: 32 },
  /**
   * The same for a registration, whose body may be full of unknown members. An address has few attempts, so the server
   * reads few registrations.
   */
  registrationJson: { values: 256 * KB, depth: 1_000 },
  /** Fields of a form, counting each choice of a list. No form comes near this. */
  formFields: 500,
  /** The path that a sign-in leads to. */
  redirectCharacters: 2_000,
  leastPasswordCharacters: 14,
  passwordCharacters: 128,
  /** Query parameters. */
  queryParameters: 200,
  /** The longest path of the service has eight segments. */
  pathSegments: 12,
  /** The Content-Type of a multipart form, with its boundary. */
  multipartTypeCharacters: 256,
  /** How long a text field may be before it is composed (NFC), as a multiple of its maximum, plus some more. */
  rawText: { times: 4, more: 1_000 },
  /**
   * Combining marks in a row (Unicode's Stream-Safe Text Format, UAX #15). No language needs as many, and composing a
   * longer run takes time in the square of its length.
   */
  combiningMarks: 30,
  fileBytes: 15 * MB,
  /** The agency's seal, which every page shows. */
  sealBytes: 256 * KB,
  /** A table of classification codes. The official ones have a few thousand rows. */
  codeTableBytes: 4 * MB,
  /** Found classification codes in one response. */
  foundCodes: { default: 20, max: 100 },
  /** Longer text is only downloaded: a browser takes seconds to lay it out. */
  shownTextBytes: 1 * MB,
  submissionBodyBytes: 15 * MB + 64 * KB,
  attachmentsPerRecord: 10,
  attachmentBodyBytes: 10 * 15 * MB + 64 * KB,
  filesPerMessage: 2,
  messageBodyBytes: 2 * 15 * MB + 64 * KB,
  /** Messages of each side about one submission. */
  messagesPerSide: 100,
  /** People notified of one message. */
  messageNotifications: 100,
  fileNameCharacters: 255,
  userAgentCharacters: 512,
  /** If the user signs in once more, the least recently used session ends. */
  sessionsPerUser: 1_000,
  pageviewPathCharacters: 2048,
  /** The longest path that is stored. Browsers report paths in ASCII, so only a path that no browser reports is cut. */
  pageviewPathBytes: 2048,
  /** The longest path that is counted by name. Pages have short paths. */
  trafficNameBytes: 256,
  /** Different paths, and different referrers, that one day counts by name. The rest count together. */
  trafficNamesADay: 1_000,
  /**
   * Pages stop reporting this far below the limit of page views, because others of the same address may be on their
   * way.
   */
  pageviewsOnTheirWay: 5,
  /** Different paths whose views are summed at once. */
  trafficNames: 20_000,
  multipartFieldBytes: 64 * KB,
  multipartFields: 100,
  notificationPageSize: { default: 20, max: 50 },
  listPageSize: { default: 20, max: 100 },
  /** Rows of lists without pages in the API, such as the notes of an engagement. No list should get that long. */
  unpagedRows: 1_000,
  /**
   * The most rows of a public feed without pages that the server keeps as one response. It keeps longer feeds in
   * pieces.
   */
  keptRows: 1_000,
  /** Records of each kind in what is assigned to a person. `total` counts all. */
  assignmentsShown: 50,
  /** Followers of calls reminded in one transaction. More would keep other requests waiting. */
  remindedAtOnce: 500,
  /** The longest promise of an answer, in working days: about a year. */
  answerWithinDays: 250,
  /** Days off besides federal holidays. */
  agencyHolidays: 400,
  /** Submissions whose missed promise is reported in one transaction. Each may notify many people. */
  escalatedAtOnce: 100,
  /** Commands on the page that shows all of them as a tree. */
  administrationRows: 10_000,
  /** Unrouted submissions that a rerouting preview looks at. This takes half a second, shared with other requests. */
  reroutePreviewRows: 5_000,
  /** Entries of one page of a public feed. */
  feedPageRows: 100,
  /** Entries of a person's own feed, and events of each kind in a person's own calendar, ahead and behind. */
  personalFeedRows: 100,
  /** Notes of a person, newest first, whose engagements are in the person's own calendar. */
  personalFeedNotes: 1_000,
  /** Engagements that a person attends, those added last, that are in the person's own calendar. */
  personalFeedAttended: 1_000,
  searchQueryCharacters: 255,
  /** Kept responses of the public feeds, since everyone requests the same ones. */
  keptResponses: { bytes: 64 * MB, count: 200 },
  /** Kept responses of public addresses, with their compressed forms, and the largest of them. */
  publicResponses: { bytes: 32 * MB, count: 1_000 },
  publicResponseBytes: 4 * MB,
  /** A shorter response would not become smaller by compressing it. */
  leastCompressedBytes: 1 * KB,
  /** Of each type. */
  searchResults: { default: 10, max: 50 },
  /** Records, tags and people together. */
  searchSuggestions: 8,
  /** Different queries that are kept for each person. */
  recentSearches: 10,
  searchSnippetCharacters: 160,
  /** How much of a text the search reads for a snippet. */
  searchTextCharacters: 100_000,
  /** The tags that a person follows, with commas between. */
  followedTagsCharacters: 500,
  /** Other names of one preset tag. */
  tagAliases: 20,
  tagAliasCharacters: 64,
  naicsCodes: 10,
  /** Characters of the text in which NAICS codes are typed, with repeated codes and separators. */
  naicsCharacters: 4_000,
  setAsides: 6,
  employeeCount: 2_000_000,
  annualRevenueDigits: 12,
  businessStartYear: 1800,
  engagementOrganizations: 25,
  engagementAttendees: 50,
  engagementTasks: 50,
  /** Engagements that the calendar of a month names on each day. It counts the others. */
  calendarRowsOfDay: 4,
  /** Open tasks on a person's dashboard, those due first. */
  tasksShown: 3,
  /** Colleagues mentioned in one note of a review. */
  noteMentions: 10,
  /** Further questions of the assessments of a call's submissions. */
  assessmentQuestions: 8,
  /** How long an invitation is valid. */
  invitationDays: 7,
  accountLinkMinutes: 60,
  identityRequestMinutes: 10,
  /** How long a registration draft is kept after its last change. */
  registrationDraftHours: 24,
  /**
   * How long the server remembers that a draft was registered. A second click by the same person then leads to the same
   * place.
   */
  registeredDraftMinutes: 10,
  /** How long such a click also signs in. It must not sign in someone who uses the browser later. */
  secondClickSeconds: 60,
  /** How long someone who gave the right password may take to give the second factor. */
  signInStepMinutes: 10,
  /** Wrong codes after which the password must be given again. */
  signInStepFailures: 5,
  /** How long the setup of a second factor waits for its first code. */
  secondFactorSetupMinutes: 30,
  /** People asked for an opinion on one submission. */
  opinionsPerSubmission: 20,
  submissionsAtOnce: 50,
  savedViews: 20,
  savedViewNameCharacters: 60,
  savedViewQueryCharacters: 2_000,
  savedSearches: 50,
  savedSearchNameCharacters: 60,
  /** How long after it appeared a record may still be new to a saved search. */
  savedSearchNewDays: 90,
  /** New records of a saved search that one notification names. It counts the others. */
  savedSearchMatchesNamed: 10,
  /** How long after their last sign of life someone counts as reading a submission. */
  readerSeconds: 60,
  /** How long the dashboard's figures of answers and reviews are kept: everyone sees the same ones. */
  figuresKeptSeconds: 300,
  /** The same for the figures of the home page. */
  publicFiguresKeptSeconds: 3_600,
  /** The home page shows no number that is about fewer organizations, and rounds its numbers. */
  fewestInPublicFigures: 5,
  publicFiguresRoundedTo: 5,
  /** Colleagues named as readers of one submission, and submissions with readers, in memory. */
  readersShown: 10,
  submissionsRead: 1_000,
  recoveryCodes: 10,
  passkeys: 20,
  /** How long a browser may take to use a passkey. */
  passkeyCeremonyMinutes: 5,
  /** The text that a browser sends from a passkey. Keys of the largest kind have a few thousand bytes. */
  passkeyCharacters: 32 * KB,
  /** Characters of a code as it is typed, with spaces and hyphens. */
  secondFactorCharacters: 64,
  /**
   * How long sending generated text may take, slow readers included. It reads from a snapshot, which stays open
   * meanwhile.
   */
  exportMinutes: 15,
} as const;

/**
 * How much of a refused body the server still accepts before it closes the connection, so that the client can read the
 * response. This is more than the largest accepted body, because many clients read nothing before they have sent
 * everything.
 */
export const DRAIN = { bytes: 256 * MB, milliseconds: 15_000 } as const;

/**
 * How long a body may take: this many milliseconds, and one second more for each this many bytes that came. Small
 * bodies (JSON, forms) get no more time, however much they send. Uploads are read only for signed-in users.
 */
export const BODY_PACE = {
  small: { milliseconds: 30_000, bytesPerSecond: Number.POSITIVE_INFINITY },
  upload: { milliseconds: 60_000, bytesPerSecond: 4 * KB },
} as const;

/** Uploads in progress. */
export const UPLOADS = {
  /** Per user. More wait unread, and then get 429. */
  queue: { places: 4, waitingPerGroup: 64, waiting: 64, waitMilliseconds: 20_000, retryAfterSeconds: 5 },
  /** Staged on the disk, for all users together. */
  stagedBytes: 2 * 1024 * MB,
  retryAfterSeconds: 30,
} as const;

/** Reading the text of documents for the search. Each document is read in a process of its own. */
export const DOCUMENT_TEXT = {
  /** Kept of one document, in UTF-16 code units: about 300 printed pages. The search does not find what comes later. */
  characters: 1_000_000,
  pages: 500,
  /**
   * How much of a processor and of the memory reading one document may take. Then its process is ended. It has a low
   * priority, so on a busy machine it may take longer.
   */
  cpuMilliseconds: 10_000,
  milliseconds: 60_000,
  memoryBytes: 512 * MB,
  /** JavaScript's part of that memory. */
  heapBytes: 256 * MB,
  /** What the parts of an Office document that have text may unpack to. */
  unpackedBytes: 64 * MB,
  /** A second try helps if the machine was busy. */
  attempts: 2,
} as const;

/** Limits on connections, and on what one connection may request. */
export const CONNECTIONS = {
  /** The server closes further connections immediately, so that files and the database never run out of handles. */
  max: 4_000,
  /**
   * Connections that wait to be accepted. With Node's default of 511, a burst from one address kept others waiting for
   * seconds.
   */
  backlog: 4_096,
  /**
   * Per client address, without a trusted proxy: an office of forty people whose browsers open six connections each.
   */
  maxPerAddress: 256,
  /**
   * After the server refuses a connection of an address, that address's requests wait until no connection was refused
   * for this long, but at most this long in all. Node accepts one connection in each turn of the event loop, so
   * everyone's next connection waits for the turns that those requests take.
   */
  crowded: { calmMilliseconds: 100, mostMilliseconds: 1_000 },
  /** Simultaneous requests of one client address. Behind a trusted proxy, this is the only limit on one client. */
  requestsPerAddress: 256,
  /** Of one request, its first line included. */
  headerBytes: 16 * KB,
  /**
   * The server refuses requests with more headers. Dropping some could drop the one that says where the request comes
   * from.
   */
  headers: 100,
  headersMilliseconds: 20_000,
  /** A whole request: ten files of 15 MB over a line of 1.5 Mbit/s. */
  requestMilliseconds: 15 * 60_000,
  /** No byte in either direction, while a request or its response is on its way. */
  silentMilliseconds: 60_000,
  /** Between requests. Longer than proxies keep connections, so that no proxy sends a request into a closing one. */
  idleMilliseconds: 65_000,
  /** How often the server looks for connections that are over their time. */
  checkMilliseconds: 5_000,
} as const;

/** How a stopping server closes its connections. */
export const STOPPING = {
  /** How long all of it may take, and so the requests that are under way. */
  mostMilliseconds: 10_000,
  /** How long a server on a passed socket still serves, if connections are open. */
  announceMilliseconds: 3_000,
  /** How long it serves if a request is slow, because the next server would have to wait for that. */
  servedMilliseconds: 9_500,
  /** How long a slow request has been under way. */
  slowMilliseconds: 1_000,
  /**
   * How long a connection must have been unused to be closed. A client that sends one request after another uses it again
   * sooner, also from another continent.
   */
  unusedMilliseconds: 250,
  /** How often the server looks. */
  lookMilliseconds: 20,
} as const;

/**
 * Reads that run at once: this many of pages that threads may read, and as many of other pages and of the API. Addresses take
 * turns. A page may block for 20 ms. As many of one address may wait as it may have requests.
 */
export const READS = {
  places: 8,
  waitingPerGroup: CONNECTIONS.requestsPerAddress,
  waiting: CONNECTIONS.max,
  waitMilliseconds: 30_000,
  retryAfterSeconds: 2,
} as const;

/** The same for searches, which take more time each: of government, and of everyone else. */
export const SEARCHES = { ...READS, places: 2 } as const;

/** Threads that read pages. */
export const PAGE_THREAD_LIMITS = {
  most: 4,
  /** They start when the event loop was busy for this share of the time. */
  leastUtilization: 0.6,
  /** The shortest time over which that counts. */
  measuredMilliseconds: 1_000,
  /** They end if they read fewer pages between two checks. */
  fewestPages: 300,
  checkMilliseconds: 300_000,
  /** How long a page may take. */
  patienceMilliseconds: 30_000,
  /** How long none starts after one ended by itself. */
  pauseMilliseconds: 60_000,
  /** Several times what they need. With 96, they collected garbage most of the time. */
  heapMegabytes: 256,
} as const;

/**
 * How many password hashes may wait for a place, and for how long. A hash takes a quarter of a second, so the last in a
 * full queue waits ten seconds. One address may fill most of the queue, such as an office where everyone signs in at
 * nine, and makes room when others come.
 */
export const HASHING = {
  waitingPerPlace: 40,
  waitingPerGroup: 32,
  waitMilliseconds: 10_000,
  retryAfterSeconds: 2,
} as const;

/**
 * How often to try a write that may be refused because of a lock, how long each try waits, and the pause in between.
 */
export const LOCK_TRIES = { count: 3, waitMilliseconds: 100, pauseMilliseconds: 50 } as const;

export interface RateLimit {
  name: string;
  max: number;
  windowSeconds: number;
  /** Whose calls it counts. */
  subject: "ip" | "user" | "organization";
  /**
   * "attempts" count when they are admitted. "successes" count together with what they write, so a refused one costs
   * nothing. A "loop" counts in the memory of the process, which is cheap for any number.
   */
  counts: "attempts" | "successes" | "loop";
}

export const MINUTE_SECONDS = 60;
const HOUR = 60 * MINUTE_SECONDS;

export const RATE_LIMITS = {
  registration: { name: "registration", max: 5, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
  submission: { name: "submission", max: 20, windowSeconds: HOUR, subject: "user", counts: "successes" },
  /** Messages of an organization, which may have files. */
  message: { name: "message", max: 30, windowSeconds: HOUR, subject: "user", counts: "successes" },
  search: { name: "search", max: 120, windowSeconds: MINUTE_SECONDS, subject: "user", counts: "attempts" },
  /** The search page of the public and of companies, and GET /api/search/ledger. A whole company may have one address. */
  ledgerSearch: { name: "ledger_search", max: 300, windowSeconds: MINUTE_SECONDS, subject: "ip", counts: "attempts" },
  /** One for almost every letter. A whole agency may have one address. */
  suggestions: {
    name: "suggestions",
    max: 3_000,
    windowSeconds: MINUTE_SECONDS,
    subject: "ip",
    counts: "loop",
  },
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
  accountLink: { name: "account_link", max: 30, windowSeconds: HOUR, subject: "user", counts: "attempts" },
  passwordLinkRequest: {
    name: "password_link_request",
    max: 10,
    windowSeconds: HOUR,
    subject: "ip",
    counts: "attempts",
  },
  /** Sign-ins at the provider that were begun. A whole agency may have one address. */
  authorizationRequest: {
    name: "authorization_request",
    max: 1_200,
    windowSeconds: HOUR,
    subject: "ip",
    counts: "attempts",
  },
  accountLinkUse: { name: "account_link_use", max: 60, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
  /** Sign-ins that ask for a passkey. */
  passkey: { name: "passkey", max: 100, windowSeconds: 15 * MINUTE_SECONDS, subject: "ip", counts: "attempts" },
  secondFactorChange: {
    name: "second_factor_change",
    max: 10,
    windowSeconds: 15 * MINUTE_SECONDS,
    subject: "user",
    counts: "attempts",
  },
} as const satisfies Record<string, RateLimit>;

/** Password links mailed to one address. More requests get the same response, and no mail. */
export const PASSWORD_LINK_MAILS = { name: "password_link_mail", max: 3, windowSeconds: HOUR } as const;

/**
 * Limits of writes without their own limit, by who makes them. Each counts all such writes together. Government
 * programs load whole ledgers, so the limit of government users only stops runaway loops, and allows 200 writes a
 * second.
 */
export const WRITE_LIMITS = {
  anonymous: { name: "write_of_address", max: 300, windowSeconds: HOUR, subject: "ip", counts: "successes" },
  industry: { name: "write", max: 300, windowSeconds: HOUR, subject: "user", counts: "successes" },
  government: { name: "write_loop", max: 2_000, windowSeconds: 10, subject: "user", counts: "loop" },
} as const satisfies Record<string, RateLimit>;

/** Successful sign-ins of one industry user. Each adds to the audit log. */
export const SIGN_INS = { name: "sign_in", max: 300, windowSeconds: HOUR } as const;

/**
 * The steps of registration, which anyone may save. Nobody may fill the table of drafts or have many passwords hashed.
 * Programs do not use these steps: they register in one request.
 */
export const DRAFT_LIMITS = {
  step: { name: "registration_step", max: 60, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
  account: { name: "registration_account", max: 20, windowSeconds: HOUR, subject: "ip", counts: "attempts" },
} as const satisfies Record<string, RateLimit>;

/** Failed sign-ins for one pair of email and client address. */
export const SIGN_IN_FAILURES = { name: "sign_in_failure", max: 10, windowSeconds: 15 * MINUTE_SECONDS } as const;

/**
 * The same for one address, on any account. Many people may share an address, but nobody can try one password on
 * everyone.
 */
export const SIGN_IN_FAILURES_OF_ADDRESS = {
  name: "sign_in_failure_address",
  max: 100,
  windowSeconds: 15 * MINUTE_SECONDS,
} as const;

/**
 * The same for one account, from any address: NIST SP 800-63B allows at most 100 failures in a row. It refuses only
 * addresses that have failed themselves, so nobody can lock an owner out. See docs/sign-in-limits.md.
 */
export const SIGN_IN_FAILURES_OF_ACCOUNT = {
  name: "sign_in_failure_account",
  max: 100,
  windowSeconds: 24 * HOUR,
} as const;

/** Addresses that have failed on any account, remembered as long as failures on an account count. */
export const SIGN_IN_FAILED_ADDRESSES = {
  name: "sign_in_failed_address",
  max: 1,
  windowSeconds: SIGN_IN_FAILURES_OF_ACCOUNT.windowSeconds,
} as const;

/** Addresses that an account has signed in from. */
export const KNOWN_ADDRESSES = { name: "sign_in_known_address", max: 1, windowSeconds: 30 * 24 * HOUR } as const;

/** Sending mail. */
export const MAIL = {
  /** To the mail server, at once. */
  connections: 3,
  /** Mails that are prepared in one transaction and sent together. */
  batch: 20,
  connectMilliseconds: 10_000,
  /** One try, from the connection to the server's last response. */
  tryMilliseconds: 30_000,
  /** How long a stopping server waits for the tries under way. */
  stopMilliseconds: 5_000,
  /** Tries before a mail is given up: about three days. */
  attempts: 20,
  /** After a failure, twice as long each time. The pause is between half of this and all of it, by chance. */
  retry: { firstSeconds: 60, mostSeconds: 6 * HOUR },
  /** Notifications of each kind that a digest lists. It counts the rest. */
  digestItems: 20,
  /** How long mail that was sent, or that had nothing to say, stays in the outbox. */
  sentDays: 14,
  /** Failed mails that an administrator sends again with one click. */
  retriedAtOnce: 10_000,
  failedDays: 90,
  /** Old mails deleted in one transaction. More would keep other requests waiting. */
  deletedAtOnce: 1_000,
} as const;

/**
 * Wrong codes of a second factor for one account, from anywhere. They refuse codes of the app, never the password, a
 * recovery code or a passkey: see docs/sign-in-limits.md.
 */
export const SECOND_FACTOR_FAILURES = {
  name: "second_factor_failure",
  max: 10,
  windowSeconds: 15 * MINUTE_SECONDS,
} as const;

/** The same in a day: NIST SP 800-63B allows at most 100 failures in a row. */
export const SECOND_FACTOR_FAILURES_OF_DAY = {
  name: "second_factor_failure_day",
  max: 100,
  windowSeconds: 24 * HOUR,
} as const;

/** Requests to the OpenID Connect provider. */
export const PROVIDER_REQUESTS = {
  queue: { places: 8, waitingPerGroup: 8, waiting: 64, waitMilliseconds: 10_000, retryAfterSeconds: 5 },
  seconds: 10,
  bytes: 256 * KB,
  /** How long what the provider says about itself is good. */
  metadataMilliseconds: 60 * 60_000,
  /** The query of the callback's address. */
  callbackQueryCharacters: 8_000,
} as const;

/** The copy of the data on another machine, and who may write to it. */
export const REPLICA = {
  /** How long the server may write after the store last said that no other server has taken its place. */
  leaseSeconds: 20,
  leastLeaseSeconds: 3,
  mostLeaseSeconds: 300,
  /** The store is asked this many times in a lease. */
  renewalsPerLease: 6,
  /** How often the server asks the program that copies. */
  askMilliseconds: 1_000,
  /** What that program lets the server do until it asks again. The server waits for an answer as long as it asks. */
  grantMilliseconds: 5_000,
  /** What that program says about itself. */
  reportBytes: 4_096,
  /** One request to the store; a program that takes longer is ended. */
  requestMilliseconds: 15_000,
  /** How often Litestream looks for new writes, and sends them. */
  syncMilliseconds: 250,
  snapshotHours: 6,
  retentionHours: 72,
  /** Uploads are copied this long after the first of them is there, so that several go together. */
  uploadsMilliseconds: 200,
  /** Uploads of one call of the copying program. */
  uploadsAtOnce: 1_000,
  /** How often all uploads are compared, in case one was missed. */
  allUploadsMinutes: 60,
  /** Writes that the old server acknowledged at the end of its lease are copied within this time. */
  settleMilliseconds: 2_000,
  /** Behind by more than this, the server may not write: all of that would be lost with its machine. */
  mostBehindSeconds: 10,
  /** Once Litestream has sent nothing for this long, it is started again: one failure of the store can make it wait forever. */
  stalledSeconds: 30,
  /** The slowest store that gets the whole database in one go: Litestream says nothing before the end. */
  leastBytesPerSecond: 250_000,
  /** Each time in a row doubles the patience, in case the network is slower, but not more often than this. */
  stalledDoublings: 6,
  /** Behind by more than this, the operations page warns. */
  warnSeconds: 60,
  /** What a program may write: a listing, or what went wrong. */
  outputBytes: 65_536,
  /** How often the store is asked whether it still says which copy to restore. */
  confirmSeconds: 60,
  /** Missing uploads that the record of a promotion names. It has the number of all. */
  recordedUploads: 1_000,
  /** How long Litestream may take to send the last writes when it is told to stop. */
  stopMilliseconds: 20_000,
} as const;
