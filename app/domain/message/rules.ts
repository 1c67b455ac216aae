import { type FileRules, SUBMISSION_FILE_TYPES } from "../../storage/file-types";

/** The files of a message: the types of a submission's file, but several. */
export const MESSAGE_FILES: FileRules = { types: SUBMISSION_FILE_TYPES, isOne: false };
