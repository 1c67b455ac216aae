import { DomainError, ERROR_STATUS } from "~/values/errors";
import { apiResponse, errorResponse } from "~/web/api/api-response.server";
import { isApiPath } from "~/web/api/api-router.server";
import type { RequestContext } from "~/web/transport/request-context.server";

/** It loads nothing and names nothing, because the server no longer reads its database, nor serves its files. */
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The portal has moved</title>
</head>
<body>
<h1>The portal has moved</h1>
<p>It now runs on another machine, but this address still leads to the old one. Nothing was saved here. Try again in a few minutes.</p>
<p>If you manage the portal, point its name or its proxy to the new machine.</p>
</body>
</html>
`;

/** What a server says to every request once another one has taken its place: a page for people, otherwise JSON. */
export function replacedResponse(request: Request, pathname: string, context: RequestContext): Response {
  const isForPerson = !isApiPath(pathname) && (request.headers.get("accept") ?? "").includes("text/html");
  if (!isForPerson) return errorResponse(context, new DomainError("unavailable"));
  return apiResponse(context, ERROR_STATUS.unavailable, PAGE, "text/html; charset=utf-8", []);
}
