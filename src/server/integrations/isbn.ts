/** The digits of an ISBN, written with or without hyphens and spaces; null when its check digit is wrong. */
export function isbnOf(written: string): string | null {
  const digits = written
    .slice(0, 40)
    .replaceAll(/[^\dXx]/gu, "")
    .toUpperCase();
  const values = Array.from(digits, (digit) => (digit === "X" ? 10 : Number(digit)));
  const sum = (weightOf: (index: number) => number) =>
    values.reduce((total, value, index) => total + value * weightOf(index), 0);
  if (/^\d{9}[\dX]$/u.test(digits)) return sum((index) => 10 - index) % 11 === 0 ? digits : null;
  if (/^97[89]\d{10}$/u.test(digits))
    return sum((index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0 ? digits : null;
  return null;
}
