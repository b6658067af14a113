/** The business constants of the specification, chapter 9. */

export const rootAdminId = 1;
export const roleIds = { user: 1, admin: 2 } as const;

export const passwordMin = 8;
export const passwordMax = 200;
export const pinMin = 4;
export const pinMax = 12;
export const nameMax = 100;
export const emailMax = 254;
export const subjectMax = 200;
export const titleMax = 200;
/** Characters of a ticket's content and of a response. */
export const contentMax = 10_000;
export const orderMessageMax = 500;
export const deliveryNotesMax = 500;
/** Bytes, inclusive. */
export const fileSizeMax = 4_194_304;
/** The media types of proofs and attachments (C-08), each with the endings of its names; the first is the usual one. */
export const fileEndings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
};
/** Files attached to one ticket or reply at most. */
export const attachmentsMax = 5;
/** Euros. */
export const amountMax = 1_000_000;

export const pageSizes = [5, 10, 20, 50, 75, 100] as const;
export const pageSizeDefault = 10;
export const pageSizeMax = 100;
/** Entries of a history that is asked for without a page size. */
export const historyPageSize = 100;
export const categoryPageSize = 12;
export const adminTicketPageSize = 20;

export const sidebarCategories = 4;
export const ticketPreviewLength = 100;
export const badgesDefault = 3;
export const badgesInTable = 2;
export const skeletonRows = { table: 10, recent: 5, cards: 8 } as const;

/** Milliseconds between two alerts leaving the screen. */
export const alertInterval = 5_000;
export const alertsKept = 6;
/** Milliseconds a lazily loaded part may take before a reload is offered. */
export const chunkTimeout = 120_000;
