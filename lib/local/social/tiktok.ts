import type { Traits } from "./account";

// Several share their first letters.
const accounts: Traits["accounts"] = [
  ["waffle.physics", "Waffle Physics", "food", 3_410_000, 412, "Breakfast, explained with springs.", "✓"],
  ["walkietalia", "Talia on Foot", "travel", 27_450, 133, "Crossing a country at 5 km/h."],
  ["wandawelds", "Wanda Welds", "craft", 684_300, 265, "Sparks, safety goggles, terrible puns.", "✓"],
  ["warpandweftly", "Warp and Weftly", "craft", 8_120, 77, "A loom, a cat, a lot of knots."],
  ["watchmezoe", "Zoe Abara-Lund", "sport", 51_900, 201, "Learning one trick a week on eight wheels."],
  ["wavy.davey", "Davey Moana-Reid", "sport", 198_700, 318, "Cold water, warm hat."],
  ["luckyladle", "The Lucky Ladle", "food", 92_640, 246, "Soup of the day, every day, since day one."],
  ["lullabylab", "Lullaby Lab", "music", 1_870_000, 502, "Making sleepy songs from loud things.", "✓"],
  ["lunarlaundry", "Lunar Laundry", "city", 6_015, 58, "Laundromat diaries after midnight."],
  ["lumberjill.io", "Jill Tamber", "craft", 305_200, 190, "Tiny houses, big saws."],
  ["lutherlearns", "Luther Ekwueme-Holt", "books", 44_080, 164, "One skill a month. This month: knots."],
  ["noisy.nadia", "Nadia Farouk-Stone", "music", 742_000, 377, "Beats from the kitchen drawer.", "✓"],
  ["nocturnenora", "Nora after Nine", "city", 11_300, 92, "The city when it thinks nobody looks."],
  ["nomadnoodles", "Nomad Noodles", "food", 129_500, 221, "A cart, a map, forty sauces."],
  ["northpaw", "North Paw Rescue", "plants", 2_260_000, 640, "Old dogs, new sofas.", "✓"],
  ["notquitenaomi", "Not Quite Naomi", "books", 3_790, 48, "Reviews of books I nearly finished."],
  ["basilbalcony", "Basil on a Balcony", "plants", 17_660, 139, "Two square metres, forty-one plants."],
  ["copperkettleco", "Copper Kettle Co", "food", 1_205, 34, "Jam. Just jam."],
  ["dizzydrumlin", "Drumlin Okafor", "music", 66_310, 158, "Left-handed drummer, right-footed problems."],
  ["echoesofeli", "Eli Vantongeren", "travel", 9_940_000, 780, "Whispering in very large places.", "✓"],
  ["fernandfable", "Fern & Fable", "books", 24_800, 110, "Bedtime stories for grown-ups."],
  ["hopscotchhq", "Hopscotch HQ", "sport", 402, 17, "Chalk, pavement, glory."],
  ["pocketpiazza", "Pocket Piazza", "city", 155_750, 287, "Public squares in under a minute."],
  ["tealightthea", "Thea Okumura-West", "craft", 0, 9, "Candles. It begins."],
];

export const tiktok: Traits = {
  accounts,
  lacks: [],
  picturePrefix: "tt",
  accountId: (random) => {
    const createdAtS = Math.floor(random.between(Date.UTC(2019, 0, 1), Date.UTC(2025, 0, 1)) / 1000);
    return snowflake(createdAtS, random.whole(0, 2 ** 32 - 1));
  },
  postId: snowflake,
  postCode: (id) => id,
  postKind: (share) => (share < 0.84 ? "video" : share < 0.93 ? "carousel" : "photo"),
};

/** TikTok's 64-bit ids have their creation time, in seconds, in the upper half. */
function snowflake(createdAtS: number, low: number): string {
  return String((BigInt(createdAtS) << 32n) | BigInt(low >>> 0));
}
