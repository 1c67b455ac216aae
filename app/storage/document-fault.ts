/** Why a document cannot be read reliably. The message completes "This is not a valid DOCX file: …". */
export class DocumentFault extends Error {}
