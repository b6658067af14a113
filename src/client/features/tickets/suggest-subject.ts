/** Short enough to be read whole in a list. */
const suggestedMax = 60;

/** The first sentence or line; a shorter one is a greeting, which says nothing without the next one. */
const firstSentence = /^.{15,}?(?:[.!?؟](?=\s)|(?=\n))/su;

/** Returns a subject for a ticket with this text: its first sentence, cut between two words. */
export function suggestSubject(content: string): string {
  const text = content.trim();
  const sentence = (firstSentence.exec(text)?.[0] ?? text).replace(/\s+/gu, ' ').replace(/[.,:;،؛]+$/u, '');
  const characters = [...sentence];
  if (characters.length <= suggestedMax) return sentence;
  const cut = characters.slice(0, suggestedMax).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}
