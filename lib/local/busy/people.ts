import { type Random, randomFrom } from "../social/random";

/** `hasAccount`: the address is a customer's, else a guest's. */
export type Buyer = { name: string; email: string; hasAccount: boolean };

const firstNames = [
  "Ada",
  "Ben",
  "Carla",
  "Dmitri",
  "Elena",
  "Femi",
  "Grace",
  "Hana",
  "Ivo",
  "Jonas",
  "Keiko",
  "Leila",
  "Mateo",
  "Nadia",
  "Oskar",
  "Priya",
  "Quinn",
  "Rosa",
  "Sami",
  "Tara",
  "Uma",
  "Viktor",
  "Wren",
  "Ximena",
  "Yusuf",
  "Zora",
] as const;

const lastNames = [
  "Abara",
  "Bellweather",
  "Castellan",
  "Dunmore",
  "Eklund",
  "Fairbank",
  "Greaves",
  "Holloway",
  "Iversen",
  "Jansen",
  "Kowalczyk",
  "Lindqvist",
  "Moreau",
  "Nakata",
  "Okafor",
  "Petrov",
  "Quintana",
  "Rossi",
  "Sandoval",
  "Takeda",
] as const;

const places = [
  "studio",
  "kitchen",
  "atelier",
  "runs",
  "walks",
  "draws",
  "letters",
  "garden",
  "cycles",
  "reads",
] as const;

/** The same people each time; a third of them have an account. */
export function inventBuyers(count: number): [Buyer, ...Buyer[]] {
  const random = randomFrom("buyers");
  const invent = (place: number): Buyer => {
    const first = random.pick(firstNames);
    const last = random.pick(lastNames);
    const hasAccount = random.chance(0.33);
    const domain = hasAccount ? "customer.example" : "mail.example";
    const email = `${first}.${last}.${place}@${domain}`.toLowerCase();
    return { name: first, email, hasAccount };
  };
  return [invent(0), ...Array.from({ length: count - 1 }, (_, place) => invent(place + 1))];
}

export function inventUsername(random: Random): string {
  const name = random.pick(firstNames).toLowerCase();
  return `${name}.${random.pick(places)}${random.whole(1, 9999)}`;
}
