import type { TicketStatus } from '../../contract/tickets.ts';
import { demoData, type TicketTexts, type TopicName } from './data.ts';
import type { Random } from './random.ts';

/** A response before it has its author and its time. */
export interface Message {
  by: 'user' | 'admin';
  text: string;
}

interface Outline {
  status: TicketStatus;
  texts: TicketTexts;
  topic: TopicName;
  /** The index of the chosen opening text of the topic. */
  opening: number;
  /** Whether the order was refunded; null: no order. */
  isRefunded: boolean | null;
}

/**
 * Creates a conversation that fits a ticket's status: a new ticket has no reply of an admin, a resolved one has a final
 * reply.
 */
export function makeConversation({ status, texts, topic, opening, isRefunded }: Outline, random: Random): Message[] {
  const { questions, answers, endings } = texts.topics[topic];
  // Where a refund is possible, the ending mentions whether there was one.
  const endingIndex =
    demoData.topics[topic].refund === 'sometimes' && isRefunded !== null ? Number(isRefunded) : opening;
  const question: Message = { by: 'admin', text: questions[opening % questions.length]! };
  const answer: Message = { by: 'user', text: answers[opening % answers.length]! };
  const ending: Message = { by: 'admin', text: endings[endingIndex % endings.length]! };
  const reminder: Message = { by: 'user', text: random.pick(texts.reminders) };
  const thanks: Message = { by: 'user', text: random.pick(texts.thanks) };
  const maybe = (probability: number, ...messages: Message[]) => (random.chance(probability) ? messages : []);
  switch (status) {
    case 'new':
      return maybe(0.15, reminder);
    case 'open':
      return [question, answer, ...maybe(0.6, ending), reminder];
    case 'in_progress':
      return [question, ...maybe(0.55, answer)];
    case 'pending':
      return [question];
    case 'resolved':
    case 'closed':
      return [...maybe(0.6, question, answer), ending, ...maybe(0.4, thanks)];
  }
}
