import type { CallTexts } from './call-text.ts';

/** Texts of the calls for catalogue, orders and tickets. */
export const shopTexts = {
  listParentCategories: {
    tag: 'Categories',
    summary: 'List the top categories with their children',
    description:
      'With the numbers of products that the user may see, for the menu. Customers get active categories only.',
  },
  listAllCategories: {
    tag: 'Categories',
    summary: 'List all categories',
    description:
      'Without pages, for a choice: each parent in the shop’s order, followed by its children. Customers get active categories only.',
  },
  listCategories: {
    tag: 'Categories',
    summary: 'List categories in pages',
    description: 'For administration, in the order of the tree. `search` finds parts of the title and the description.',
  },
  listCategoryProducts: {
    tag: 'Categories',
    summary: 'List the products of a category',
    description:
      'One page, with the category itself. A product with variants is sorted and filtered by its lowest active price. An unknown `sort_by` means `name_asc`. `search` finds parts of the title, the description and the SKU; after these matches come titles that have the words in another script or with typing errors.',
  },
  createCategory: {
    tag: 'Categories',
    summary: 'Create a category',
    description: 'Without `parent_id` it is a top category. It becomes the last one of its parent.',
  },
  updateCategory: {
    tag: 'Categories',
    summary: 'Change a category',
    description:
      'Missing fields stay unchanged. A category cannot become a child of itself or of its own children (`parent_id: invalid`). With `If-Match` it is refused with REVISION_CHANGED when somebody else has changed it since.',
  },
  listProducts: {
    tag: 'Products',
    summary: 'List products in pages',
    description:
      'For administration, with costs. Newest first, or by `sort` (`created`, `title`, `price`, `orders`, `stock`) and `direction`; a stock that is not tracked counts as the highest. `search` finds parts of the title, the description and the SKU.',
  },
  listAllProducts: {
    tag: 'Products',
    summary: 'List all products with few fields',
    description: 'Id, title, price and image, for filters and choices. Customers get active products only.',
  },
  readProduct: {
    tag: 'Products',
    summary: 'Get a product to edit it',
    description: 'With its cost, its variants and the revision for `If-Match`.',
  },
  createProduct: {
    tag: 'Products',
    summary: 'Create a product',
    description:
      'As JSON or as a form with the picture in `image`. `category_id` alone is taken as the only category. Refuses with INVALID_FIELDS: `category_ids: required`, `product_variants: at_least_one_required`, `product_variants.<n>.title: already_exists`, `price: number-min:0.01` unless there are variants. `quantity` tracks the stock: each order takes its units; null or blank does not. `order_fields` is what an order says (a list, as JSON text in a form); the key of a saved field keeps its kind (`order_fields.<n>.kind: invalid`). `quantity_min`, `quantity_step` and `quantity_max` are the quantities of an order, the first and the last divisible by the step (`quantity_max: number-min:…`, `quantity_min: step:…`); the price is for `price_per` units (1, 100 or 1000). `video_url` and `store_url` are addresses with https, which the server never fetches. `search_words` are words, separated by spaces or commas, by which the search finds the product besides its title.',
  },
  updateProduct: {
    tag: 'Products',
    summary: 'Change a product',
    description:
      'Missing fields stay unchanged; `image_changed` 0 keeps the picture, `category_id` alone is taken as the only category. With `If-Match` it is refused with REVISION_CHANGED (`details.current`) when somebody else has changed it since.',
  },
  placeOrder: {
    tag: 'Orders',
    summary: 'Order a product',
    description:
      'Takes the price from the balance of the signed-in user and returns the order and the remaining balance. The prices of the request are what the customer saw: they can only lead to a refusal (PRICE_CHANGED with `details.price`, that of a unit, and `details.total`). The three variant fields are one choice under three names. Without `quantity` it is the smallest; it must be given where that is above 1 or the price is for several units (`quantity: required`, `number-min:…`, `number-max:…`, `step:…`). The total is the unit price × quantity ÷ `price_per`, rounded up to a cent. `answers` has a text for the key of each field of the product (`answers.<key>: required`, `invalid`, `min:…`, `max:…`, `starts:…`, and `answers: unknown` for other keys). Takes its units where the stock is tracked; with fewer left OUT_OF_STOCK has `details.free`. Refuses with BALANCE_NOT_ENOUGH, PRODUCT_NOT_VALID, OUT_OF_STOCK and VARIANT_REQUIRED.',
  },
  listOrders: {
    tag: 'Orders',
    summary: 'List orders in pages',
    description:
      'Newest first, or by `sort` (`date`, `amount`, `status`, for admins `customer`) and `direction` (`asc`, `desc`). Customers get only their own orders. `status`, `product` and `user` take values separated by commas, repeated parameters and `name[]`; an unknown value finds nothing, `cancelled` means `canceled`. `from` and `to` are days of the shop’s calendar (`2026-11-20`) or moments (ISO 8601), both included.',
  },
  updateOrder: {
    tag: 'Orders',
    summary: 'Set the status of an order, or deliver it',
    description:
      'A status alone, or a delivery with notes and a proof: as JSON with the `file_id` of an uploaded file, or as a form with the file in `file`. `refunded` and `canceled` give the money back exactly once, leaving them charges again (BALANCE_NOT_ENOUGH); GONE when the customer’s account was deleted. With `from` it is refused with CONFLICT when the order has another status.',
  },
  deleteOrder: {
    tag: 'Orders',
    summary: 'Delete an order',
    description: 'Hides it everywhere. No money moves: set it to `refunded` first to return the money.',
  },
  refundPart: {
    tag: 'Orders',
    summary: 'Return a part of the price of an order',
    description:
      'Adds `amount` to the customer’s balance for good; the status of the order moves the rest of the price. `seen` is what was left of the price on the screen. Refused with CONFLICT and `details.reason` `returned` when the order is not charged, with `amount: number-max:…` when not less than what is left (to return all of it, set the status to `refunded`), and with CONFLICT and `details.remaining` when another amount is left than `seen`; GONE when the order or the customer’s account was deleted. The customer reads the reason.',
  },
  readOrderHistory: {
    tag: 'Orders',
    summary: 'List the changes of an order',
    description:
      'One page of changes, newest first: `order.place`, `order.status`, `order.deliver`, `order.refund_part`, `order.ask` and `order.answers` with their author, the old and new status, notes and proof where they changed, what support has asked to correct and the corrected answers, in `amount` what was added to the customer’s balance (negative when it was taken), and in `reason` why a part of the price was returned.',
  },
  openTicket: {
    tag: 'Tickets',
    summary: 'Open a ticket',
    description:
      'For customers. `title` is another name of `subject`; the default `priority` is medium. A client may choose the `id` (a UUID), so that a ticket sent twice is created once.',
  },
  listTickets: {
    tag: 'Tickets',
    summary: 'List tickets in pages',
    description:
      'The user’s own tickets, or with `admin=true`, for admins, all of them: newest first, or by `sort` (`created`, `updated`, `waiting`, `priority`) and `direction`. With `admin=true`, `user` has the ids of customers. `status`, `type` and `priority` take values separated by commas, repeated parameters and `name[]`; an unknown value finds nothing, `waiting` means `pending`. `waiting=us` has the open tickets in which the customer wrote last, `waiting=customer` those in which support did, the ones that have waited longest first.',
  },
  readTicket: {
    tag: 'Tickets',
    summary: 'Get a ticket with its responses',
    description:
      'The ticket itself, without `code`. `id` is the UUID or the number. NOT_FOUND when it does not exist or belongs to another user, GONE when it was deleted.',
  },
  setTicketStatus: {
    tag: 'Tickets',
    summary: 'Set the status, priority or assignee of a ticket',
    description:
      'At least one of `status`, `priority` and `assignee_id` (the id of an active admin, null for none); several are set together, or none of them. `waiting` is another name of `pending`. With `from`, `from_priority` or `from_assignee_id` it is refused with CONFLICT (`details.current`, `by`, `at`) when the ticket has another value.',
  },
  replyToTicket: {
    tag: 'Tickets',
    summary: 'Reply to a ticket',
    description:
      'A customer’s reply opens a resolved or closed ticket again; an admin’s reply to a new one sets it in progress. The session determines the author’s side. With `is_internal`, for admins only, it is an internal note: no customer receives it, and it changes neither the status nor whose turn it is.',
  },
  reportPresence: {
    tag: 'Tickets',
    summary: 'Report that a ticket is open on a device',
    description:
      'A page that shows a ticket sends `viewing` or `writing` every 20 seconds, and `left` at its end. The response has the other users who have reported within 45 seconds, each once.',
  },
  uploadFile: {
    tag: 'Files',
    summary: 'Upload a delivery proof or an attachment',
    description:
      'A form with a UUID in `id` and the file in `file`: an image, PDF or Word document of at most 4 MB. The same id again keeps the first file. Refuses with FILE_TOO_LARGE and INVALID_FILE_TYPE.',
  },
  readFile: {
    tag: 'Files',
    summary: 'Download a delivery proof or an attachment',
    description:
      'For admins and for the customer whose order or ticket it belongs to; NOT_FOUND for others. Images are shown inline, other files are sent as attachments.',
  },
} as const satisfies CallTexts;
