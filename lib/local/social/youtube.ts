import type { Traits } from "./account";
import { type Random, randomFrom } from "./random";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Several share their first letters.
const accounts: Traits["accounts"] = [
  ["wattsonwheels", "Watts on Wheels", "sport", 48_260, 131, "Electric bikes, honestly reviewed."],
  ["walnut-workshop", "The Walnut Workshop", "craft", 2_754_000, 388, "One board, one afternoon.", "✓"],
  ["wander_in_wellies", "Wander in Wellies", "travel", 7_315, 64, "Wet feet, good views."],
  ["waxandneedle", "Wax & Needle", "music", 164_583, 240, "Records, played once through.", "✓"],
  ["watchthekettle", "Watch the Kettle", "food", 913, 37, "Tea, and what goes with it."],
  ["lucidlathe", "Lucid Lathe", "craft", 32_480, 175, "Turning scrap into bowls."],
  ["lunchboxlab", "Lunchbox Lab", "food", 1_208_000, 460, "School lunches under four minutes.", "✓"],
  ["lugworm.bay", "Lugworm Bay", "sport", 5_642, 88, "Kayaks, tides and bad jokes."],
  ["luthiers-log", "A Luthier's Log", "music", 71_930, 152, "From plank to first chord."],
  ["lucky7gardens", "Lucky 7 Gardens", "plants", 418, 22, "Seven beds, seven vegetables."],
  ["northern.notes", "Northern Notes", "city", 25_150, 119, "Trams after dark."],
  ["nookofbooks", "Nook of Books", "books", 98_700, 204, "One chapter aloud every night.", "✓"],
  ["noraknits", "Nora Knits Slowly", "craft", 12_045, 97, "No rush, no dropped stitches."],
  ["novicenavigator", "Novice Navigator", "travel", 640, 41, "Learning to read maps at forty."],
  ["nodding-thistle", "Nodding Thistle", "plants", 3_071, 58, "Meadows in pots."],
  ["papercut-cinema", "Papercut Cinema", "books", 410_200, 143, "Old stories, cut from paper.", "✓"],
  ["quiet.quay", "The Quiet Quay", "city", 0, 9, "First videos. Ships, mostly."],
];

export const youtube: Traits = {
  accounts,
  lacks: ["private", "heic", "carousel"],
  picturePrefix: "yt",
  accountId: (random) => `UC${letters(random, 22)}`,
  postId: (takenAtS, low) => letters(randomFrom(`video ${takenAtS} ${low}`), 11),
  postCode: (id) => id,
  postKind: () => "video",
};

function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => alphabet[random.whole(0, alphabet.length - 1)]).join("");
}
