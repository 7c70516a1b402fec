import { describe, expect, it } from "vitest";
import { plainAddress } from "@/app/_server/http/refuse-request";

describe("an address in which plain letters are encoded", () => {
  it.each([
    ["/%61dmin/audit", "/admin/audit"],
    ["/%41DMIN", "/ADMIN"],
    ["/order/%2D%5f%7E%39%2e", "/order/-_~9."],
    ["/%61uth?next=%2F%61dmin", "/auth?next=%2F%61dmin"],
  ])("%s is %s", (url, plain) => {
    expect(plainAddress(url)).toBe(plain);
  });

  it.each(["/admin%2faudit", "/%25%36%31", "/a%20b", "/%ff", "/%", "/%5cx", "/%00", "*", ""])(
    "%s keeps what changes its meaning, and is read once",
    (url) => {
      expect(plainAddress(url)).toBe(url.replace("%36%31", "61"));
    },
  );
});
