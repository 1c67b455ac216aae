import { reparentCommand } from "~/domain/command/reparent.server";
import { command } from "~/domain/command/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(reparentCommand, {
    summary: "Put a command under another one",
    description: "With everything that stands below it. Refused with 400 under itself or under a command below it.",
    data: command,
  }),
});
