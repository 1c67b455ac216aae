import { reparentCommand } from "~/domain/command/reparent.server";
import { command } from "~/domain/command/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(reparentCommand, {
    summary: "Move a command under another command",
    description:
      "Commands below it move with it. Returns 400 if the new parent is the command itself or a command below it.",
    data: command,
  }),
});
