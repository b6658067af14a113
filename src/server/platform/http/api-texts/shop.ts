import type { CallTexts } from './call-text.ts';

/** What is sold, ordered and asked about. */
export const shopTexts = {
  listParentCategories: {
    tag: 'Categories',
    summary: 'List the top categories with their children',
    description: 'With the numbers of products that the user may see, for the menu. Customers get active ones only.',
  },
  listAllCategories: {
    tag: 'Categories',
    summary: 'List all categories',
    description: 'Without pages, for choosing one. Customers get active ones only.',
  },
  listCategories: {
    tag: 'Categories',
    summary: 'List categories in pages',
    description: 'For administration. `search` finds parts of the title and the description.',
  },
  listCategoryProducts: {
    tag: 'Categories',
    summary: 'List the products of a category',
    description:
      'One page, with the category itself. A product with variants is sorted and filtered by its lowest active price. An unknown `sort_by` means `name_asc`.',
  },
  createCategory: {
    tag: 'Categories',
    summary: 'Create a category',
    description: 'Without `parent_id` it is a top category.',
  },
  updateCategory: {
    tag: 'Categories',
    summary: 'Change a category',
    description:
      'Fields that are missing stay as they are. A category cannot become a child of itself or of its own children (`parent_id: invalid`). With `If-Match` it is refused with REVISION_CHANGED when somebody else has changed it since.',
  },
  listProducts: {
    tag: 'Products',
    summary: 'List products in pages',
    description: 'For administration, with costs. `search` finds parts of the title.',
  },
  listAllProducts: {
    tag: 'Products',
    summary: 'List all products, briefly',
    description: 'Id, title, price and picture, for filters and choices. Customers get active ones only.',
  },
  readProduct: {
    tag: 'Products',
    summary: 'Get a product to edit it',
    description: 'With its cost, its variants and the revision that `If-Match` wants.',
  },
  createProduct: {
    tag: 'Products',
    summary: 'Create a product',
    description:
      'As JSON or as a form with the picture in `image`. `category_id` alone is taken as the only category. Refuses with INVALID_FIELDS: `category_ids: required`, `product_variants: at_least_one_required`, `product_variants.<n>.title: already_exists`, `price: number-min:0.01` unless there are variants.',
  },
  updateProduct: {
    tag: 'Products',
    summary: 'Change a product',
    description:
      'Fields that are missing stay as they are; `image_changed` 0 keeps the picture, `category_id` alone is taken as the only category. With `If-Match` it is refused with REVISION_CHANGED (`details.current`) when somebody else has changed it since.',
  },
  placeOrder: {
    tag: 'Orders',
    summary: 'Order a product',
    description:
      'Takes the price from the balance of the signed-in user and answers the order and what is left. The prices of the request are what the customer saw: they can only refuse (PRICE_CHANGED with `details.price`). The three variant fields are one choice under three names. Refuses with BALANCE_NOT_ENOUGH, PRODUCT_NOT_VALID and VARIANT_REQUIRED.',
  },
  listOrders: {
    tag: 'Orders',
    summary: 'List orders in pages',
    description:
      'The newest first. Customers get their own orders whatever the filters say. `status`, `product` and `user` take comma lists, repeated names and `name[]`; an unknown value finds nothing, `cancelled` is `canceled`. `from` and `to` are days of the shop’s calendar (`2026-11-20`) or moments (ISO 8601), both included.',
  },
  updateOrder: {
    tag: 'Orders',
    summary: 'Set the status of an order, or deliver it',
    description:
      'A status alone, or a delivery with notes and a proof: as JSON with the `file_id` of an uploaded file, or as a form with the file in `file`. `refunded` and `canceled` give the money back exactly once, leaving them charges again (BALANCE_NOT_ENOUGH); GONE when the customer’s account was deleted. With `from` it is refused with CONFLICT when the order has another status by now.',
  },
  deleteOrder: {
    tag: 'Orders',
    summary: 'Delete an order',
    description: 'Hides it everywhere. No money moves: refund it first where the customer shall have it back.',
  },
  openTicket: {
    tag: 'Tickets',
    summary: 'Open a ticket',
    description:
      'For customers. `title` is another name of `subject`; `priority` is medium unless given. A client may choose the `id` (a UUID), so that a ticket that is sent twice exists once.',
  },
  listTickets: {
    tag: 'Tickets',
    summary: 'List tickets in pages',
    description:
      'The newest first: one’s own, or with `admin=true` everybody’s for admins. `status`, `type` and `priority` take comma lists, repeated names and `name[]`; an unknown value finds nothing, `waiting` is `pending`.',
  },
  readTicket: {
    tag: 'Tickets',
    summary: 'Get a ticket with its responses',
    description:
      'The bare ticket, without `code`. `id` is the UUID or the human number. NOT_FOUND where it does not exist or is somebody else’s, GONE where it was deleted.',
  },
  setTicketStatus: {
    tag: 'Tickets',
    summary: 'Set the status, priority or assignee of a ticket',
    description:
      'At least one of `status`, `priority` and `assignee_id` (the id of an active admin, null for nobody); several are set together or not at all. `waiting` is another name of `pending`. With `from`, `from_priority` or `from_assignee_id` it is refused with CONFLICT (`details.current`, `by`, `at`) when the ticket has another value by now.',
  },
  replyToTicket: {
    tag: 'Tickets',
    summary: 'Reply to a ticket',
    description:
      'A customer’s reply opens a resolved or closed ticket again; an admin’s reply to a new one sets it in progress. The side that writes comes from the session.',
  },
  uploadFile: {
    tag: 'Files',
    summary: 'Upload a delivery proof',
    description:
      'A form with a UUID in `id` and the file in `file`: an image, PDF or Word document of at most 4 MB. The same id again keeps the first file. Refuses with FILE_TOO_LARGE and INVALID_FILE_TYPE.',
  },
  readFile: {
    tag: 'Files',
    summary: 'Download a delivery proof',
    description:
      'For admins and for the customer whose order it belongs to; NOT_FOUND for everybody else. Images are shown in place, anything else is sent as an attachment.',
  },
} as const satisfies CallTexts;
