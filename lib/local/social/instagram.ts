import type { Traits } from "./account";

const shortcodeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const epochMs = 1_314_220_021_721n;

// Several share their first letters.
const accounts: Traits["accounts"] = [
  ["wanderwithmara", "Mara Oduya", "travel", 48_210, 284, "Slow trains, small towns, long way home.", "✓"],
  ["walnutandwool", "Walnut & Wool", "craft", 9_874, 156, "Hand-turned needles, honest yarn."],
  ["wavelength.studio", "Wavelength Studio", "music", 131_400, 412, "Recording room by the harbour.", "✓"],
  ["wayfaring.theo", "Theo Lindqvist-Bah", "travel", 3_127, 67, "One bag, no plan. Photos as they come."],
  ["warmcrumbs", "Warm Crumbs Bakery", "food", 22_650, 338, "Sourdough at seven, gone by ten."],
  ["waltz.and.oak", "Ines & Oak", "craft", 1_482, 43, "Furniture that outlives fashions."],
  ["luma.ceramics", "Luma Ceramics", "craft", 76_930, 229, "Stoneware for everyday tables.", "✓"],
  ["lucarows", "Luca Ferrandis", "sport", 5_310, 118, "5:40 on the water. Coffee after."],
  ["lunchwithlu", "Lu Adeyemi-Park", "food", 412_800, 611, "Thirty-minute lunches in twenty.", "✓"],
  ["lumenwalks", "Lumen Walks", "city", 18_045, 174, "Night walks through cities that stay up late."],
  ["lupine.trails", "Juniper Castellan", "plants", 868, 39, "Counting wildflowers, badly."],
  ["northfold", "Northfold", "books", 64_300, 203, "A very small press. Four strange books a year.", "✓"],
  ["noodle.atlas", "The Noodle Atlas", "food", 1_240_000, 890, "One bowl at a time, around the world.", "✓"],
  ["nomad.nneka", "Nneka Solvang", "travel", 287_100, 517, "Deserts, mostly. Maps by hand."],
  ["noor.draws", "Noor Haddadin", "craft", 33_920, 361, "Ink, tea, repeat. Commissions open in autumn."],
  ["nova.letters", "Nova Letters", "books", 7_205, 96, "Letterpress and the people who write back."],
  ["mossandmeter", "Moss & Meter", "plants", 154_600, 298, "Terrariums, measured twice."],
  ["kite.kitchen", "Amara Kitewell", "food", 2_918, 82, "Cooking for one, properly."],
  ["harbor.gymnasts", "Harbor Gymnasts", "sport", 14_770, 240, "Tiny club, big mats. Ages 5 to 75."],
  ["pixelpaddock", "Pixel Paddock", "city", 96_450, 455, "Rooftops, tramlines and the odd pigeon."],
  ["sundial.sisters", "The Sundial Sisters", "music", 12_000_000, 734, "Two voices, one old piano.", "✓"],
  ["tinyatelier.pt", "Tiny Atelier", "craft", 540, 21, "Paper, scissors, patience."],
  ["yarrow.runs", "Yarrow Okonjo-Blix", "sport", 41_380, 187, "Ultra runner. Slow starter."],
  ["zero.to.zinnia", "Zero to Zinnia", "plants", 0, 9, "First season. Be kind."],
];

export const instagram: Traits = {
  accounts,
  lacks: ["heic"],
  picturePrefix: "ig",
  accountId: (random) => String(random.whole(1_000_000_000, 9_999_999_999)),
  // 41 bits of milliseconds since Instagram's own epoch, then 23 bits of shard and sequence.
  postId: (takenAtS, low) => String(((BigInt(takenAtS) * 1000n - epochMs) << 23n) | BigInt(low & 0x7fffff)),
  postCode: shortcode,
  postKind: (share) => (share < 0.42 ? "photo" : share < 0.6 ? "carousel" : "video"),
};

/** An id in base 64. */
function shortcode(id: string): string {
  let code = "";
  for (let rest = BigInt(id); rest > 0n; rest >>= 6n)
    code = `${shortcodeAlphabet[Number(rest & 63n)]}${code}`;
  return code;
}
