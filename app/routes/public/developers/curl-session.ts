/** One step of the session that the guide for developers shows, and that a test runs as the page shows it. */
interface SessionStep {
  id: string;
  title: string;
  text: string;
  /** For bash, with curl; node reads the answers. Each step goes on where the last one ended. */
  code: string;
}

/**
 * A whole job with curl, from registering an organization to exporting the ledger, against the demonstration and its
 * accounts.
 */
export const CURL_SESSION: readonly SessionStep[] = [
  {
    id: "session-prepare",
    title: "Prepare",
    text: "Three small functions: one asks and fails when it is refused, one sends JSON, and one picks something out of an answer's `data`. `RUN` makes the names new each time.",
    code: `BASE=\${BASE:-http://localhost:3000}
RUN=$(date +%s)
cd "$(mktemp -d)"

api()  { curl --silent --show-error --fail-with-body "$@"; }
send() { api -H "Content-Type: application/json" "$@"; }
pick() { node -p "JSON.parse(fs.readFileSync(0, 'utf8')).data$1"; }`,
  },
  {
    id: "session-register",
    title: "Register an organization",
    text: "Anybody may. Whoever registers becomes the organization's first user, and its administrator.",
    code: `ORGANIZATION=$(send "$BASE/api/portal/register" -d '{
  "orgName": "Falcon Ridge Sensing '$RUN'",
  "orgType": "COMPANY",
  "setAsides": ["WOSB"],
  "techTags": "radar, sensors",
  "contactName": "Dana Founder",
  "email": "dana@falcon-ridge-'$RUN'.example",
  "password": "Falcon-Ridge-2026"
}' | pick .organizationId)
echo "$ORGANIZATION"`,
  },
  {
    id: "session-sign-in",
    title: "Sign in",
    text: "The session's cookie goes into a file, from which later requests take it.",
    code: `send "$BASE/api/session" -c industry.txt -d '{
  "email": "dana@falcon-ridge-'$RUN'.example",
  "password": "Falcon-Ridge-2026"
}' | pick .industryRole`,
  },
  {
    id: "session-calls",
    title: "Read the open calls",
    text: "They are public; the nearest deadline comes first.",
    code: `CALL=$(api "$BASE/api/portal/calls" | pick "[0].id")
api "$BASE/api/portal/calls" | pick '.map((call) => call.title).join("\\n")'`,
  },
  {
    id: "session-submit",
    title: "Submit a document",
    text: "A form of several parts: fields, and a file. Here the file is a blank page, made on the spot.",
    code: `printf '%s\\n' '%PDF-1.4' \\
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj' \\
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj' \\
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj' \\
  'trailer<</Root 1 0 R>>' '%%EOF' > statement.pdf

SUBMISSION=$(api "$BASE/api/portal/submissions" -b industry.txt \\
  -F type=CAPABILITY_STATEMENT \\
  -F title="Passive radar, run $RUN" \\
  -F summary="Finds small aircraft by the echoes of broadcasts." \\
  -F techTags="radar, sensors" \\
  -F callId="$CALL" \\
  -F file=@statement.pdf | pick .id)
echo "$SUBMISSION"`,
  },
  {
    id: "session-status",
    title: "See what became of it",
    text: "It was routed, while it was submitted, to the government people who follow its tags or wrote its call.",
    code: `api "$BASE/api/portal/submissions" -b industry.txt | pick "[0].status"`,
  },
  {
    id: "session-government",
    title: "Sign in as government",
    text: "This is the demonstration's administrator. Another file keeps its cookie apart.",
    code: `send "$BASE/api/session" -c government.txt -d '{
  "email": "administrator@otp.gov.example",
  "password": "Demo-Portal-2026!"
}' | pick .role`,
  },
  {
    id: "session-find",
    title: "Find the submission",
    text: "The list takes filters; this one asks for a single organization's submissions.",
    code: `api "$BASE/api/gov/submissions?organizationId=$ORGANIZATION" -b government.txt \\
  | pick '.items.map(({ title, status }) => title + ": " + status).join("\\n")'`,
  },
  {
    id: "session-matches",
    title: "See whom it was routed to",
    text: "Each match says why: a tag that somebody follows, or the call that somebody wrote.",
    code: `api "$BASE/api/gov/submissions/$SUBMISSION" -b government.txt \\
  | pick '.matches.map((match) => match.user.name + ": " + match.reason)'`,
  },
  {
    id: "session-engagement",
    title: "Record a meeting, and a note on it",
    text: "An engagement belongs to a command. The note is added by a request of its own.",
    code: `COMMAND=$(api "$BASE/api/gov/admin/commands" -b government.txt | pick "[0].id")
ENGAGEMENT=$(send "$BASE/api/gov/engagements" -b government.txt -d '{
  "title": "First talk with Falcon Ridge Sensing '$RUN'",
  "type": "VIRTUAL_MEETING",
  "status": "PLANNED",
  "date": "2027-03-10",
  "commandId": "'$COMMAND'",
  "organizationIds": ["'$ORGANIZATION'"]
}' | pick .id)
send "$BASE/api/gov/engagements/$ENGAGEMENT/notes" -b government.txt -d '{
  "body": "Ask for range and false alarms."
}' | pick .id`,
  },
  {
    id: "session-standing",
    title: "Set the organization's status",
    text: "`PATCH` changes what it names, and answers how it stands now.",
    code: `send -X PATCH "$BASE/api/gov/organizations/$ORGANIZATION/status" \\
  -b government.txt -d '{ "status": "UNDER_REVIEW" }' | pick .status`,
  },
  {
    id: "session-search",
    title: "Search",
    text: "One search finds organizations, submissions, engagements and calls. Quotation marks keep words together.",
    code: `api -G "$BASE/api/search" -b government.txt \\
  --data-urlencode 'q="Falcon Ridge Sensing '$RUN'"' \\
  | pick '.groups.map(({ label, items }) => label + ": " + items.length).join("\\n")'`,
  },
  {
    id: "session-copy",
    title: "Copy a list, and keep the copy up to date",
    text: "With `updatedSince` a list answers what has changed since then; since 1970, that is everything. Each answer says where the next request goes on. No organization is ever deleted, so an answer without items is the last; elsewhere look at `removed` too.",
    code: `copy() {
  while true; do
    api -G "$BASE/api/gov/organizations" -b government.txt \\
      --data-urlencode "updatedSince=$NEXT" -d pageSize=5 > page.json
    NEXT=$(pick .next < page.json)
    test "$(pick .items.length < page.json)" != 0 || break
    pick '.items.map(({ name, status }) => name + ": " + status).join("\\n")' < page.json
  done
}
NEXT=1970-01-01T00:00:00Z
copy > copied.txt
grep --count "Falcon Ridge Sensing $RUN: UNDER_REVIEW" copied.txt

send -X PATCH "$BASE/api/gov/organizations/$ORGANIZATION/status" \\
  -b government.txt -d '{ "status": "ACTIVE" }' > changed.json
copy`,
  },
  {
    id: "session-export",
    title: "Export the ledger",
    text: "A table as CSV, and everything as one JSON file.",
    code: `api "$BASE/api/export/csv?entity=organizations" -b government.txt \\
  -o organizations.csv
api "$BASE/api/export/all" -b government.txt -o ledger.json
grep --count "Falcon Ridge Sensing $RUN" organizations.csv
grep --only-matching "Passive radar, run $RUN" ledger.json`,
  },
  {
    id: "session-sign-out",
    title: "Sign out",
    text: "The sessions are over: the last request is refused with 401.",
    code: `api -X DELETE "$BASE/api/session" -b industry.txt | pick .signedOut
api -X DELETE "$BASE/api/session" -b government.txt | pick .signedOut
curl --silent -b government.txt -o refused.json -w '%{http_code}\\n' "$BASE/api/session"`,
  },
];
