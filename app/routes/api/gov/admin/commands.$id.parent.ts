import { command } from "~/domain/command/answers";
import { reparentCommand } from "~/domain/command/reparent.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(reparentCommand, {
    summary: "Put a command under another one",
    description: "With everything that stands below it. Refused with 400 under itself or under a command below it.",
    data: command,
  }),
});
