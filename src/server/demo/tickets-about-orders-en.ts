import type { OrderTopicTexts } from './ticket-topics.ts';

/** Conversations about orders, in English. */
export const englishAboutOrders: OrderTopicTexts = {
  'code-missing': {
    subjects: ['No code in order {order}', 'Where is my code for {product}?', 'Paid an hour ago, still no code'],
    openings: [
      'Hello, I ordered {product} ({amount}) this morning and the order says delivered, but there is no code in it and nothing in my mail. My customer is waiting at the counter.',
      'Order {order} has been processing for two hours. Usually it takes five minutes. Could you have a look, please?',
      'Hi, I cannot find the code of {product}. I looked in the spam folder as well.',
    ],
    asked: [
      'Hello, thank you for writing. The supplier is slow today. Could you tell us which e-mail address you expect the code at?',
      'Hi, I see your order {order}. I am asking the supplier right now and come back to you within the hour.',
    ],
    told: [
      'It is the address of my account, the same as always.',
      'The one of my account please. The customer comes back at five.',
    ],
    solved: [
      'The code is in your order now, and we sent it by e-mail too. Sorry for the wait.',
      'Our supplier had an outage between ten and noon. Your code has just been delivered; please open the order again.',
    ],
  },
  'code-refused': {
    subjects: ['Code is refused: {product}', '“Already redeemed” on order {order}', 'The code does not work'],
    openings: [
      'The code of order {order} is refused with the message “This code is not valid in your country”. The account is French.',
      'I typed the code for {product} three times and it says it was already redeemed. Nobody else has seen it.',
      'Hello, {product} does not work. I attach nothing because the message is only “something went wrong”.',
    ],
    asked: [
      'Sorry about that. Which country is the account registered in, and what exactly does the message say?',
      'Could you send the time of your last try and the last four characters of the code? Never send the whole code, please.',
    ],
    told: [
      'Registered in France. The message says: code not available for this region.',
      'Last try at 18:{n}, it ends with K7Q2.',
    ],
    solved: [
      'The supplier confirmed the fault. We replaced the code; the new one is in your order.',
      'This code belongs to another region, that was our mistake. {amount} are back on your balance.',
    ],
  },
  'wrong-amount': {
    subjects: ['Wrong amount received, order {order}', 'Received less than I ordered', 'Less credit than paid'],
    openings: [
      'I paid {amount} for {product} but what arrived is worth less. Please check.',
      'Order {order}: my customer received less credit than he paid for. The operator shows the lower amount.',
      'The amount on the screen and the amount on the card do not match.',
    ],
    asked: [
      'Thank you for telling us. Could you send a picture of the confirmation, or the text of the message?',
      'Let me compare it with the supplier’s statement. Which amount does the account show exactly?',
    ],
    told: ['It shows half of it, added at 14:{n}.', 'The message says a smaller amount than the one in the order.'],
    solved: [
      'You are right: the wrong card was packed. We sent the difference as a second code.',
      'The difference is back on your balance. We corrected the product so that it cannot happen again.',
    ],
  },
  'wrong-line': {
    subjects: [
      'Top-up went to the wrong number',
      'I mistyped the phone number in order {order}',
      'Please stop order {order}',
    ],
    openings: [
      'I wrote the last two digits the wrong way round in order {order}. Is it still possible to stop it?',
      'My mistake: the number in the message belongs to my old line. Can you move the {amount} to the right one?',
      'Please do not send {product} yet, the number is wrong!',
    ],
    asked: [
      'Hello, I put the order on hold. What is the right number, please?',
      'It left three minutes ago. I am asking the operator whether it can be reversed; that may take a day.',
    ],
    told: ['It ends with 0{n}, everything else is right.', 'Thank you. The right one ends with {n}7.'],
    solved: [
      'We caught it in time: the top-up went to the right line.',
      'The operator cannot take it back once it is used, but half of it was not. {amount} minus what was spent is on your balance.',
    ],
  },
  'credit-late': {
    subjects: [
      'Top-up not arrived, order {order}',
      '{product}: nothing received yet',
      'Completed but no credit on the line',
    ],
    openings: [
      'Order {order} says completed but my customer has no credit. He restarted the phone twice.',
      'Hello, {product} was ordered 40 minutes ago and the line is still empty.',
      'The number is right, I checked it. Still nothing. Can you see what happened?',
    ],
    asked: [
      'Thank you, I see the order. Could you dial the balance code of the operator and tell us what it says?',
      'The operator has a delay this evening. We keep an eye on it.',
    ],
    told: ['It says the balance is 0.35.', 'I tried again at 20:{n}, still nothing.'],
    solved: [
      'The operator confirms: credited a moment ago. Please check.',
      'The line did not take the credit, so we returned {amount} to your balance.',
    ],
  },
  'parcel-late': {
    subjects: ['Where is my parcel? Order {order}', 'Tracking has not moved for four days', 'Delivery of {product}'],
    openings: [
      'The tracking of order {order} has said “in transit” for four days. I need {product} for the weekend.',
      'Nobody called me and the courier wrote “recipient absent”. I was in the shop all day.',
      'Is there any news about {product}? I paid {amount} more than a week ago.',
    ],
    asked: [
      'I am sorry. We opened a search with the courier. Is the phone number of your account still right?',
      'It is in the depot in town. Would you rather collect it, or have it delivered tomorrow?',
    ],
    told: ['Yes, the number is right. Please ask them to call before they come.', 'I can collect it tomorrow morning.'],
    solved: [
      'The courier lost it, so we sent a new one today by express.',
      'Delivered and signed for at 11:{n}. Thank you for your patience.',
    ],
  },
  'broken-on-arrival': {
    subjects: ['{product} is faulty', 'Broken on arrival, order {order}', 'Warranty for {product}'],
    openings: [
      '{product} from order {order} does not work as it should. I tried it twice with my customer beside me.',
      'It was fine for one day and then it stopped. It is brand new.',
      'The box was open and there is a scratch. I would like another one.',
    ],
    asked: [
      'That should not happen. Could you describe in one sentence what is wrong with it?',
      'Please keep the box. Do you prefer a replacement or the money back?',
    ],
    told: ['There is a crack at the edge and it does not hold.', 'A replacement please, my customer still wants it.'],
    solved: [
      'A replacement is on its way; give the old one to the courier.',
      'We returned {amount} to your balance. You may keep the faulty one.',
    ],
  },
  'profile-fails': {
    subjects: ['QR code already used? Order {order}', 'No internet with {product}'],
    openings: [
      'I scanned the QR code of order {order} and the phone says “This code is no longer valid”.',
      '{product} is installed but there is no internet after landing. Roaming is on.',
    ],
    asked: [
      'Which phone do you have, and was the profile ever installed on another one?',
      'Please switch roaming on for this line, choose the network by hand and restart. Does it show bars?',
    ],
    told: ['A Pixel 8, and no, never on another phone.', 'Two bars, but no data.'],
    solved: [
      'We issued a new profile; the new QR code is in your order. Please install it on Wi-Fi.',
      'The access point has to be set by hand: internet. It works on our test phone now.',
    ],
  },
  'activation-fails': {
    subjects: ['Activation asks for a phone call', 'The key of {product} is not accepted'],
    openings: [
      'Activation of {product} stops with error 0xC004{n} and asks me to phone. What should I do?',
      'The program says that the key of order {order} is for another edition.',
    ],
    asked: [
      'Choose “activate by phone” and send us the first and the last block of the number on the screen, please.',
      'Which edition is installed now? It stands under Settings › About.',
    ],
    told: ['First block 0534{n}, last block 77{n}12.', 'It was the trial version that came with the computer.'],
    solved: [
      'We got the confirmation number from the maker; it is in your mailbox.',
      'Remove the trial version first, then the key goes through. We tried it here.',
    ],
  },
  'refund-wanted': {
    subjects: ['Refund for order {order}, please', 'I no longer need {product}', 'Cancel and return the money'],
    openings: [
      'My customer changed his mind. The code of order {order} was not opened. Could I have {amount} back?',
      'I ordered {product} twice by mistake. Please cancel the second one.',
      'You told me on the phone that this would be returned. I see nothing in my balance yet.',
    ],
    asked: [
      'We can do that as long as the code was not shown or used. I am checking with the supplier.',
      'Which of the two orders should stay?',
    ],
    told: ['It was never opened, you can check.', 'Keep the first one, cancel {order}.'],
    solved: [
      'Done: {amount} are back on your balance.',
      'The supplier took the code back. Your balance shows the return now.',
    ],
  },
  'charged-twice': {
    subjects: ['Charged twice for one order?', 'My balance is too low', 'Two charges for {product}'],
    openings: [
      'I pressed the button once, but my balance went down two times for {product}. Please check order {order}.',
      'The app was offline for a moment and afterwards I am not sure whether I paid once or twice.',
      'My balance should be higher by {amount}. Can you explain the last lines?',
    ],
    asked: [
      'I am looking at your ledger with a colleague. Which balance do you expect?',
      'There are two orders three minutes apart, both with a different key. Did you order again after the connection came back?',
    ],
    told: ['I expect {amount} more than now.', 'Possible, the screen said “not known yet” and I tried again.'],
    solved: [
      'There was only one charge: the other line is the charge of yesterday’s order. I wrote the details into the note.',
      'We cancelled the second order and returned {amount}.',
    ],
  },
};
