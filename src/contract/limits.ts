/** The business constants (S9-04 … S9-15). */

export const rootAdminId = 1;
export const roleIds = { user: 1, agent: 3, admin: 2 } as const;

export const passwordMin = 8;
export const passwordMax = 200;
export const pinMin = 4;
export const pinMax = 12;
export const nameMax = 100;
export const emailMax = 254;
export const subjectMax = 200;
export const titleMax = 200;
/** Maximum length of an article's Markdown in one language. */
export const articleBodyMax = 20_000;
/** Characters of a ticket's content and of a response. */
export const contentMax = 10_000;
/** Tags of a ticket, and characters of a tag. */
export const tagsMax = 10;
export const tagMax = 30;
/** Characters of a product's SKU. */
export const skuMax = 64;
/** Characters of a product's search words. */
export const searchWordsMax = 200;
/** Units of a product in stock. */
export const quantityMax = 1_000_000;
export const orderMessageMax = 500;
export const deliveryNotesMax = 500;
/** The reason for which a part of an order's price is returned. */
export const refundReasonMax = 200;
/** Characters of the text with which support asks to correct an order. */
export const askTextMax = 500;
/** Characters of the note of a top-up request, and of the note of its decision. */
export const topupNoteMax = 500;
/** Files of a top-up request. */
export const topupFilesMax = 3;
/** Characters of the number of a transfer. */
export const slipNumberMax = 60;
/** Top-up methods: characters of the name and of the steps, accounts, characters of a label and of its value. */
export const topupNameMax = 60;
export const topupStepsMax = 2_000;
export const topupAccountsMax = 8;
export const topupLabelMax = 60;
export const topupValueMax = 100;
/** Largest accepted file, in bytes. */
export const fileSizeMax = 4_194_304;
/** The media types of proofs and attachments (C-08), each with its file name extensions; the first one is preferred. */
export const fileEndings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
};
/** Maximum number of files attached to one ticket or reply. */
export const attachmentsMax = 5;
/** In the shop's currency. */
export const amountMax = 1_000_000;

export const pageSizes = [5, 10, 20, 50, 75, 100] as const;
export const pageSizeDefault = 10;
export const pageSizeMax = 100;
/** Maximum number of users in one request by their ids. */
export const userIdsMax = 100;
/** Rows of a list are counted up to this number; where there are more, `total_is_capped` is true. */
export const listTotalMax = 10_000;
/** Characters of the cursor of a page. */
export const cursorMax = 4_000;
/** Default page size of a history. */
export const historyPageSize = 100;
export const categoryPageSize = 12;
export const adminTicketPageSize = 20;

export const sidebarCategories = 4;
export const ticketPreviewLength = 100;
/** Category badges of a product that are visible before the user opens the rest. */
export const visibleCategoryBadges = 3;
/** The same in tables. */
export const visibleCategoryBadgesInTables = 2;
/** Placeholders shown while a table, a short list or cards load. */
export const skeletonRows = { table: 10, short: 5, cards: 8 } as const;

/** How long, in ms, a lazily loaded part may take before the app offers a reload. */
export const chunkTimeout = 120_000;
