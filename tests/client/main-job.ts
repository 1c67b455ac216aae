import { connect, type PortalClient, signIn } from "./client";

/*
 * The main job, done by a program that uses only the API's document. The compiler checks every path, field and response
 * below against types that openapi-typescript generates from GET /api/openapi.json.
 */

interface Credentials {
  email: string;
  password: string;
}

/** The results, for the caller. */
export interface Outcome {
  organizationId: string;
  callId: string;
  submissionId: string;
  /** Who the submission was routed to, and why. */
  matches: { email: string; reason: string; matchedTags: string[] }[];
  /** The reviewer's notification and its link. */
  notification: { title: string; linkUrl: string | null };
  /** The submission's status as the company reads it at the end. */
  status: string;
  /** The ids of the submissions in the exported bundle. */
  exported: string[];
}

/** The data of a response. @throws with the portal's message if it refuses */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: { error: string } }): Data {
  if (!data) throw new Error(error?.error ?? "No data in the response");
  return data.data;
}

/** A company sends a capability document for a call. The portal routes it, a reviewer reads it, and the export has it. */
export async function walkMainJob(baseUrl: string, administrator: Credentials): Promise<Outcome> {
  const government = connect(baseUrl);
  await signIn(government, administrator.email, administrator.password);

  const reviewer = await employReviewer(government, baseUrl);
  const { id: callId } = dataOf(
    await government.POST("/api/gov/calls", {
      body: { title: "Quiet rotors", description: "Rotors that nobody hears.", techTags: "rotors, acoustics" },
    }),
  );

  const company = connect(baseUrl);
  const founder = { email: "founder@quiet.example", password: "Whisper-Quiet-2026!" };
  const { organizationId } = dataOf(
    await company.POST("/api/portal/register", {
      body: { orgName: "Quiet Rotors", orgType: "COMPANY", contactName: "Ada Stille", ...founder },
    }),
  );
  await signIn(company, founder.email, founder.password);
  const openCalls = dataOf(await company.GET("/api/portal/calls"));
  const call = openCalls.find(({ id }) => id === callId);
  if (!call) throw new Error("The call is not in the list");

  const { id: submissionId } = dataOf(
    await company.POST("/api/portal/submissions", {
      body: {
        type: "WHITE_PAPER",
        title: "A rotor without sound",
        summary: "How we did it.",
        callId: call.id,
        file: "",
      },
      bodySerializer: (fields) => formOf(fields, new File(["%PDF-1.7\n%%EOF\n"], "rotor.pdf")),
    }),
  );

  const { items } = dataOf(await reviewer.GET("/api/notifications", { params: { query: { unread: "true" } } }));
  const notification = items.find(({ kind }) => kind === "SUBMISSION_MATCH");
  if (!notification) throw new Error("The reviewer has no notification");
  const path = { id: submissionId };
  const record = dataOf(await reviewer.GET("/api/gov/submissions/{id}", { params: { path } }));
  dataOf(await reviewer.PATCH("/api/gov/submissions/{id}/status", { params: { path }, body: { status: "REVIEWED" } }));

  const listed = dataOf(await company.GET("/api/portal/submissions"));
  const own = Array.isArray(listed) ? listed : listed.items;
  const bundle = dataOf(await government.GET("/api/export/all"));
  return {
    organizationId,
    callId,
    submissionId,
    matches: record.matches.map(({ user, reason, matchedTags }) => ({ email: user.email, reason, matchedTags })),
    notification: { title: notification.title, linkUrl: notification.linkUrl },
    status: own.find(({ id }) => id === submissionId)?.status ?? "gone",
    exported: bundle.submissions.map(({ id }) => id),
  };
}

/** Creates a point of contact who follows rotors, and signs them in. */
async function employReviewer(government: PortalClient, baseUrl: string): Promise<PortalClient> {
  const credentials = { email: "reviewer@agency.example", password: "Reads-Everything-26" };
  const command = dataOf(
    await government.POST("/api/gov/admin/commands", {
      body: { name: "Rotor Command", abbreviation: "ROTOR", echelon: "Brigade" },
    }),
  );
  dataOf(
    await government.POST("/api/gov/admin/users", {
      body: { ...credentials, name: "Rae Viewer", role: "GOV_POC", commandId: command.id },
    }),
  );
  const reviewer = connect(baseUrl);
  await signIn(reviewer, credentials.email, credentials.password);
  dataOf(
    await reviewer.PUT("/api/notifications/settings", {
      body: { settings: [{ kind: "SUBMISSION_MATCH", enabled: true, techTags: "rotors" }] },
    }),
  );
  return reviewer;
}

/** Fields and a file as a multipart form. */
function formOf(fields: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, file: undefined })) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  form.append("file", file);
  return form;
}
