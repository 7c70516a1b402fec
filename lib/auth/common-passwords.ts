import { commonWords } from "./common-words";

/** What people walk along when they are asked for a password; backwards too. */
const walks = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "qweasdzxc",
  "147258369",
  "159753",
  "789456123",
  "!@#$%^&*()",
  "qwerty123456",
  "abcdef123456",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

const plainLetters: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
};

/**
 * True for a password that guessers try first: one of the common words, alone or twice, in any case, with digits for
 * letters and up to six digits and signs around it; a walk on the keyboard; a repetition; a date or a short number.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase().trim();
  return isRepetition(plain) || isWalk(plain) || isNumber(plain) || spellings(plain).some(isCommonWord);
}

function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+$/su.test(text) && text.length <= 24;
}

function isWalk(text: string): boolean {
  return text.length >= 3 && walks.some((walk) => walk.includes(text));
}

/** Up to eight digits are dates, codes and telephone numbers: all of them are tried in a moment. */
function isNumber(text: string): boolean {
  return /^[\d\s./-]{1,8}$/.test(text);
}

function isCommonWord(text: string): boolean {
  if (commonWords.has(text)) return true;
  const half = text.slice(0, text.length / 2);
  return text === half + half && commonWords.has(half);
}

/** The words a password may be a spelling of. */
function spellings(text: string): string[] {
  const bare = text.replace(/^[^\p{L}]{0,6}/u, "").replace(/[^\p{L}]{1,6}$/u, "");
  const letters = (word: string) => [...word].map((letter) => plainLetters[letter] ?? letter).join("");
  const joined = text.replace(/[\s._-]+/g, "");
  const ends = text.replace(/[\d\W_]{1,6}$/u, "");
  return [text, joined, bare, letters(text), letters(bare), letters(ends)].filter((word) => word.length >= 3);
}
