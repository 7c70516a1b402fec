import type { Theme } from "./account";

type Lines = readonly [string, ...string[]];

/** The posts' captions. */
export const captions: Readonly<Record<Theme, Lines>> = {
  travel: [
    "Missed the bus. Found this instead.",
    "The map said there was nothing here.",
    "Window seat, always 🚃",
    "Asked for directions, got invited to lunch.",
  ],
  food: [
    "Burnt the first one. Ate it anyway.",
    "New on the counter from Friday 🍋",
    "Sunday dough, Monday sandwiches. #fromscratch",
    "Someone asked for extra ginger. Someone was right.",
  ],
  craft: [
    "Forty hours in, one knot to go.",
    "A repair you are allowed to see.",
    "Workshop floor at the end of the week. #handmade",
    "Colour no. 14: wet slate.",
  ],
  music: [
    "Take nineteen. We kept take two.",
    "Rehearsal room, second cup of tea 🎹",
    "Somebody dropped a tambourine and it stayed in the song.",
    "The quiet part is the hardest. #livetake",
  ],
  sport: [
    "Cold hands, good morning.",
    "Legs say no, calendar says yes 🏃",
    "Recovery day, which means stairs.",
    "The team after the rain. The pitch after the team.",
  ],
  plants: [
    "Day 41: a leaf!",
    "The fern has opinions about the new window.",
    "Seeds swapped with a neighbour. #balconygarden",
    "Some weeds are just early.",
  ],
  city: [
    "Last tram, first star.",
    "Laundry lines as public art 🧺",
    "Twelve floors up and the traffic is a river.",
    "Someone painted the bench. Someone sat on it.",
  ],
  books: [
    "Read it in one sitting, on the wrong train.",
    "A shelf is a promise 📚",
    "The chapter that took two winters.",
    "New cover, same ending. Don't skip ahead.",
  ],
};
