import type { TicketStatus } from '../../contract/tickets.ts';
import type { Random } from './random.ts';
import { topics, type TicketTexts, type TopicName } from './ticket-topics.ts';

/** One response before it has its author and its time. */
export interface Line {
  by: 'user' | 'admin';
  text: string;
}

interface About {
  status: TicketStatus;
  words: TicketTexts;
  topic: TopicName;
  /** Which of the topic's openings it begins with. */
  opening: number;
  /** Whether the order's money went back; null: no order. */
  moneyBack: boolean | null;
}

/** The conversation that leads to a status: nobody has answered a new one, a resolved one has its answer. */
export function talk({ status, words, topic, opening, moneyBack }: About, random: Random): Line[] {
  const { asked, told, solved } = words.topics[topic];
  // Where the order may have been paid back, the ending says what became of the money.
  const end = topics[topic].returned === 'either' && moneyBack !== null ? Number(moneyBack) : opening;
  const question: Line = { by: 'admin', text: asked[opening % asked.length]! };
  const answer: Line = { by: 'user', text: told[opening % told.length]! };
  const ending: Line = { by: 'admin', text: solved[end % solved.length]! };
  const reminder: Line = { by: 'user', text: random.pick(words.reminders) };
  const thanks: Line = { by: 'user', text: random.pick(words.thanks) };
  const perhaps = (probability: number, ...lines: Line[]): Line[] => (random.chance(probability) ? lines : []);
  switch (status) {
    case 'new':
      return perhaps(0.15, reminder);
    case 'open':
      return [question, answer, ...perhaps(0.6, ending), reminder];
    case 'in_progress':
      return [question, ...perhaps(0.55, answer)];
    case 'pending':
      return [question];
    case 'resolved':
    case 'closed':
      return [...perhaps(0.6, question, answer), ending, ...perhaps(0.4, thanks)];
  }
}
