import { deleteAnnouncementAttachment } from "~/domain/announcement/delete-attachment.server";
import { downloadAnnouncementAttachment } from "~/domain/announcement/download-attachment.server";
import { ATTACHMENT_FILE_TYPES, contentTypesOf } from "~/storage/file-types";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadAnnouncementAttachment, {
    summary: "Download an announcement's file",
    description: "Only government users can download files of an unpublished announcement. Others get 404.",
    media: contentTypesOf(ATTACHMENT_FILE_TYPES),
  }),
  DELETE: endpoint(deleteAnnouncementAttachment, { summary: "Delete an announcement's file", data: deleted }),
});
