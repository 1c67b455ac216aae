/** Why a document cannot be read for certain, in words that continue "is not a valid DOCX file: …". */
export class DocumentFault extends Error {}
