import type { TicketTexts } from './ticket-topics.ts';
import { englishAboutOrders } from './tickets-about-orders-en.ts';

/** Conversations in English. */
export const english: TicketTexts = {
  topics: {
    ...englishAboutOrders,
    'payment-missing': {
      subjects: ['Transfer not on my balance', 'I paid in yesterday', 'Deposit of this morning'],
      openings: [
        'I sent a bank transfer of 200 yesterday at noon and my balance has not changed.',
        'I paid cash at the counter this morning and got a receipt with number 31{n}. When will it be visible?',
        'Transfer made on Thursday, reference COMPTOIR {n}4. It usually takes a few hours.',
      ],
      asked: [
        'Thank you. Could you tell us the name on the account it came from and the exact amount?',
        'Thank you. Which counter was it, and what does the receipt say?',
        'Bank transfers arrive on working days at ten and at four. If it is not there after that, please send the reference.',
      ],
      told: [
        'It came from my brother’s account, 200.00.',
        'The one by the market, 150 in cash.',
        'The reference is 88{n}31, exact amount 150.',
      ],
      solved: [
        'Found it: the reference was missing. It is on your balance now.',
        'The colleague had not closed the day. It is on your balance now.',
        'The transfer arrived with this afternoon’s batch and has been added.',
      ],
    },
    'invoice-wanted': {
      subjects: ['Invoice for last month', 'VAT number on invoices', 'Statement of my account'],
      openings: [
        'Could you send me one invoice for all orders of last month? My accountant asks for it.',
        'Please put our company name and VAT number on the invoices from now on.',
        'I need a statement of all payments since January for the tax office.',
      ],
      asked: [
        'Of course. Under which name and address should we issue it?',
        'With pleasure. How exactly is the name written, and what is the number?',
        'We can do it per month. Would a PDF and a table be fine?',
      ],
      told: [
        'Company name as in the account, the address is the one of the shop.',
        'As in the account, the number ends with 4{n}.',
        'PDF is enough, thank you.',
      ],
      solved: [
        'The invoice was sent to your address today.',
        'Your company details are saved; all future invoices carry them.',
        'The statement is in your mailbox, with a page for each month.',
      ],
    },
    'wholesale-price': {
      subjects: ['Price for 100 cards a month', 'Reseller discount', 'Better margin on top-ups?'],
      openings: [
        'We sell about a hundred Libyana cards a week in two shops. Is there a better price from a certain quantity?',
        'A competitor offers two per cent more. We would rather stay with you; can you match it?',
        'Do you have a price list for resellers with more than one shop?',
      ],
      asked: [
        'Thank you for asking. What do you sell per month, roughly, and in which products?',
        'There are three levels. I can move you to the second one if last month is a normal month.',
      ],
      told: ['About 4,000 a month, mostly Libya and game credits.', 'Last month was normal, the summer is better.'],
      solved: [
        'You are on the second level from today; the new prices are visible when you sign in again.',
        'We sent the price list by e-mail. It is valid until the end of the quarter.',
      ],
    },
    'back-in-stock': {
      subjects: ['When is it available again?', 'Out of stock for two weeks', 'Will you sell it again?'],
      openings: [
        'Three customers asked for the Travel Router this week. When will it be back?',
        'The AppGallery card has been unavailable for a while. Should I send my customers elsewhere?',
        'Do you plan to add cards for Egypt?',
      ],
      asked: [
        'We expect a delivery at the end of the month. Shall we let you know?',
        'That depends on the supplier; we ask again on Monday.',
        'We are talking to a supplier. Which amounts would you need?',
      ],
      told: ['Yes please, five pieces for me.', 'Fine, a short message is enough.', 'Small ones, 20 and 50.'],
      solved: [
        'It is back. I put five pieces aside for you until Friday.',
        'The supplier stopped it. The nearest thing is in the same category, with a better margin.',
        'Planned for the new year; we will write to you first.',
      ],
    },
    'account-change': {
      subjects: ['New e-mail address', 'Change the name of the account', 'Second person in the shop'],
      openings: [
        'We have a new address for the shop. Could you change it? I can confirm from the old one.',
        'The name has a typing mistake, please correct it.',
        'My colleague works on Saturdays. Can he have a sign-in of his own with the same balance?',
      ],
      asked: [
        'For your safety: please answer this from the old address and tell us the new one.',
        'Please tell us how it should be written.',
        'That is possible. What is your colleague’s name and e-mail address?',
      ],
      told: [
        'I have just sent the mail from the old address.',
        'With two l, the rest is right.',
        'Samir, the address is on its way by mail.',
      ],
      solved: [
        'Changed. Please sign in again on all devices.',
        'Corrected everywhere, on earlier invoices too.',
        'Your colleague got a letter with a link. Each of you sees the other’s orders.',
      ],
    },
    'app-trouble': {
      subjects: ['Page stays white on my phone', 'Cannot sign in on the second device', 'Items wait in the outbox'],
      openings: [
        'Since this morning the list of orders stays empty on my phone; it works on the computer.',
        'The bell shows a number but the list is empty. Is that normal?',
        'Two replies have been waiting in the outbox since yesterday although I am online.',
      ],
      asked: [
        'Which phone and browser do you use? Please open Settings › About and tell us the version.',
        'Does the number stay when you open the list and pull it down once?',
        'Please pull the page down once while online and tell us what the small badge says.',
      ],
      told: [
        'Chrome on Android 14, version 0.1.0.',
        'It goes away and comes back in the evening.',
        'It says “2 waiting”, then “all saved”.',
      ],
      solved: [
        'Thank you, that helped: it was fixed in today’s version. Please accept the update.',
        'The number counted notices of deleted tickets. It is right since today’s version.',
        'Your replies have arrived. The clock of the phone was an hour off, which kept them back.',
      ],
    },
  },
  thanks: [
    'Works now, thank you!',
    'Great service, thanks a lot.',
    'Received. Have a nice evening.',
    'Perfect, you can close it.',
  ],
  reminders: ['Any news?', 'Hello, I am still waiting.', 'Could somebody please look at this today?'],
};
