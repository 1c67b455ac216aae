import { deleteAnnouncementAttachment } from "~/domain/announcement/delete-attachment.server";
import { downloadAnnouncementAttachment } from "~/domain/announcement/download-attachment.server";
import { ATTACHMENT_FILE_TYPES, contentTypesOf } from "~/storage/file-types";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadAnnouncementAttachment, {
    summary: "Download a file of an announcement",
    description: "Files of an announcement that is not published are government's alone; to others they are not there.",
    media: contentTypesOf(ATTACHMENT_FILE_TYPES),
  }),
  DELETE: endpoint(deleteAnnouncementAttachment, { summary: "Delete a file of an announcement", data: deleted }),
});
