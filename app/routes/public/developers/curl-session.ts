/** One step of the curl session in the developer guide. A test runs each step as the page shows it. */
interface SessionStep {
  id: string;
  title: string;
  text: string;
  /** For bash, with curl; Node.js reads the responses. Each step continues from the previous one. */
  code: string;
}

/** A complete session with curl on the demonstration data, from registering an organization to exporting the ledger. */
export const CURL_SESSION: readonly SessionStep[] = [
  {
    id: "session-prepare",
    title: "Prepare",
    text: "Define three small functions. `api` sends a request and fails on an error, `send` sends JSON, and `pick` takes a value from a response's `data`. `RUN` makes the names unique each time.",
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
    text: "Anyone can register. You become the organization's first user and administrator.",
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
    text: "curl stores the session cookie in a file. Later requests send it from there.",
    code: `send "$BASE/api/session" -c industry.txt -d '{
  "email": "dana@falcon-ridge-'$RUN'.example",
  "password": "Falcon-Ridge-2026"
}' | pick .industryRole`,
  },
  {
    id: "session-calls",
    title: "List the open calls",
    text: "Open calls are public. The nearest deadline comes first.",
    code: `CALL=$(api "$BASE/api/portal/calls" | pick "[0].id")
api "$BASE/api/portal/calls" | pick '.map((call) => call.title).join("\\n")'`,
  },
  {
    id: "session-submit",
    title: "Submit a document",
    text: "The request has fields and a file. This example creates a PDF with one blank page.",
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
    title: "Check its status",
    text: "The service has already routed it to the government users who follow its tags or wrote its call.",
    code: `api "$BASE/api/portal/submissions" -b industry.txt | pick "[0].status"`,
  },
  {
    id: "session-government",
    title: "Sign in as government",
    text: "This is the administrator of the demonstration. A second file keeps this cookie separate.",
    code: `send "$BASE/api/session" -c government.txt -d '{
  "email": "administrator@otp.gov.example",
  "password": "Demo-Portal-2026!"
}' | pick .role`,
  },
  {
    id: "session-find",
    title: "Find the submission",
    text: "The list takes filters. This one returns the submissions of one organization.",
    code: `api "$BASE/api/gov/submissions?organizationId=$ORGANIZATION" -b government.txt \\
  | pick '.items.map(({ title, status }) => title + ": " + status).join("\\n")'`,
  },
  {
    id: "session-matches",
    title: "See its reviewers",
    text: "Each match gives a reason: the user follows a tag or wrote the call.",
    code: `api "$BASE/api/gov/submissions/$SUBMISSION" -b government.txt \\
  | pick '.matches.map((match) => match.user.name + ": " + match.reason)'`,
  },
  {
    id: "session-engagement",
    title: "Record a meeting and add a note",
    text: "An engagement belongs to a command. A second request adds the note.",
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
    text: "`PATCH` changes the fields you send and returns the new state.",
    code: `send -X PATCH "$BASE/api/gov/organizations/$ORGANIZATION/status" \\
  -b government.txt -d '{ "status": "UNDER_REVIEW" }' | pick .status`,
  },
  {
    id: "session-search",
    title: "Search",
    text: "Search organizations, submissions, engagements and calls together. Put a phrase in quotation marks.",
    code: `api -G "$BASE/api/search" -b government.txt \\
  --data-urlencode 'q="Falcon Ridge Sensing '$RUN'"' \\
  | pick '.groups.map(({ label, items }) => label + ": " + items.length).join("\\n")'`,
  },
  {
    id: "session-copy",
    title: "Copy a list and keep the copy current",
    text: "With `updatedSince`, a list returns what has changed since then. Since 1970, that is everything. Send each response's `next` to continue. Organizations are never deleted, so a response without items is the last one. For other lists, also check `removed`.",
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
    text: "Export one type of record as CSV, and everything as one JSON file.",
    code: `api "$BASE/api/export/csv?entity=organizations" -b government.txt \\
  -o organizations.csv
api "$BASE/api/export/all" -b government.txt -o ledger.json
grep --count "Falcon Ridge Sensing $RUN" organizations.csv
grep --only-matching "Passive radar, run $RUN" ledger.json`,
  },
  {
    id: "session-sign-out",
    title: "Sign out",
    text: "Both sessions end. The last request returns 401.",
    code: `api -X DELETE "$BASE/api/session" -b industry.txt | pick .signedOut
api -X DELETE "$BASE/api/session" -b government.txt | pick .signedOut
curl --silent -b government.txt -o refused.json -w '%{http_code}\\n' "$BASE/api/session"`,
  },
];
