/** Patterns on a keypad and dates, from the top of every list of leaked PINs. */
const common = new Set(
  `2580 0852 8520 1470 3690 1593 3571 1379 7931 1397 2468 8642 1357 7531 1004 1212 6969 5683 0007 2512 0101 1010
   112233 121314 102030 147258 159753 1230 1236 147258369 159357 741852 789456 456789 123789 654123 123654`.split(
    /\s+/,
  ),
);

/** Returns whether a PIN is one that attackers try first: a run, a repetition, a year or a pattern on the keypad. */
export const isCommonPin = (pin: string): boolean => common.has(pin) || isRun(pin) || isRepeated(pin) || isYear(pin);

/** 1234, 9876, 7890: each digit one above, or one below, the one before. */
function isRun(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === 9);
}

/** 0000, 1212, 123123. */
const isRepeated = (pin: string): boolean => /^(\d+)\1+$/.test(pin);

const isYear = (pin: string): boolean => /^(19|20)\d\d$/.test(pin);
